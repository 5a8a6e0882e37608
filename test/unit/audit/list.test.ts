import { expect, it, vi } from 'vitest';
import { type AuditQuery, auditFilters, listAudit } from '../../../server/audit/list.ts';
import { createAudit, verifyAudit, verifyAuditInSlices } from '../../../server/audit/log.ts';
import { transact } from '../../../server/db/transact.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { memoryKeys } from '../../support/keys.ts';

const STEP_MS = 1_000;

/** Entries 1 to `count`: each second one by `opr_a`, each third one a review. */
function logOf(count: number) {
  const db = memoryDatabase();
  const keys = memoryKeys();
  const clock = testClock();
  const startMs = clock.now();
  const audit = createAudit({ db, keys, clock });
  for (let i = 1; i <= count; i++) {
    const actor = i % 2 === 0 ? 'opr_a' : 'key_b';
    const action = i % 3 === 0 ? 'review.decided' : 'note.added';
    transact(db, () => audit.append({ actor, action, subjectId: `ver_${i % 5}` }));
    clock.advance(STEP_MS);
  }
  audit.close();
  const seqs = (query: Partial<AuditQuery>) => {
    const { rows, hasMore } = listAudit(db, { limit: 100, ...query });
    return { seqs: rows.map(({ seq }) => seq), hasMore };
  };
  return { db, keys, audit, startMs, seqs };
}

it('gives the newest first, and pages in both directions', () => {
  const { seqs } = logOf(7);
  expect(seqs({ limit: 3 })).toEqual({ seqs: [7, 6, 5], hasMore: true });
  expect(seqs({ limit: 3, startingAfter: 5 })).toEqual({ seqs: [4, 3, 2], hasMore: true });
  expect(seqs({ limit: 3, startingAfter: 2 })).toEqual({ seqs: [1], hasMore: false });
  expect(seqs({ limit: 3, endingBefore: 2 })).toEqual({ seqs: [5, 4, 3], hasMore: true });
  expect(seqs({ limit: 3, endingBefore: 5 })).toEqual({ seqs: [7, 6], hasMore: false });
});

it('filters by who, what, whom and when, each and together', () => {
  const { seqs, startMs } = logOf(12);
  expect(seqs({ actor: 'opr_a' }).seqs).toEqual([12, 10, 8, 6, 4, 2]);
  expect(seqs({ action: 'review.decided' }).seqs).toEqual([12, 9, 6, 3]);
  expect(seqs({ subject: 'ver_2' }).seqs).toEqual([12, 7, 2]);
  expect(seqs({ actor: 'opr_a', action: 'review.decided', subject: 'ver_1' }).seqs).toEqual([6]);
  expect(seqs({ fromMs: startMs + 8 * STEP_MS }).seqs).toEqual([12, 11, 10, 9]);
  expect(seqs({ fromMs: startMs + STEP_MS, untilMs: startMs + 3 * STEP_MS, actor: 'key_b' }).seqs).toEqual([3]);
  expect(seqs({ actor: 'opr_x' })).toEqual({ seqs: [], hasMore: false });
});

it('names every action and actor once', () => {
  expect(auditFilters(logOf(0).db)).toEqual({ actions: [], actors: [] });
  expect(auditFilters(logOf(12).db)).toEqual({
    actions: ['note.added', 'review.decided'],
    actors: ['key_b', 'opr_a'],
  });
});

it('reads no more of the log than it must', () => {
  const { db } = logOf(3);
  const prepare = vi.spyOn(db, 'prepare');
  const planOf = (query: Partial<AuditQuery>): string => {
    prepare.mockClear();
    listAudit(db, { limit: 10, ...query });
    const sql = prepare.mock.calls.map(([text]) => text).find((text) => text.startsWith('SELECT * FROM audit'));
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql?.replace(/@\w+/g, '1')}`).all() as { detail: string }[];
    return plan.map(({ detail }) => detail).join('; ');
  };
  expect(planOf({ actor: 'a' })).toMatch(/audit_by_actor \(actor=\?\)$/);
  expect(planOf({ action: 'a', startingAfter: 3 })).toMatch(/audit_by_action \(action=\? AND rowid<\?\)$/);
  expect(planOf({ actor: 'a', action: 'a', startingAfter: 3 })).toMatch(
    /audit_by_actor_and_action \(actor=\? AND action=\? AND rowid<\?\)$/,
  );
  expect(planOf({ subject: 'a', actor: 'a', action: 'a' })).toMatch(/audit_by_subject \(subject_id=\?\)$/);
  expect(planOf({ subject: 'a', endingBefore: 3 })).toMatch(/audit_by_subject \(subject_id=\? AND rowid>\?\)$/);
  expect(planOf({ fromMs: 1, untilMs: 2, within: { first: 1, end: 2 } })).toMatch(
    /PRIMARY KEY \(rowid>\? AND rowid<\?\)$/,
  );
  prepare.mockClear();
  auditFilters(db);
  for (const [sql] of [...prepare.mock.calls]) {
    const plan = JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
    expect(plan).toMatch(/SEARCH audit USING COVERING INDEX audit_by_(action|actor) \((action|actor)>\?\)/);
    expect(plan).not.toMatch(/SCAN audit\b/);
  }
});

it('is followed in slices as at once, with turns for other work, and what comes meanwhile belongs to it', async () => {
  const { db, keys, audit } = logOf(600);
  let turns = 0;
  let going = true;
  const work = (): void => {
    turns += 1;
    if (going) setImmediate(work);
  };
  setImmediate(work);
  const verdict = verifyAuditInSlices({ db, keys });
  transact(db, () => audit.append({ actor: 'system', action: 'key.created' }));
  expect(await verdict).toEqual({ ok: true, count: 601 });
  going = false;
  expect(turns).toBeGreaterThan(1);
  audit.close();
  db.exec("UPDATE audit SET actor = 'nobody' WHERE seq = 500");
  expect(await verifyAuditInSlices({ db, keys })).toEqual(verifyAudit({ db, keys }));
  expect(verifyAudit({ db, keys })).toMatchObject({ ok: false, seq: 500 });
});

it('finds an entry before the first', () => {
  const { db, keys } = logOf(3);
  db.exec("INSERT INTO audit VALUES (0, 1, 'a', 'b', NULL, '{}', x'00')");
  expect(verifyAudit({ db, keys })).toMatchObject({ ok: false, seq: 1 });
});
