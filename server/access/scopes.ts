/** What a key or an operator may do. The names stand in the contract and never change. */
export const SCOPES = [
  'kyc:read',
  'kyc:write',
  'kyc:review',
  'kyb:read',
  'kyb:write',
  'kyb:review',
  'screening',
  'lists:read',
  'lists:write',
  'events:read',
  'audit:read',
  'admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Who makes a request: which key or operator, which data space, what they may do. */
export interface Principal {
  /** `key_...` or `opr_...`: the actor of the audit log, and whom limits are counted for. */
  actorId: string;
  livemode: boolean;
  scopes: Scope[];
  /** The hash of an operator's session; null for a key. */
  session: Buffer | null;
}
