import type { Response } from 'express';
import type { AlertAccess } from '../alerts/store.ts';
import { kindsFor, principalOf } from './authorise.ts';

export type AlertWho = AlertAccess & { actor: string };

/** Which alerts whoever asks may see, or decide on. */
export function accessOf(res: Response, access: 'read' | 'review'): AlertAccess {
  const principal = principalOf(res);
  return { livemode: principal.livemode, kinds: kindsFor(principal, access) };
}

/** The same for decisions, with who decides. */
export function whoOf(res: Response): AlertWho {
  return { ...accessOf(res, 'review'), actor: principalOf(res).actorId };
}
