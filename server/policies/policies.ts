import type { BaseDeps } from '../audit/deps.ts';
import type { Policy } from '../checks/policy.ts';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { conflict, invalidField } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { listVersions } from '../screening/store/versions.ts';
import { applyChanges, findFault } from './check-changes.ts';
import type { Setting, SettingValue } from './setting.ts';
import { listSettings, SETTINGS, settingAt } from './settings.ts';
import {
  insertPolicy,
  newestVersion,
  nextVersion,
  type PolicyVersion,
  readPolicies,
  readPolicy,
  valuesSet,
} from './store.ts';
import { fillIn, findChanges, type PolicyChange, withValues } from './values.ts';

export interface NewPolicy {
  /** The version that whoever changes it has seen; it must still be the one in force. */
  basedOn: number;
  /** Why. */
  note: string;
  changes: Readonly<Record<string, unknown>>;
}

/** The versions of the policy. A version never changes; each run of a verification goes by one from its start to its end. */
export interface Policies {
  /** The one in force now. */
  current(): Policy;
  /** null: there is no such version. */
  find(version: number): Policy | null;
  /** What is known of a version besides its content; null: there is no such version. */
  describe(version: number): PolicyVersion | null;
  /** Newest first, those before `before`. */
  list(page: { limit: number; before?: number | undefined }): PolicyVersion[];
  /**
   * Makes a new version, in force from now on, with the audit row. Throws `state_conflict` where another one is in force than the one it is
   * based on, `invalid_request` naming each path at fault.
   */
  change(input: NewPolicy, actor: string): Policy;
  /** Stores the one in force once more, as the newest version: another that was stored after it is not used. In the caller's transaction. */
  renew(actor: string): void;
  /** What can be set, with the two thresholds of each list that is there or has some. */
  settings(): Setting[];
  /** What the program and its configuration have. */
  defaults(): Policy;
  /** Has the run that begins go by the version in force; one that was begun before keeps its own. Inside the transaction of the job's claim. */
  pin(verificationId: string): void;
  /** What the run of a verification goes by. */
  pinned(verificationId: string): Policy;
}

type Deps = Pick<BaseDeps, 'db' | 'clock' | 'audit' | 'log'>;

const RENEWED = 'Stored again because a later version was changed outside the appliance.';
const TAKEN_OVER = 'Copied from the program and its configuration.';

/** Nothing is a value there too. */
const mayLack = (path: string): boolean => {
  const setting = settingAt(path);
  return setting?.kind === 'number' && setting.nullable;
};

/**
 * Opens the stored policy. `base` is what the program and its configuration have, and the first version. What an administrator has set holds
 * from then on; all else follows `base`, by a version of its own where that has changed since the last start.
 */
export function openPolicies(deps: Deps, base: Policy): Policies {
  const { db } = deps;
  const known = new Map<number, Policy>();
  const find = (version: number): Policy | null => {
    const kept = known.get(version);
    if (kept) return kept;
    const stored = readPolicy(db, version);
    if (!stored) return null;
    const policy = fillIn(stored.content, base, mayLack);
    known.set(version, policy);
    return policy;
  };
  takeOver(deps, base);
  let current = must(find(must(newestVersion(db), 'there is a policy')), 'the newest one is there');

  const isList = (code: string): boolean => listVersions(db, code).length > 0;
  const select = db.prepare('SELECT policy_version FROM jobs WHERE verification_id = ?').pluck();
  const fix = db.prepare('UPDATE jobs SET policy_version = ? WHERE verification_id = ? AND policy_version IS NULL');
  return {
    current: () => current,
    find,
    describe: (version) => readPolicy(db, version),
    list: (page) => readPolicies(db, page),
    defaults: () => base,
    change({ basedOn, note, changes }, actor) {
      if (basedOn !== current.version)
        throw conflict(
          `The policy changed meanwhile: version ${current.version} is now in force. Read it, then send your changes with based_on ${current.version}.`,
        );
      const changed = applyChanges(
        current,
        changes,
        (code) => isList(code) || Object.hasOwn(current.screening.lists, code),
      );
      const found = findChanges(current, changed);
      if (found.length === 0)
        throw invalidField(
          'changes',
          'changes contains only values that are already in force. Send a different value.',
        );
      const next = { ...changed, version: nextVersion(db) };
      store(deps, next, { createdBy: actor, note, changes: found });
      known.set(next.version, next);
      current = next;
      return next;
    },
    renew(actor) {
      const next = { ...current, version: nextVersion(db) };
      store(deps, next, { createdBy: actor, note: RENEWED, changes: [] });
      known.set(next.version, next);
      current = next;
    },
    settings() {
      const stored = listVersions(db).map(({ code }) => code);
      const codes = new Set([...stored, ...Object.keys(current.screening.lists)]);
      return [...SETTINGS, ...[...codes].sort().flatMap(listSettings)];
    },
    pin: (id) => void fix.run(current.version, id),
    pinned(id) {
      const version = select.get(id) as number | null | undefined;
      return version ? must(find(version), 'a run goes by a version that is stored') : current;
    },
  };
}

/** Stores the first version, or what has changed since the last start of what no administrator has set. */
function takeOver(deps: Deps, base: Policy): void {
  const { db, log } = deps;
  const newest = newestVersion(db);
  if (newest === null) {
    store(deps, { ...base, version: nextVersion(db) }, { createdBy: 'system', note: null, changes: [] });
    return;
  }
  const set = [...valuesSet(db)].filter(([path, value]) => isStillValid(path, value, log));
  const wanted = { ...withValues(base, set), version: nextVersion(db) };
  const { content } = must(readPolicy(db, newest), 'the newest version is stored');
  const changes = findChanges(content, wanted);
  if (changes.length > 0) store(deps, wanted, { createdBy: 'system', note: TAKEN_OVER, changes });
}

/** The first one is nobody's act, and has no audit row. */
function store(
  { db, clock, audit }: Deps,
  policy: Policy,
  about: { createdBy: string; note: string | null; changes: PolicyChange[] },
): void {
  const { version } = policy;
  transact(db, () => {
    insertPolicy(db, policy, { ...about, createdAtMs: clock.now() });
    if (version === 1) return;
    audit.append({
      actor: about.createdBy,
      action: 'policy.changed',
      subjectId: `policy_${version}`,
      details: { version, changes: about.changes.length },
    });
  });
}

/** A newer program may know a setting no more, or bind it otherwise: then its own value holds. */
function isStillValid(path: string, value: SettingValue, log: Logger): boolean {
  const fault = findFault(settingAt(path), value);
  if (fault !== null) log.warn('policy.setting_dropped', { path });
  return fault === null;
}
