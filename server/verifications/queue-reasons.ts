import { setImmediate } from 'node:timers/promises';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { Decision } from '../decision/types.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { ReadDeps } from './deps.ts';

type Deps = ReadDeps;

interface DecidedRow {
  seq: number;
  id: string;
  sealed_decision: Buffer;
}

/** Stores the codes of the automatic decision unencrypted, each once, in the transaction that stores the decision. */
export function keepReasons({ db }: Pick<Deps, 'db'>, id: string, { reasons }: Pick<Decision, 'reasons'>): void {
  dropReasons({ db }, id);
  const insert = prepared(db, 'INSERT INTO verification_reasons (verification_id, position, code) VALUES (?, ?, ?)');
  for (const [position, code] of [...new Set(reasons.map((reason) => reason.code))].entries()) {
    insert.run(id, position, code);
  }
}

/** Deletes the codes when their decision is put aside. */
export function dropReasons({ db }: Pick<Deps, 'db'>, id: string): void {
  prepared(db, 'DELETE FROM verification_reasons WHERE verification_id = ?').run(id);
}

/**
 * Reads the codes of decisions that a former program made, the newest first and in slices. Codes and position commit together, so
 * a process that ends at any moment continues at its next start. Does nothing if none are missing.
 */
export async function readMissingReasons(deps: Deps & { log: Logger }, interrupted: () => boolean): Promise<void> {
  while (!interrupted() && readSlice(deps)) await setImmediate();
}

/** Returns false if no more are missing. */
function readSlice(deps: Deps & { log: Logger }): boolean {
  const { db } = deps;
  const untilSeq = prepared(db, 'SELECT until_seq FROM reasons_missing').pluck().get() as number | undefined;
  if (untilSeq === undefined) return false;
  const rows = prepared(
    db,
    `SELECT seq, id, sealed_decision FROM verifications
     WHERE seq <= ? AND sealed_decision IS NOT NULL AND erasure = 'none' ORDER BY seq DESC LIMIT ?`,
  ).all(untilSeq, LIMITS.queueRecordsAtOnce) as DecidedRow[];
  return transact(db, () => {
    const endMs = performance.now() + LIMITS.queueSliceMs;
    for (const row of rows) {
      readRow(deps, row);
      prepared(db, 'UPDATE reasons_missing SET until_seq = ?').run(row.seq - 1);
      if (performance.now() >= endMs) return true;
    }
    if (rows.length === LIMITS.queueRecordsAtOnce) return true;
    prepared(db, 'DELETE FROM reasons_missing').run();
    return false;
  });
}

/** A record that cannot be read is logged and does not block others. */
function readRow(deps: Deps & { log: Logger }, { id, sealed_decision: sealed }: DecidedRow): void {
  try {
    keepReasons(deps, id, deps.vault.openJson<Decision>(id, 'verifications.decision', sealed));
  } catch (error) {
    deps.log.error('queue.decision_unreadable', { verification: id }, error);
  }
}
