import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { NO_HEAD } from '../parcel/entries.ts';
import { transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';

/** What the hub has of a line. */
export interface LineState {
  /** 0: nothing yet. */
  last: number;
  head: string;
  /** The number of the branch's newest directive. */
  directivesThrough: number;
  timeMs: number;
}

/**
 * Returns what the hub has of a branch's line. Throws `clock_wrong` if the branch's clock is off.
 * @param branchTimeMs null: the branch does not say
 */
export async function readLineState(
  { pool, clock }: HubDeps,
  { branch, line, branchTimeMs }: { branch: string; line: string; branchTimeMs: number | null },
): Promise<LineState> {
  const timeMs = clock.now();
  if (branchTimeMs !== null && Math.abs(branchTimeMs - timeMs) > LIMITS.hubClockOffMsMax) {
    const detail = `The branch's clock is at ${isoTime(branchTimeMs)}, and the hub's is at ${isoTime(timeMs)}. Correct the one that is wrong.`;
    throw new AppError('clock_wrong', detail);
  }
  const { rows } = await transact(pool, [branch], (tx) =>
    tx.query<{ last: number | null; head: Buffer | null; directives: number }>(
      `SELECT l.last, l.head, b.directives_count AS directives FROM branches b
       LEFT JOIN lines l ON l.branch = b.id AND l.line = $2 WHERE b.id = $1`,
      [branch, line],
    ),
  );
  const [row] = rows;
  return {
    last: row?.last ?? 0,
    head: row?.head?.toString('hex') ?? NO_HEAD,
    directivesThrough: row?.directives ?? 0,
    timeMs,
  };
}
