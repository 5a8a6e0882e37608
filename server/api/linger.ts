import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { LIMITS } from '../lib/limits.ts';

/**
 * If an answer went out before the whole body arrived, reads and discards the rest, then closes the connection. Closing at once would make the
 * system drop the answer on its way (RFC 9112, section 9.6).
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

/** Closes a connection when nothing has arrived on it for `idleMs`, and after `maxMs` in any case. Returns a function that cancels this. */
export function cutWhenIdle(socket: Duplex, idleMs: number, maxMs: number = LIMITS.lingerMaxMs): () => void {
  const bytesRead = (): number => (socket as Socket).bytesRead;
  const endMs = performance.now() + maxMs;
  let isOver = false;
  let seen = bytesRead();
  const look = (): void => {
    if (!isOver && (bytesRead() === seen || performance.now() >= endMs)) socket.destroy();
    seen = bytesRead();
  };
  // Data that arrived while this process was busy is read between the timer and the check.
  const timer = setInterval(() => setImmediate(look), idleMs);
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  socket.once('close', stop);
  return stop;
}
