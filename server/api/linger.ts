import type { RequestHandler } from 'express';

/**
 * Where an answer went out before the whole body came in, the rest is read and thrown away for a while, since closing at
 * once would make the system drop the answer on its way (RFC 9112, section 9.6); then the connection is cut.
 */
export function lingerOnRefusal(lingerMs: number): RequestHandler {
  return (req, res, next) => {
    res.once('finish', () => {
      if (req.complete || req.destroyed) return;
      const cut = setTimeout(() => req.socket.destroy(), lingerMs);
      for (const event of ['end', 'close']) req.once(event, () => clearTimeout(cut));
      req.resume();
    });
    next();
  };
}
