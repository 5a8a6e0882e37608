import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openChangedSearch, openWholeSearch } from '../../server/alerts/changed-search.ts';
import type { RevisionOf } from '../../server/alerts/decisions.ts';
import { createRescreener } from '../../server/alerts/rescreen.ts';
import type { RescreenDeps } from '../../server/alerts/walk.ts';
import { createAudit } from '../../server/audit/log.ts';
import { checkKybScreening } from '../../server/checks/kyb/screening.ts';
import type { KybScreeningResult } from '../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { checkScreening } from '../../server/checks/screening.ts';
import { thresholdRules } from '../../server/checks/thresholds.ts';
import type { ScreeningResult } from '../../server/checks/types.ts';
import { transact } from '../../server/db/transact.ts';
import { createEventLog } from '../../server/events/log.ts';
import { createJobQueue } from '../../server/jobs/queue.ts';
import { createIds } from '../../server/lib/ids.ts';
import { createLogger } from '../../server/lib/log.ts';
import { ALGORITHM_VERSION } from '../../server/names/version.ts';
import { type Lists, openLists } from '../../server/screening/lists.ts';
import { createWatchlistSearch, type SearchQuery } from '../../server/screening/search.ts';
import { createEntryReader } from '../../server/screening/store/entries.ts';
import { openKeyStore } from '../../server/vault/key-store.ts';
import { createVault } from '../../server/vault/vault.ts';
import { keepStepResult } from '../../server/verifications/conclude.ts';
import type { VerificationKind } from '../../server/verifications/types.ts';
import { testClock } from './clock.ts';
import { fileDatabase } from './database.ts';
import { tempFolder } from './folder.ts';
import { testConfig } from './server.ts';

/** A person to store as already screened. */
export interface StoredSubject {
  queries: readonly SearchQuery[];
  livemode?: boolean;
  /** Replaces parts of the result, for example with those of an older program version. */
  result?: Partial<ScreeningResult>;
}

/** A company to store as already screened, with all its parties. */
export interface StoredCompany {
  parties: readonly { party: string; queries: readonly SearchQuery[] }[];
  livemode?: boolean;
}

export type RescreeningLab = Awaited<ReturnType<typeof openRescreeningLab>>;

/**
 * What re-screening needs, without the rest of an appliance: lists, their search, and records with sealed screening
 * results. It has its own folder; `using` removes it. Nothing is scanned before `rescreener().run()`.
 */
export async function openRescreeningLab() {
  const folder = tempFolder();
  const clock = testClock();
  const newId = createIds(clock);
  const keys = openKeyStore(join(folder.path, 'keys.db'), testConfig(folder.path).masterKey);
  const db = fileDatabase(join(folder.path, 'custos.db'));
  const audit = createAudit({ db, keys, clock });
  const logged: string[] = [];
  const shared = {
    db,
    clock,
    newId,
    keys,
    audit,
    log: createLogger(clock, (line) => void logged.push(line)),
    events: createEventLog({ db, clock, newId }),
    queue: createJobQueue({ db, clock }),
    vault: createVault({ folder: folder.path, keys, newId }),
    queueLengthMax: 1,
    diskFreeBytes: () => Number.POSITIVE_INFINITY,
  };
  const rules = thresholdRules(POLICY_V1);
  const watchlists = createWatchlistSearch({ db, newId, rules });
  const onActivated = () => watchlists.reload();
  const workDir = join(folder.path, 'unpacked');
  const lists: Lists = await openLists({ db, clock, newId, audit, packKeys: [], workDir, onActivated });
  const reader = createEntryReader(db);
  const revisionOf: RevisionOf = (entityId, versionId) => reader.get(entityId, versionId)?.revision ?? null;
  const searchDeps = { db, clock, newId, rules, policy: POLICY_V1, watchlists };
  const rescreenDeps: RescreenDeps = {
    ...shared,
    revisionOf,
    policies: { current: () => POLICY_V1 },
    openSearch: (versionId, changed) => openChangedSearch(searchDeps, versionId, changed),
    openWholeSearch: () => openWholeSearch(searchDeps),
    comparison: ALGORITHM_VERSION,
  };
  const screen = (queries: readonly SearchQuery[]): ScreeningResult => {
    const current = watchlists.current();
    const hits = queries.flatMap((query) => current.search(query));
    const searched = queries.map((query) => ({ source: 'submitted' as const, name: query.name, query }));
    return checkScreening({ hits, lists: current.lists(clock.now()), searched, ready: true, policy: POLICY_V1 });
  };
  const screenCompany = (parties: StoredCompany['parties']): KybScreeningResult => {
    const current = watchlists.current();
    const asked = parties.flatMap(({ party, queries }) => queries.map((query) => ({ party, query })));
    const searched = asked.map(({ party, query }) => ({
      party,
      source: 'submitted' as const,
      name: query.name,
      query,
    }));
    const hits = asked.flatMap(({ party, query }) => current.search(query).map((hit) => ({ ...hit, party })));
    const submission = { representatives: [], ubos: [] };
    const lists = current.lists(clock.now());
    return checkKybScreening({ hits, lists, searched, unsearchable: [], ready: true, submission, policy: POLICY_V1 });
  };
  const store = (id: string, kind: VerificationKind, livemode: boolean, result: object): string => {
    keys.addDataKey(id, randomBytes(32), clock.now());
    const sealed = shared.vault.sealJson(id, 'verifications.submission', {});
    db.prepare(`
      INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
      VALUES (?, ?, ?, 'completed', ?, ?, 'test', ?)`).run(
      id,
      kind,
      Number(livemode),
      clock.now(),
      clock.now(),
      sealed,
    );
    keepStepResult(shared, id, 'screening', result, { durationMs: 1, nextStep: null });
    return id;
  };
  const storeOne = ({ queries, livemode = true, result = {} }: StoredSubject): string =>
    store(newId('ver'), 'kyc', livemode, { ...screen(queries), ...result });
  const storeCompany = ({ parties, livemode = true }: StoredCompany): string =>
    store(newId('kyb_ver'), 'kyb', livemode, screenCompany(parties));
  const inTransactions = (work: () => string[]): string[] => transact(keys.db, () => transact(db, work));
  return {
    ...shared,
    folder: folder.path,
    logged,
    watchlists,
    lists,
    revisionOf,
    rescreenDeps,
    rescreener: (changes: Partial<RescreenDeps> = {}) => createRescreener({ ...rescreenDeps, ...changes }),
    /** Screens them against the lists in force and stores the results; returns the ids of the records. */
    storeAll: (subjects: readonly StoredSubject[]): string[] => inTransactions(() => subjects.map(storeOne)),
    /** The same for companies. */
    storeCompanies: (companies: readonly StoredCompany[]): string[] =>
      inTransactions(() => companies.map(storeCompany)),
    /** `record entity change`, or for companies `record party entity change`, in alphabetical order. */
    alerts(): string[] {
      const rows = db.prepare(`
        SELECT verification_id || iif(party = '', '', ' ' || party) || ' ' || entity_id || ' ' || change
        FROM alerts ORDER BY 1`);
      return rows.pluck().all() as string[];
    },
    [Symbol.dispose]() {
      watchlists.close();
      audit.close();
      keys.close();
      db.close();
      folder[Symbol.dispose]();
    },
  };
}
