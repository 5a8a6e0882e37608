/** What a key or an operator may do. The names are part of the contract and never change. */
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
