import { z } from 'zod';
import { code, count, hash, label, lineId, number, time } from './fields.ts';

/**
 * The contents of entries by kind. None holds personal data. A branch writes exactly this; a reader takes what it knows, since
 * later versions may add fields.
 */
export const CONTENTS = {
  /** The first entry of each line. */
  line: z.object({
    reason: z.enum(['enrolled', 'restored']),
    /** The line that the branch had before, as far as it knows. */
    former: z.object({ line: lineId, seq: count, head: hash }).nullable(),
  }),
  health: z.object({
    version: label,
    uptime_seconds: count,
    /** The codes of the warnings that the branch shows. */
    warnings: z.array(code),
    disk_free_bytes: count,
    /** Records that wait for work and for reviewers. */
    queued: count,
    in_review: count,
    backup_age_seconds: count.nullable(),
    clock_trusted: z.boolean(),
    /** Active versions of lists, registers and trust lists. */
    datasets: z.array(
      z.object({
        kind: z.enum(['list', 'register', 'trust']),
        code: z.string().max(100),
        version: z.string().max(100),
        published_at: time.nullable(),
        imported_at: time,
      }),
    ),
    policy_version: number,
  }),
  /** The branch's answer to a directive. */
  directive: z.object({ number, outcome: z.enum(['done', 'refused']), code: code.nullable() }),
  /** The state of a record of live data. */
  record: z.object({
    kind: z.enum(['kyc', 'kyb']),
    state: code,
    decision: code.nullable(),
    reasons: z.array(code),
    created_at: time,
    changed_at: time,
  }),
  /** The record was erased; what is held about it must go. */
  erased: z.object({ erased_at: time }),
} as const;

export type EntryContent<K extends keyof typeof CONTENTS> = z.output<(typeof CONTENTS)[K]>;
