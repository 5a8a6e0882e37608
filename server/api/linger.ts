import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { LIMITS } from '../lib/limits.ts';

/**
 * Where an answer went out before the whole body came in, the rest is read and thrown away, since closing at
 * once would make the system drop the answer on its way (RFC 9112, section 9.6); then the connection is cut.
 */
export function lingerOnRefusal(lingerMs: number): RequestHandler {
  return (req, res, next) => {
    res.once('finish', () => {
      if (req.complete || req.destroyed) return;
      const stop = cutWhenIdle(req.socket, lingerMs);
      for (const event of ['end', 'close']) req.once(event, stop);
      req.resume();
    });
    next();
  };
}

/** Cuts a connection off once nothing has come on it for `idleMs`, and after `maxMs` whatever comes. Gives what calls it off. */
export function cutWhenIdle(socket: Duplex, idleMs: number, maxMs: number = LIMITS.lingerMaxMs): () => void {
  const bytesRead = (): number => (socket as Socket).bytesRead;
  const endMs = performance.now() + maxMs;
  let isOver = false;
  let seen = bytesRead();
  const look = (): void => {
    if (!isOver && (bytesRead() === seen || performance.now() >= endMs)) socket.destroy();
    seen = bytesRead();
  };
  // What came while this process was busy is read between the clock and the look.
  const timer = setInterval(() => setImmediate(look), idleMs);
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  socket.once('close', stop);
  return stop;
}
