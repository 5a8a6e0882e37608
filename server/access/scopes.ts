/** What a key may do. The names stand in the contract and never change. */
export const SCOPES = [
  'kyc:read',
  'kyc:write',
  'kyb:read',
  'kyb:write',
  'screening',
  'lists:read',
  'lists:write',
  'events:read',
  'admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Who makes a request: which key, which data space, what it may do. */
export interface Principal {
  keyId: string;
  livemode: boolean;
  scopes: Scope[];
}
