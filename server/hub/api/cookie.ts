import type { Request, Response } from 'express';
import { isFromOffice } from '../../api/office.ts';
import { readCookie } from '../../api/session-cookie.ts';

/** Another name than the appliance's: a browser sends the cookies of a host to each of its ports. */
const NAME = 'custos_hub_session';
/** Over TLS: the browser accepts it from this host only, for every path, and sends it over TLS only. */
const TLS_NAME = `__Host-${NAME}`;

const nameFor = (req: Request): string => (isFromOffice(req) ? TLS_NAME : NAME);

/** Returns the token of the session cookie, or null. */
export const readHubToken = (req: Request): string | null => readCookie(req, [nameFor(req)]);

export function setHubCookie(res: Response, token: string): void {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isFromOffice(res.req) } as const;
  res.cookie(nameFor(res.req), token, options);
}

export function clearHubCookie(res: Response): void {
  res.clearCookie(nameFor(res.req), { path: '/', httpOnly: true, sameSite: 'strict', secure: isFromOffice(res.req) });
}
