import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { isFromOffice } from './office.ts';
import { readSessionToken } from './session-cookie.ts';

/** Set by the desktop shell in its own window, for the length of one start. */
const COOKIE = 'custos_window';

/**
 * On a desktop every program of every user of the computer reaches the loopback address. Operators' routes and sessions count there only in the
 * window that the shell has given `token`, so that neither a stolen session cookie nor a page in another browser is of any use; API keys are
 * not touched, nor what comes over the office network, where no window of ours is. Null: headless, where any browser does. Throws `window_required`.
 */
export function requireWindow(token: string | null): RequestHandler {
  return (req, _res, next) => {
    if (token !== null && isOperators(req) && !isFromOffice(req) && !isWindow(req, token)) {
      throw new AppError(
        'window_required',
        "On this computer, operators work in the desktop app's window. Other programs must use an API key. Other computers must use the office network address.",
      );
    }
    next();
  };
}

function isOperators(req: Request): boolean {
  // Routes are found whatever the case of their letters.
  if (/^\/session(?:\/|$)/i.test(req.path)) return true;
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
