import { SCOPES, type Scope } from '../../server/vocabulary/scopes.ts';

/** Every scope, in the groups in which they are chosen and shown. */
export const SCOPE_GROUPS = [
  { name: 'people', scopes: ['kyc:read', 'kyc:write', 'kyc:review'] },
  { name: 'companies', scopes: ['kyb:read', 'kyb:write', 'kyb:review'] },
  { name: 'data', scopes: ['screening', 'lists:read', 'lists:write'] },
  { name: 'appliance', scopes: ['events:read', 'audit:read', 'admin'] },
] as const satisfies readonly { name: string; scopes: readonly Scope[] }[];

const READ: readonly Scope[] = ['kyc:read', 'kyb:read', 'events:read'];

/** Common uses of a key. */
export const PRESETS = {
  verify: [...READ, 'kyc:write', 'kyb:write', 'screening', 'lists:read'],
  read: READ,
  all: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = ['verify', 'read', 'all'] as const satisfies readonly Preset[];

/** Returns the preset with exactly these scopes, or null. */
export function presetOf(chosen: ReadonlySet<Scope>): Preset | null {
  return (
    PRESET_NAMES.find((name) => PRESETS[name].length === chosen.size && PRESETS[name].every((s) => chosen.has(s))) ??
    null
  );
}

/** Returns the scopes of a key by group, without empty groups; null if it has all scopes. */
export function scopesByGroup(scopes: readonly Scope[]): { name: GroupName; scopes: readonly Scope[] }[] | null {
  if (SCOPES.every((scope) => scopes.includes(scope))) return null;
  return SCOPE_GROUPS.map((group) => ({
    name: group.name,
    scopes: group.scopes.filter((scope) => scopes.includes(scope)),
  })).filter((group) => group.scopes.length > 0);
}

export type GroupName = (typeof SCOPE_GROUPS)[number]['name'];
