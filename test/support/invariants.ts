import { expect } from 'vitest';
import { verifyAudit } from '../../server/audit/log.ts';
import type { VerificationDeps } from '../../server/verifications/deps.ts';

/** The kinds of a record's events, in the order of the state machine, for each state it can be in. */
const EVENTS: Record<string, string[]> = {
  pending: ['verification.created'],
  processing: ['verification.created', 'verification.processing'],
  completed: ['verification.created', 'verification.processing', 'verification.completed'],
  failed: ['verification.created', 'verification.processing', 'verification.failed'],
  needs_review: ['verification.created', 'verification.processing', 'verification.needs_review'],
};

/**
 * What must hold whenever nothing is under way: each record has its job, its events in order, its files and its key, and a decision
 * exactly where it has ended; there is no file
 * and no key without a record; no job runs past its lease; the audit log is whole.
 */
export async function assertInvariants(deps: VerificationDeps): Promise<void> {
  const rows = deps.db
    .prepare('SELECT id, status, sealed_decision IS NOT NULL AS decided FROM verifications')
    .all() as { id: string; status: string; decided: number }[];
  for (const { id, status, decided } of rows) {
    const events = deps.db.prepare('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq').pluck().all(id);
    expect(events, `events of ${id}`).toEqual(EVENTS[status]);
    const job = deps.db.prepare('SELECT state FROM jobs WHERE verification_id = ?').pluck().get(id);
    const ended = status !== 'pending' && status !== 'processing';
    expect(['done', 'dead'].includes(String(job)), `the job of ${id} is ${job} and its record ${status}`).toBe(ended);
    expect(decided, `${id} is ${status}`).toBe(Number(ended));
    const documents = deps.db.prepare('SELECT id FROM documents WHERE verification_id = ?').pluck().all(id) as string[];
    for (const document of documents) expect((await deps.vault.readFile(id, document)).length).toBeGreaterThan(0);
  }
  const ids = rows.map((row) => row.id).sort();
  expect((await deps.vault.fileOwners()).sort()).toEqual(ids);
  expect(deps.keys.dataKeyIds().sort()).toEqual(ids);
  const late = deps.db.prepare("SELECT count(*) FROM jobs WHERE state = 'running' AND lease_until < ?").pluck();
  expect(late.get(deps.clock.now())).toBe(0);
  expect(verifyAudit({ db: deps.db, keyDb: deps.keys.db, key: deps.keys.auditKey })).toMatchObject({ ok: true });
}
