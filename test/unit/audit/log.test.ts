import { describe, expect, it, vi } from 'vitest';
import { entriesOf } from '../../../server/audit/entries.ts';
import { createAudit, verifyAudit } from '../../../server/audit/log.ts';
import { transact } from '../../../server/db/transact.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { memoryKeys } from '../../support/keys.ts';

function logOf(count: number) {
  const db = memoryDatabase();
  const keys = memoryKeys();
  const clock = testClock();
  const audit = createAudit({ db, keys, clock });
  for (let i = 0; i < count; i++) {
    transact(db, () => audit.append({ actor: 'system', action: 'key.created', subjectId: `key_${i}` }));
  }
  audit.close();
  return { db, keys, audit, clock, verify: () => verifyAudit({ db, keys }) };
}

describe('audit log', () => {
  it('verifies when untouched, empty or not', () => {
    expect(logOf(0).verify()).toEqual({ ok: true, count: 0 });
    expect(logOf(5).verify()).toEqual({ ok: true, count: 5 });
  });

  it.each([
    ['a changed entry', "UPDATE audit SET actor = 'nobody' WHERE seq = 3", 3],
    ['a removed entry', 'DELETE FROM audit WHERE seq = 2', 2],
    ['a cut end', 'DELETE FROM audit WHERE seq > 3', 4],
    ['a cut end that is all of it', 'DELETE FROM audit', 1],
    ['a moved time', 'UPDATE audit SET at = at + 1 WHERE seq = 5', 5],
  ])('finds %s', (_name, sql, seq) => {
    const log = logOf(5);
    log.db.exec(sql);
    expect(log.verify()).toMatchObject({ ok: false, seq });
  });

  it('finds an end that was cut and written anew', () => {
    const log = logOf(5);
    log.db.exec('DELETE FROM audit WHERE seq = 5');
    const { auditKey, signing } = log.keys;
    const forger = createAudit({ db: log.db, keys: { db: memoryKeys().db, auditKey, signing }, clock: testClock() });
    transact(log.db, () => forger.append({ actor: 'system', action: 'key.revoked' }));
    forger.close();
    expect(log.verify()).toMatchObject({ ok: false, seq: 5 });
  });

  it('keeps the anchor of a longer log: acts after a cut do not hide it', () => {
    const log = logOf(5);
    log.db.exec('DELETE FROM audit WHERE seq > 3');
    for (let i = 0; i < 4; i++) transact(log.db, () => log.audit.append({ actor: 'system', action: 'key.created' }));
    log.audit.anchor();
    expect(log.verify()).toMatchObject({ ok: false, seq: 5 });
  });

  it('an anchor that cannot be written is written later', async () => {
    vi.useFakeTimers();
    const log = logOf(1);
    const head = log.keys.db.prepare('SELECT count FROM audit_head').pluck();
    log.keys.db.exec("CREATE TRIGGER full BEFORE UPDATE ON audit_head BEGIN SELECT raise(ABORT, 'full'); END");
    transact(log.db, () => log.audit.append({ actor: 'system', action: 'key.created' }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(head.get()).toBe(1);
    log.keys.db.exec('DROP TRIGGER full');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(head.get()).toBe(2);
    vi.useRealTimers();
  });

  it('finds the entries of one subject without reading the others', () => {
    const { db } = logOf(5);
    expect(entriesOf(db, 'key_3').map(({ seq }) => seq)).toEqual([4]);
    const plan = db.prepare("EXPLAIN QUERY PLAN SELECT * FROM audit WHERE subject_id = 'key_3' ORDER BY seq").get();
    expect((plan as { detail: string }).detail).toContain('USING INDEX audit_by_subject');
  });

  it('takes entries only inside a transaction', () => {
    expect(() => logOf(0).audit.append({ actor: 'system', action: 'key.created' })).toThrow('commits together');
  });
});
