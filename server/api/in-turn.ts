import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { LIMITS } from '../lib/limits.ts';

/** Limits: how many requests one connection may queue, how long it may leave an answer unread, and how many unread bytes all connections may hold. */
export type TurnLimits = Record<
  'requestsOfConnectionMax' | 'requestsOfLoopMax' | 'unreadMs' | 'unreadBytesMax',
  number
>;

interface Taken {
  res: ServerResponse;
  /** Starts the request's handlers. */
  begin(): void;
}

/**
 * Handles the requests of one connection one after the other: the next begins when the system has taken the whole previous answer. HTTP lets a
 * client send many requests without reading (RFC 9112, section 9.3.2), and Node would make all of their answers at once, in memory. A client is
 * disconnected if it has sent more than `requestsOfConnectionMax` requests, or has read nothing of an answer for `unreadMs`. If all unread answers
 * together exceed `unreadBytesMax`, the connection with the most of them is disconnected.
 * @param limits `requestsOfLoopMax`: if more connections send requests in one turn of the event loop, the others wait for later turns. The newest
 * is answered first, so hundreds of simultaneous requests do not hold up later ones.
 * @returns `take`, which runs before all routes, and `watch`, which is called for each server that serves them
 */
export function inTurn(limits: TurnLimits = LIMITS): { take: RequestHandler; watch(server: Server): void } {
  /** The waiting requests of each connection whose request is being answered. */
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
      // Node's timeout fires on a connection on which nothing moves in either direction. It also checks how much of one long write is left.
      server.timeout = limits.unreadMs;
      server.on('timeout', (socket) => {
        // While an answer is still being made there is nothing to read.
        if (lines.has(socket) && socket.writableLength === 0) socket.setTimeout(limits.unreadMs);
        else socket.destroy();
      });
    },
  };
}

/** The value that Node's parser expects when a protocol is switched: no HTTP follows. */
const NOTHING_FOLLOWS = 2;

/** Without this Node keeps making the hundreds of requests that have already arrived, even after the connection ends, and others wait meanwhile. */
function cutOff(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  // The callback that Node's parser calls for each request; undocumented.
  if (socket.parser) socket.parser.onIncoming = () => NOTHING_FOLLOWS;
  socket.destroy();
}

/** Disconnects the connection with the most unread bytes if all together have more than `bytesMax`. */
function cutLargest(sockets: readonly Socket[], bytesMax: number): void {
  const unread = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (unread <= bytesMax) return;
  const largest = sockets.reduce((most, socket) => (socket.writableLength > most.writableLength ? socket : most));
  largest.destroy();
}
