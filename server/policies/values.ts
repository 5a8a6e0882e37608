import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../checks/policy.ts';
import type { SettingValue } from './setting.ts';

/** A difference between one version of the policy and the one before. null: absent. */
export interface PolicyChange {
  path: string;
  from: SettingValue;
  to: SettingValue;
}

type Plain = Record<string, unknown>;

/** Compared as a whole and reported by its version: it is a table, not a setting. */
const TABLES = 'kyb.risk.tables';

/** Returns the value at a path, or null if there is none. */
export function valueAt(policy: Policy, path: string): SettingValue {
  let value: unknown = policy;
  for (const step of path.split('.')) value = isPlain(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return (value ?? null) as SettingValue;
}

/** Returns a copy of the policy with these values. null removes a value. The policy itself does not change. */
export function withValues(policy: Policy, values: Iterable<readonly [path: string, value: SettingValue]>): Policy {
  const copy = structuredClone(policy);
  for (const [path, value] of values) {
    const steps = path.split('.');
    const last = steps.pop() as string;
    let at = copy as unknown as Plain;
    for (const step of steps) {
      if (!isPlain(at[step])) at[step] = {};
      at = at[step] as Plain;
    }
    if (value === null) delete at[last];
    else at[last] = value;
  }
  return copy;
}

/**
 * Fills in what a policy stored by an older program lacks, from `defaults`.
 * @param mayLack whether a missing value is valid at a path
 */
export function fillIn(stored: object, defaults: Policy, mayLack: (path: string) => boolean): Policy {
  const fill = (value: Plain, from: Plain, path: string): Plain => {
    const missing = Object.entries(from).filter(([name]) => !Object.hasOwn(value, name) && !mayLack(path + name));
    const own = Object.entries(value).map(([name, part]) => {
      const other = from[name];
      const isWhole = path + name === TABLES || !isPlain(part) || !isPlain(other);
      return [name, isWhole ? part : fill(part, other, `${path}${name}.`)];
    });
    return Object.fromEntries([...own, ...missing]);
  };
  return fill(stored as Plain, defaults as unknown as Plain, '') as unknown as Policy;
}

/** Returns where `after` differs, by path. The version number is ignored. */
export function findChanges(before: object, after: object): PolicyChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => !isDeepStrictEqual(old.get(path), now.get(path)))
    .map((path) => ({ path, from: tell(path, old.get(path)), to: tell(path, now.get(path)) }));
}

function leavesOf(policy: object): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const walk = (value: unknown, path: string): void => {
    if (!isPlain(value) || path === TABLES) return void leaves.set(path, value);
    for (const [name, part] of Object.entries(value)) walk(part, path === '' ? name : `${path}.${name}`);
  };
  walk(policy, '');
  leaves.delete('version');
  return leaves;
}

function tell(path: string, value: unknown): SettingValue {
  if (path === TABLES && isPlain(value)) return String(value['version']);
  return (value ?? null) as SettingValue;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
