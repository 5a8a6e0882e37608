import { setImmediate as nextTurn } from 'node:timers/promises';
import { countVerifications } from '../db/migrations/031-figures.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';
import { type CountedHit, countAlertHit, countHitDecision, countHits } from './hits.ts';

interface Deps {
  db: Db;
  keys: Pick<KeyStore, 'subjectKey'>;
  vault: Pick<Vault, 'opener'>;
  log: Logger;
}

/** After this many records the log says how far it is. */
const TOLD_EVERY = 50_000;

/**
 * Counts the records of an older program, the newest first and in slices. Figures and position commit together, so a process that ends at any moment
 * continues at its next start. Hits are sealed, so the results of screenings are opened for this. Does nothing if none are missing.
 */
export async function countMissing(deps: Deps, interrupted: () => boolean): Promise<void> {
  let told = 0;
  for (let counted = 0; !interrupted(); ) {
    const slice = countSlice(deps);
    counted += slice.records;
    if (slice.untilSeq === null) {
      if (counted > 0) deps.log.info('figures.counted', { records: counted });
      return;
    }
    if (counted - told >= TOLD_EVERY) {
      deps.log.info('figures.counting', { records: counted, left: slice.untilSeq });
      told = counted;
    }
    await nextTurn();
  }
}

/** Returns the position up to which records are still missing; null: none are. */
function countSlice(deps: Deps): { records: number; untilSeq: number | null } {
  const { db } = deps;
  const untilSeq = prepared(db, 'SELECT until_seq FROM figures_missing').pluck().get() as number | undefined;
  if (untilSeq === undefined) return { records: 0, untilSeq: null };
  const select = 'SELECT seq, id FROM verifications WHERE seq <= ? ORDER BY seq DESC LIMIT ?';
  const rows = prepared(db, select).all(untilSeq, LIMITS.queueRecordsAtOnce) as { seq: number; id: string }[];
  return transact(db, () => {
    const endMs = performance.now() + LIMITS.queueSliceMs;
    for (const [at, { seq, id }] of rows.entries()) {
      prepared(db, COUNT_ONE).run(seq);
      countStoredHits(deps, id);
      prepared(db, 'UPDATE figures_missing SET until_seq = ?').run(seq - 1);
      if (performance.now() >= endMs) return { records: at + 1, untilSeq: seq - 1 };
    }
    if (rows.length === LIMITS.queueRecordsAtOnce)
      return { records: rows.length, untilSeq: (rows.at(-1)?.seq ?? 0) - 1 };
    prepared(db, 'DELETE FROM figures_missing').run();
    return { records: rows.length, untilSeq: null };
  });
}

const COUNT_ONE = countVerifications('v.seq = ?');

interface SealedRow {
  column: 'step_results.screening' | 'alerts.hit';
  found_at: number;
  sealed: Buffer;
}

/** The results of screenings, the former ones too, then the alerts, each in order. */
const SELECT_FOUND = `
  SELECT 'step_results.screening' AS column, finished_at AS found_at, sealed_result AS sealed FROM former_results
    WHERE verification_id = @id AND step = 'screening'
  UNION ALL
  SELECT 'step_results.screening', finished_at, sealed_result FROM step_results WHERE verification_id = @id AND step = 'screening'
  UNION ALL
  SELECT 'alerts.hit', created_at, sealed_hit FROM alerts WHERE verification_id = @id
  ORDER BY 1 DESC, 2`;

/** A record that cannot be read is logged and does not block others. */
function countStoredHits(deps: Deps, id: string): void {
  const { db, vault, log } = deps;
  const found = prepared(db, SELECT_FOUND).all({ id }) as SealedRow[];
  if (found.length === 0) return;
  try {
    const open = vault.opener(id);
    const hits = new Map<string, CountedHit>();
    for (const { column, found_at: foundAtMs, sealed } of found) {
      const ofAlert = column === 'alerts.hit';
      const some = ofAlert ? [open<CountedHit>(column, sealed)] : open<{ hits: CountedHit[] }>(column, sealed).hits;
      for (const hit of some) hits.set(hit.id, hit);
      if (!ofAlert) countHits(deps, id, some, foundAtMs);
      else for (const hit of some) countAlertHit(deps, id, hit, foundAtMs);
    }
    for (const decision of prepared(db, SELECT_DECISIONS).all(id) as DecisionRow[]) {
      const hit = hits.get(decision.hit_id);
      if (hit) countHitDecision(deps, id, hit, decision);
    }
  } catch (error) {
    log.error('figures.hits_unreadable', { verification: id }, error);
  }
}

interface DecisionRow {
  hit_id: string;
  decision: 'confirmed' | 'dismissed';
  reason: string;
}

const SELECT_DECISIONS = 'SELECT hit_id, decision, reason FROM hit_decisions WHERE verification_id = ? ORDER BY seq';
