import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import { ALL_SCOPES, type Scope } from '../../parts/scopes.ts';

export type Role = OperatorAnswer['role'];

/** An operator who was just made, or whose password was reset; the one-time password is told this once. */
export type WithPassword = OperatorAnswer & { one_time_password: string };

export const ROLES = ['administrator', 'reviewer', 'operator', 'auditor'] as const satisfies readonly Role[];

/** What each role may do. The appliance has the say; a test holds this table to its own. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  administrator: ALL_SCOPES,
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
