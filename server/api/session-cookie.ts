import type { Request, Response } from 'express';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isFromOffice } from './office.ts';

const NAME = 'custos_session';
/** Used if the page came over TLS: the browser accepts it from this host only, for every path, and sends it over TLS only. */
const TLS_NAME = `__Host-${NAME}`;

/**
 * Returns the token of the session cookie, or null. Of two cookies with the same name one is not ours, so neither counts. A cookie set under TLS
 * takes precedence over one that was not. From the office network only the TLS cookie counts: any program that speaks HTTP under the same name, on
 * any port, could set the other.
 */
export function readSessionToken(req: Request): string | null {
  return readCookie(req, isFromOffice(req) ? [TLS_NAME] : [TLS_NAME, NAME]);
}

/** Returns the value of the first of these cookies that the request has; null if it has none, or has one twice. */
export function readCookie(req: Request, names: readonly string[]): string | null {
  const cookies = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  for (const name of names) {
    const values = cookies.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
    if (values.length > 0) return values.length === 1 ? (values[0] ?? null) : null;
  }
  return null;
}

export function setSessionCookie(res: Response, token: string): void {
  const tls = isOverTls(res.req);
  res.cookie(tls ? TLS_NAME : NAME, token, { path: '/', httpOnly: true, sameSite: 'strict', secure: tls });
}

export function clearSessionCookie(res: Response): void {
  for (const name of [TLS_NAME, NAME]) {
    res.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure: name === TLS_NAME });
  }
}

/** Of a login at a provider, whose page brings the browser back: `strict` would keep the cookie from coming along. */
const LOGIN_NAME = 'custos_login';
const LOGIN_TLS_NAME = `__Host-${LOGIN_NAME}`;

/** Returns the token of a login that this browser has begun, or null. */
export const readLoginToken = (req: Request): string | null =>
  readCookie(req, isFromOffice(req) ? [LOGIN_TLS_NAME] : [LOGIN_TLS_NAME, LOGIN_NAME]);

export function setLoginCookie(res: Response, token: string): void {
  const tls = isOverTls(res.req);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: tls, maxAge: LIMITS.directoryLoginMs } as const;
  res.cookie(tls ? LOGIN_TLS_NAME : LOGIN_NAME, token, options);
}

export function clearLoginCookie(res: Response): void {
  for (const name of [LOGIN_TLS_NAME, LOGIN_NAME]) {
    res.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: name === LOGIN_TLS_NAME });
  }
}

/** Returns the appliance's own origin as the browser sees it. The host is one that the appliance answers to. */
export const originOf = (req: Request): string => `${isOverTls(req) ? 'https' : 'http'}://${req.get('host')}`;

/**
 * Browsers send cookies whatever page makes the request. Throws `cross_site_request` unless the browser says that the page is ours: by
 * `Sec-Fetch-Site: same-origin`, or, if that is missing, by our own `Origin`.
 */
export function requireOwnPage(req: Request): void {
  const site = req.get('sec-fetch-site');
  if (site === undefined ? hasOwnOrigin(req) : site === 'same-origin') return;
  throw new AppError(
    'cross_site_request',
    "A session works from the appliance's own pages only: send Sec-Fetch-Site: same-origin, or the appliance's own Origin. Other programs must use an API key.",
  );
}

/** A page that came over the office network without TLS could be from any program, whatever its name. */
function hasOwnOrigin(req: Request): boolean {
  const [origin, host] = [req.get('origin'), req.get('host')].map((it) => it?.toLowerCase());
  const schemes = isFromOffice(req) ? ['https'] : ['http', 'https'];
  return host !== undefined && schemes.some((scheme) => origin === `${scheme}://${host}`);
}

/** If a proxy in front of the appliance speaks TLS, the browser says so in its Origin. */
function isOverTls(req: Request): boolean {
  return isFromOffice(req) || (req.get('origin')?.startsWith('https://') ?? false);
}
