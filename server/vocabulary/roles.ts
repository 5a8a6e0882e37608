import { SCOPES, type Scope } from './scopes.ts';

export const ROLES = ['administrator', 'reviewer', 'operator', 'auditor'] as const;

export type Role = (typeof ROLES)[number];

/** Who says whether an operator may log in: this appliance, or the site's own directory. */
export const OPERATOR_SOURCES = ['local', 'directory'] as const;

export type OperatorSource = (typeof OPERATOR_SOURCES)[number];

/** What the operators of each role may do. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  administrator: SCOPES,
  reviewer: [
    'kyc:read',
    'kyc:write',
    'kyc:review',
    'kyb:read',
    'kyb:write',
    'kyb:review',
    'screening',
    'lists:read',
    'events:read',
  ],
  operator: ['kyc:read', 'kyc:write', 'kyb:read', 'kyb:write', 'screening', 'events:read'],
  auditor: ['kyc:read', 'kyb:read', 'lists:read', 'events:read', 'audit:read'],
};
