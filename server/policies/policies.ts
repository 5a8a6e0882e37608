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
  /** The version that the caller has seen. It must still be the one in force. */
  basedOn: number;
  /** The reason for the change. */
  note: string;
  changes: Readonly<Record<string, unknown>>;
}

/** The versions of the policy. A version never changes. Each run of a verification uses one version from start to end. */
export interface Policies {
  /** Returns the version in force. */
  current(): Policy;
  /** null: there is no such version. */
  find(version: number): Policy | null;
  /** Returns what is known of a version besides its content. null: there is no such version. */
  describe(version: number): PolicyVersion | null;
  /** Newest first, only versions before `before`. */
  list(page: { limit: number; before?: number | undefined }): PolicyVersion[];
  /**
   * Creates a new version, in force immediately, with its audit row. Throws `state_conflict` if another version is in force than
   * the one it is based on, and `invalid_request` with each path at fault.
   */
  change(input: NewPolicy, actor: string): Policy;
  /** Stores the version in force again, as the newest one, so that a version stored after it is not used. Runs in the caller's transaction. */
  renew(actor: string): void;
  /** Returns what can be set, with the two thresholds of each list that exists or has some. */
  settings(): Setting[];
  /** Returns the values from the program and its configuration. */
  defaults(): Policy;
  /** Pins the run that begins to the version in force. A run that began earlier keeps its version. Runs inside the transaction of the job's claim. */
  pin(verificationId: string): void;
  /** Returns the policy that the run of a verification uses. */
  pinned(verificationId: string): Policy;
}

type Deps = Pick<BaseDeps, 'db' | 'clock' | 'audit' | 'log'>;

const RENEWED = 'Stored again because a later version was changed outside the appliance.';
const TAKEN_OVER = 'Copied from the program and its configuration.';

/** A missing value is valid at these paths too. */
const mayLack = (path: string): boolean => {
  const setting = settingAt(path);
  return setting?.kind === 'number' && setting.nullable;
};

/**
 * Opens the stored policy.
 * @param base the values from the program and its configuration, and the first version. Values that an administrator has set stay
 * in force. All others follow `base`, in a new version if it has changed since the last start.
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
      return version ? must(find(version), 'a run uses a version that is stored') : current;
    },
  };
}

/** Stores the first version, or the changes since the last start in values that no administrator has set. */
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

/** The first version has no actor and no audit row. */
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

/** A newer program may no longer know a setting, or may bound it differently. In that case its own value applies. */
function isStillValid(path: string, value: SettingValue, log: Logger): boolean {
  const fault = findFault(settingAt(path), value);
  if (fault !== null) log.warn('policy.setting_dropped', { path });
  return fault === null;
}
