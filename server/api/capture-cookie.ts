import type { Request, Response } from 'express';
import { LIMITS } from '../lib/limits.ts';
import { readCookie } from './session-cookie.ts';

const NAME = 'custos_capture';
/** Browsers send cookies to every port of a host: the path keeps this one from the console, whose paths differ. `Secure` includes localhost. */
const OPTIONS = { path: '/c', httpOnly: true, sameSite: 'strict', secure: true } as const;

/** Returns the secret of the device's cookie, or null. Of two cookies with the same name one is not ours, so neither counts. */
export const readCaptureSecret = (req: Request): string | null => readCookie(req, [NAME]);

export function setCaptureCookie(res: Response, secret: string): void {
  res.cookie(NAME, secret, { ...OPTIONS, maxAge: LIMITS.captureSessionMs });
}

export function clearCaptureCookie(res: Response): void {
  res.clearCookie(NAME, OPTIONS);
}
