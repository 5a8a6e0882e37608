import type { Scope } from '../vocabulary/scopes.ts';

/** Who makes a request: which key or operator, which data space, what they may do. */
export interface Principal {
  /** `key_...` or `opr_...`: the actor of the audit log, and whom limits are counted for. */
  actorId: string;
  livemode: boolean;
  scopes: Scope[];
  /** The hash of an operator's session; null for a key. */
  session: Buffer | null;
}
