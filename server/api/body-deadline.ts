import type { RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { sendProblem } from './problem.ts';

/**
 * Answers 408 and closes the connection if the whole body has not arrived after `timeoutMs`. The paths in `except` have their own deadlines, which
 * are longer: the server's own timeout must allow for them.
 */
export function bodyDeadline(timeoutMs: number, except: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (!except.includes(req.path)) {
      const timer = setTimeout(() => {
        if (req.complete) return;
        res.once('finish', () => req.socket.destroy());
        if (res.headersSent) req.socket.destroy();
        else sendProblem(res.setHeader('Connection', 'close'), tooSlow(timeoutMs));
      }, timeoutMs);
      timer.unref();
      for (const event of ['end', 'close']) req.once(event, () => clearTimeout(timer));
    }
    next();
  };
}

function tooSlow(timeoutMs: number): AppError {
  const seconds = Math.round(timeoutMs / 1000);
  return new AppError('request_timeout', `The body did not arrive within ${seconds} seconds. Send it again.`);
}
