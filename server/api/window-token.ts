import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { isFromOffice } from './office.ts';
import { readSessionToken } from './session-cookie.ts';

/** The desktop shell sets it in its own window, valid until the next start. */
const COOKIE = 'custos_window';

/**
 * On a desktop every program of every user of the computer can reach the loopback address. So operator routes and sessions work there only in the
 * window that holds the shell's `token`: a stolen session cookie or a page in another browser is useless. API keys are not affected, and neither
 * are requests over the office network, which has no such window. `token` is null on a headless appliance, where any browser works. Throws
 * `window_required`.
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
  // Express matches paths whatever the case of their letters.
  if (/^\/session(?:\/|$)/i.test(req.path)) return true;
  return req.get('authorization') === undefined && readSessionToken(req) !== null;
}

/** Of two cookies with the same name one is not ours, so neither counts. */
function isWindow(req: Request, token: string): boolean {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const [value, ...others] = pairs.filter((pair) => pair.startsWith(`${COOKIE}=`));
  if (value === undefined || others.length > 0) return false;
  return timingSafeEqual(digest(value.slice(COOKIE.length + 1)), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
