import type { Scope } from '../vocabulary/scopes.ts';

/** The caller of a request: which key or operator, which mode, which scopes. */
export interface Principal {
  /** `key_...` or `opr_...`: the actor in the audit log, and the subject of rate limits. */
  actorId: string;
  livemode: boolean;
  scopes: Scope[];
  /** The hash of an operator's session token; null for a key. */
  session: Buffer | null;
}
