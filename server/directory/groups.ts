import { comparableDn } from '../ldap/names.ts';
import { ROLES, type Role } from '../vocabulary/roles.ts';
import type { DirectoryKind, GroupRole } from './types.ts';

/**
 * Returns the role of a person in these groups; null if no group of theirs is in the table. An operator has one role, so of several the first in the
 * order of `ROLES` counts: administrator, reviewer, operator, auditor.
 */
export function roleOf(groups: readonly string[], table: readonly GroupRole[], kind: DirectoryKind): Role | null {
  const plain = kind === 'ldap' ? plainDn : plainName;
  const own = new Set(groups.map(plain));
  const roles = table.filter(({ group }) => own.has(plain(group))).map(({ role }) => role);
  return ROLES.find((role) => roles.includes(role)) ?? null;
}

/** Directories compare names of groups without case. */
const plainName = (group: string): string => group.normalize('NFC').trim().toLowerCase();
const plainDn = (group: string): string => comparableDn(group.trim());
