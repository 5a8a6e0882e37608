import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { LIMITS } from '../lib/limits.ts';

/** What one connection may ask for at once, for how long it may leave an answer unread, and what all of them may leave unread together. */
export type TurnLimits = Record<
  'requestsOfConnectionMax' | 'requestsOfLoopMax' | 'unreadMs' | 'unreadBytesMax',
  number
>;

interface Taken {
  res: ServerResponse;
  /** Lets it be answered. */
  begin(): void;
}

/**
 * Takes the requests of one connection one after the other: the next one begins when the whole answer of the one before has been handed to the
 * system. HTTP lets a client send many without reading (RFC 9112, section 9.3.2), and Node would make all of their answers at once, in memory. Such a
 * client is cut off where it has sent more than `requestsOfConnectionMax`, or has read nothing of an answer for `unreadMs`. Where the answers that wait to be
 * read come to more than `unreadBytesMax` together, the connection with the most of them is cut off.
 *
 * Where more than `requestsOfLoopMax` connections ask in one turn of the event loop, the others wait for the next ones, and who came last is answered first:
 * hundreds who ask at once do not hold up whoever comes after them.
 *
 * `take` stands before all routes; `watch` is for each server that serves them.
 */
export function inTurn(limits: TurnLimits = LIMITS): { take: RequestHandler; watch(server: Server): void } {
  /** Of each connection whose request is being answered: those behind it. */
  const lines = new Map<Socket, Taken[]>();

  const waiting: Taken[] = [];
  let begun = 0;

  const beginNext = (): void => {
    const next = waiting.splice(-limits.requestsOfLoopMax).reverse();
    begun = next.length;
    if (begun > 0) setImmediate(beginNext);
    for (const { res, begin } of next) if (!res.destroyed) begin();
  };

  const begin = (taken: Taken): void => {
    if (begun === 0) setImmediate(beginNext);
    if (++begun <= limits.requestsOfLoopMax) taken.begin();
    else waiting.push(taken);
  };

  const serve = (socket: Socket, taken: Taken): void => {
    const { res } = taken;
    res.once('close', () => {
      const next = lines.get(socket)?.shift();
      if (next && !socket.destroyed) serve(socket, next);
      else lines.delete(socket);
    });
    begin(taken);
  };
  return {
    take({ socket }, res, next) {
      const taken = { res, begin: next };
      const line = lines.get(socket);
      if (!line) {
        cutLargest([...lines.keys()], limits.unreadBytesMax);
        lines.set(socket, []);
        serve(socket, taken);
      } else if (line.length + 1 < limits.requestsOfConnectionMax) line.push(taken);
      else cutOff(socket);
    },
    watch(server) {
      // Of a connection on which nothing moves, in neither direction; Node looks at what is left of one long write, too.
      server.timeout = limits.unreadMs;
      server.on('timeout', (socket) => {
        // An answer that is still being made has nothing to be read.
        if (lines.has(socket) && socket.writableLength === 0) socket.setTimeout(limits.unreadMs);
        else socket.destroy();
      });
    },
  };
}

/** Its own answer for a protocol that is switched: what follows is no HTTP. */
const NOTHING_FOLLOWS = 2;

/** By itself Node goes on making the hundreds of requests that have come already, after the end of the connection too, and others wait meanwhile. */
function cutOff(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  // What Node's parser asks about each request; undocumented.
  if (socket.parser) socket.parser.onIncoming = () => NOTHING_FOLLOWS;
  socket.destroy();
}

/** Cuts the connection with the most unread bytes off where all together have more than `bytesMax`. */
function cutLargest(sockets: readonly Socket[], bytesMax: number): void {
  const unread = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (unread <= bytesMax) return;
  const largest = sockets.reduce((most, socket) => (socket.writableLength > most.writableLength ? socket : most));
  largest.destroy();
}
