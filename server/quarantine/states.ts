import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../db/open.ts';
import type { VerificationStatus } from '../verifications/types.ts';

interface Found {
  seq: number;
  id: string;
  status: VerificationStatus;
  action: string | null;
  details: string | null;
}

const LOT = 250;

/** The entries that set a record's state: those of its own kind, a reviewer's decision, and a quarantine. */
const LAST = `
  SELECT v.seq, v.id, v.status, a.action, a.details FROM verifications v LEFT JOIN audit a ON a.seq = (
    SELECT max(seq) FROM audit WHERE subject_id = v.id AND (action IN ('review.decided', 'row.quarantined')
      OR action GLOB '*verification.created' OR action GLOB '*verification.reopened' OR action GLOB '*verification.completed'
      OR action GLOB '*verification.failed' OR action GLOB '*verification.needs_review'))
  WHERE v.seq > ? AND v.erasure = 'none' ORDER BY v.seq LIMIT ${LOT}`;

/**
 * Compares the state of each record with the audit log, which must have been verified. Yields the records whose state differs from their last
 * entry: an older row was put back.
 */
export async function* findOtherStates(db: Db) {
  const select = db.prepare(LAST);
  for (let rows = select.all(0) as Found[]; rows.length > 0; rows = select.all(rows.at(-1)?.seq) as Found[]) {
    for (const { id, status, action, details } of rows) {
      const logged = statusAfter(action, details);
      const same = logged === 'processing' ? status === 'pending' || status === 'processing' : status === logged;
      if (!same && logged !== null) yield { id, status, logged };
    }
    await nextTurn();
  }
}

/** null: any state, because the log does not say. */
function statusAfter(action: string | null, details: string | null): VerificationStatus | null {
  if (action === null || action === 'row.quarantined') return null;
  if (action === 'review.decided') {
    const { decision } = JSON.parse(details ?? '{}') as { decision?: string };
    return decision === 'approve' ? 'completed' : 'failed';
  }
  const state = action.split('.').at(-1);
  return state === 'created' || state === 'reopened' ? 'processing' : (state as VerificationStatus);
}
