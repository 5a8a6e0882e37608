import { setImmediate } from 'node:timers/promises';
import { type Screening, subjectsOf } from '../alerts/subject.ts';
import type { SubjectRow } from '../alerts/walk.ts';
import type { BaseDeps } from '../audit/deps.ts';
import type { Policy } from '../checks/policy.ts';
import { isStanding, searchByOffices } from '../checks/ruled-out.ts';
import { AppError, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ListSearch, SearchQuery, WatchlistSearch } from '../screening/search.ts';
import { TOPICS } from '../screening/types.ts';
import type { Vault } from '../vault/vault.ts';
import type { Policies } from './policies.ts';

/** As in `Policy`. */
export type OfficeRules = Required<Pick<Policy['screening'], 'pep_levels' | 'pep_years_after_office'>>;

/** How many stored records would have a hit at each score. */
export interface Preview {
  /** `ppv_...` */
  id: string;
  livemode: boolean;
  status: 'running' | 'completed' | 'cancelled' | 'failed';
  createdAtMs: number;
  /** Code of the one list that is searched. null: all. */
  list: string | null;
  /** The lowest score that is searched for. */
  from: number;
  /** The rules on offices used for the search. */
  offices: OfficeRules;
  /** Records of the mode that were screened once, and how many of them were searched again, the newest first. */
  subjects: number;
  examined: number;
  /** Numbers of records by the hundredth of their best score, from `from` up. */
  bests: Map<number, number>;
  tookMs: number;
}

/** Searches for stored records again, one preview at a time, in the background. No result is stored. */
export interface Previews {
  /**
   * Begins a preview and cancels a running one. Throws `lists_not_ready`, and `invalid_request` if the list is not searched.
   * @param input `offices` defaults to the rules of the policy in force.
   */
  begin(input: { from: number; list: string | null; livemode: boolean; offices?: Partial<OfficeRules> }): Preview;
  /** Returns one of the last `LIMITS.previewsKept` previews. Throws `not_found`. */
  get(id: string, livemode: boolean): Preview;
  /** Ends the running preview. */
  stop(): Promise<void>;
}

interface Deps extends Pick<BaseDeps, 'db' | 'clock' | 'newId' | 'log'> {
  vault: Pick<Vault, 'openJson'>;
  watchlists: Pick<WatchlistSearch, 'current'>;
  policies: Pick<Policies, 'current'>;
}

type Row = Omit<SubjectRow, 'kind'>;

const SCREENED = `verifications v JOIN step_results r ON r.verification_id = v.id AND r.step = 'screening'
  WHERE v.livemode = @livemode AND v.erasure = 'none'`;

export function createPreviews(deps: Deps): Previews {
  const kept: Preview[] = [];
  let work: Promise<void> = Promise.resolve();
  const cancel = (): void => {
    for (const preview of kept) if (preview.status === 'running') preview.status = 'cancelled';
  };
  return {
    begin({ from, list, livemode, offices }) {
      const search = deps.watchlists.current();
      if (list !== null && !search.lists(deps.clock.now()).some(({ code }) => code === list))
        throw invalidField('list', 'list is not the code of an active list; GET /v1/watchlists returns the codes.');
      cancel();
      const preview: Preview = {
        id: deps.newId('ppv'),
        livemode,
        status: 'running',
        createdAtMs: deps.clock.now(),
        list,
        from,
        offices: officesOf(deps.policies.current(), offices),
        subjects: deps.db
          .prepare(`SELECT count(*) FROM ${SCREENED}`)
          .pluck()
          .get({ livemode: Number(livemode) }) as number,
        examined: 0,
        bests: new Map(),
        tookMs: 0,
      };
      kept.unshift(preview);
      kept.length = Math.min(kept.length, LIMITS.previewsKept);
      work = work.then(() => run(deps, preview, search));
      return preview;
    },
    get(id, livemode) {
      const found = kept.find((preview) => preview.id === id && preview.livemode === livemode);
      if (!found) throw new AppError('not_found', 'There is no preview with this id any more. Start a new one.');
      return found;
    },
    async stop() {
      cancel();
      await work;
    },
  };
}

/** Never throws. */
async function run(deps: Deps, preview: Preview, search: ListSearch): Promise<void> {
  const startMs = performance.now();
  let endMs = 0;
  let paused = false;
  /** Yields to requests once it has run long enough, also within a record: a company may name a thousand people. */
  const turn = async (): Promise<void> => {
    if (performance.now() < endMs) return;
    await setImmediate();
    endMs = performance.now() + LIMITS.rescreeningSliceMs;
    paused = true;
    preview.tookMs = Math.round(performance.now() - startMs);
  };
  try {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      await turn();
      if (preview.status !== 'running') return;
      const isLong = preview.tookMs >= LIMITS.previewMsMax || preview.examined >= LIMITS.previewSubjectsMax;
      const rows = isLong ? [] : nextRows(deps, preview, before);
      if (rows.length === 0) break;
      paused = false;
      for (const row of rows) {
        const best = await bestScore(deps, preview, { row, search, turn });
        if (preview.status !== 'running') return;
        countBest(preview, best);
        before = row.seq;
        await turn();
        // The next ones may have been erased meanwhile.
        if (paused) break;
      }
    }
    preview.status = 'completed';
  } catch (error) {
    deps.log.error('policy.preview_failed', {}, error);
    preview.status = 'failed';
  }
}

function nextRows({ db }: Deps, { livemode, examined }: Preview, before: number): Row[] {
  const limit = Math.min(LIMITS.rescreeningSubjectsAtOnce, LIMITS.previewSubjectsMax - examined);
  return db
    .prepare(
      `SELECT v.seq, v.id, v.livemode, r.sealed_result FROM ${SCREENED} AND v.seq < @before ORDER BY v.seq DESC LIMIT @limit`,
    )
    .all({ livemode: Number(livemode), before, limit }) as Row[];
}

function countBest(preview: Preview, best: number): void {
  const { bests, from } = preview;
  preview.examined += 1;
  // A score of 0.86 may be slightly less as a floating-point number.
  const step = Math.floor(best * 100 + 1e-6);
  if (best >= from) bests.set(step, (bests.get(step) ?? 0) + 1);
}

/**
 * Returns the best score of any party of the record, or 0 if none is found. Also returns 0 if the record cannot be read, which is
 * logged and does not stop the preview.
 */
async function bestScore(
  { vault, log, policies }: Deps,
  preview: Preview,
  { row, search, turn }: { row: Row; search: ListSearch; turn: () => Promise<void> },
): Promise<number> {
  try {
    const result = vault.openJson<Screening>(row.id, 'step_results.screening', row.sealed_result);
    const policy = underOffices(policies.current(), preview.offices);
    const { topics } = policy.screening;
    const counting = TOPICS.filter((topic) => topics[topic].counts);
    const { list, from } = preview;
    const asked: Omit<SearchQuery, 'name'> = {
      limit: 1,
      ...(counting.length < TOPICS.length && { topics: counting }),
      ...(list !== null && { lists: [list] }),
    };
    const ask = searchByOffices(search.search, policy, preview.createdAtMs);
    const queries = subjectsOf(row.id, row.livemode === 1, result).flatMap((subject) => subject.queries);
    let best = 0;
    for (const query of queries) {
      await turn();
      if (preview.status !== 'running') break;
      const [found] = ask({ ...query, ...asked, threshold: Math.max(from, best) }).filter(isStanding);
      best = Math.max(best, found?.score ?? 0);
    }
    return best;
  } catch (error) {
    log.error('policy.preview_subject_unreadable', { verification: row.id }, error);
    return 0;
  }
}

function officesOf({ screening }: Policy, asked: Partial<OfficeRules> = {}): OfficeRules {
  const { pep_levels, pep_years_after_office = null } = screening;
  return { pep_levels, pep_years_after_office, ...asked };
}

function underOffices(policy: Policy, offices: OfficeRules): Policy {
  return { ...policy, screening: { ...policy.screening, ...offices } };
}
