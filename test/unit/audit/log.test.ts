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

  const CUT_AT_3 = 'DELETE FROM audit WHERE seq > 3';
  it.each([
    ['the end in the key database set back to it', 'UPDATE audit_head SET count = 3, link = $LINK'],
    [
      'the end in the key database set back, its mark taken away',
      'UPDATE audit_head SET count = 3, link = $LINK, mac = NULL',
    ],
    ['no end in the key database any more', 'DELETE FROM audit_head'],
  ])('finds a shortened log with %s, without the master key', (_name, sql) => {
    const log = logOf(5);
    const link = log.db.prepare('SELECT hex(link) FROM audit WHERE seq = 3').pluck().get();
    log.db.exec(CUT_AT_3);
    log.keys.db.exec(sql.replace('$LINK', `x'${link}'`));
    const problem = 'the end of the log in keys.db, or the number of checkpoints, was changed';
    expect(log.verify()).toMatchObject({ ok: false, problem });
    // The appliance itself does not take the shortened log for the complete one when it continues.
    const again = createAudit(log);
    transact(log.db, () => again.append({ actor: 'system', action: 'key.created' }));
    again.close();
    expect(log.verify()).toMatchObject({ ok: false, problem });
  });

  it('finds that both databases were put back to an earlier state by an anchor that was kept elsewhere', () => {
    const log = logOf(3);
    const headThen = log.keys.db.prepare('SELECT count, link, mac FROM audit_head').get();
    for (let i = 0; i < 2; i++) transact(log.db, () => log.audit.append({ actor: 'system', action: 'key.revoked' }));
    log.audit.anchor();
    const link = log.db.prepare('SELECT link FROM audit WHERE seq = 5').pluck().get() as Buffer;
    log.db.exec(CUT_AT_3);
    log.keys.db.prepare('UPDATE audit_head SET count = @count, link = @link, mac = @mac').run(headThen);
    expect(log.verify()).toEqual({ ok: true, count: 3 });
    expect(verifyAudit(log, [{ count: 5, link }])).toMatchObject({ ok: false, seq: 4 });
    for (let i = 0; i < 3; i++) transact(log.db, () => log.audit.append({ actor: 'system', action: 'key.created' }));
    expect(verifyAudit(log, [{ count: 5, link }])).toMatchObject({
      ok: false,
      problem: 'entry 5 does not match the entry in your anchor',
    });
  });

  it('writes the mark of its end once for a key database that has none yet', () => {
    const log = logOf(3);
    log.keys.db.exec('UPDATE audit_head SET mac = NULL');
    const { db, auditKey, signing } = log.keys;
    const older = { db, auditKey, signing: { ...signing, vouchesForHead: false, vouchForHead: vi.fn() } };
    expect(verifyAudit({ db: log.db, keys: older })).toEqual({ ok: true, count: 3 });
    createAudit({ db: log.db, keys: older, clock: log.clock });
    expect(older.signing.vouchForHead).toHaveBeenCalledOnce();
    expect(log.verify()).toEqual({ ok: true, count: 3 });
  });

  it('finds an end that was cut and rewritten', () => {
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
