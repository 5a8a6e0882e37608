import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { readSessionToken } from './session-cookie.ts';

/** Set by the desktop shell in its own window, for the length of one start. */
const COOKIE = 'custos_window';

/** Connections of the office's network: whoever uses those has no window of ours. */
const exempt = new WeakSet<Socket>();

/**
 * On a desktop every program of every user of the computer reaches the loopback address. Operators' routes and sessions count there only in the
 * window that the shell has given `token`, so that neither a stolen session cookie nor a page in another browser is of any use; API keys are
 * not touched. Null: headless, where any browser does. Throws `window_required`.
 */
export function requireWindow(token: string | null): RequestHandler {
  return (req, _res, next) => {
    if (token !== null && isOperators(req) && !exempt.has(req.socket) && !isWindow(req, token)) {
      throw new AppError(
        'window_required',
        'Operators work in the window of the desktop app on this computer. Other programs use an API key; other computers use the address of the office network.',
      );
    }
    next();
  };
}

/** What comes over this server is asked for no window's token. To be called before it listens. */
export function exemptFromWindowToken(server: Server): void {
  for (const event of ['connection', 'secureConnection'])
    server.prependListener(event, (socket: Socket) => exempt.add(socket));
}

function isOperators(req: Request): boolean {
  if (req.path === '/session' || req.path.startsWith('/session/')) return true;
  return req.get('authorization') === undefined && readSessionToken(req) !== null;
}

/** Of two cookies with the same name one is not ours. */
function isWindow(req: Request, token: string): boolean {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const [value, ...others] = pairs.filter((pair) => pair.startsWith(`${COOKIE}=`));
  if (value === undefined || others.length > 0) return false;
  return timingSafeEqual(digest(value.slice(COOKIE.length + 1)), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
