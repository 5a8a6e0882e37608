import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCheckpoints, showCheckpoints } from '../../../server/audit/checkpoints.ts';
import { FIRST_LINK } from '../../../server/audit/entries.ts';
import { writeHead } from '../../../server/audit/head.ts';
import { createAudit, verifyAudit } from '../../../server/audit/log.ts';
import { transact } from '../../../server/db/transact.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { isSignedBy } from '../../../server/lib/signatures.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { memoryKeys } from '../../support/keys.ts';

/** A checkpoint after few entries works like any other, and saves writing thousands of entries. */
const limits = LIMITS as { auditCheckpointEntries: number };
const { auditCheckpointEntries } = limits;
beforeAll(() => {
  limits.auditCheckpointEntries = 20;
});
afterAll(() => {
  limits.auditCheckpointEntries = auditCheckpointEntries;
});

function openLog() {
  const db = memoryDatabase();
  const keys = memoryKeys();
  const clock = testClock();
  const audit = createAudit({ db, keys, clock });
  const append = (count: number): void => {
    transact(db, () => {
      for (let i = 0; i < count; i++) audit.append({ actor: 'system', action: 'key.created', subjectId: `key_${i}` });
    });
    audit.anchor();
  };
  const counts = (): number[] => readCheckpoints(keys.db).map(({ count }) => count);
  return { db, keys, clock, append, counts, verify: () => verifyAudit({ db, keys }) };
}

describe('checkpoints of the audit log', () => {
  it('are signed after a fixed number of entries', () => {
    const log = openLog();
    log.append(LIMITS.auditCheckpointEntries - 1);
    expect(log.counts()).toEqual([]);
    log.append(1);
    log.append(LIMITS.auditCheckpointEntries + 5);
    log.append(1);
    expect(log.counts()).toEqual([LIMITS.auditCheckpointEntries, 2 * LIMITS.auditCheckpointEntries + 5]);
    expect(log.verify()).toMatchObject({ ok: true });
  });

  it('are signed once a day on which something was written', () => {
    const log = openLog();
    log.append(3);
    log.clock.advance(LIMITS.auditCheckpointMs - 1);
    log.append(1);
    expect(log.counts()).toEqual([]);
    log.clock.advance(1);
    log.append(1);
    log.clock.advance(3 * LIMITS.auditCheckpointMs);
    expect(log.counts()).toEqual([5]);
    log.append(0);
    expect(log.counts()).toEqual([5]);
    log.append(2);
    expect(log.counts()).toEqual([5, 7]);
  });

  it('can be verified with the public key', () => {
    const log = openLog();
    log.append(LIMITS.auditCheckpointEntries);
    log.append(LIMITS.auditCheckpointEntries);
    const shown = showCheckpoints(readCheckpoints(log.keys.db), 2 * LIMITS.auditCheckpointEntries);
    expect(shown).toHaveLength(2);
    for (const { signed, signature } of shown) {
      const bytes = Buffer.from(signature, 'hex');
      expect(isSignedBy(log.keys.signing.publicKey, 'audit checkpoint', Buffer.from(signed), bytes)).toBe(true);
    }
  });

  it.each([
    [
      'a changed count',
      'UPDATE audit_checkpoints SET count = count - 1 WHERE number = 2',
      'checkpoint 2 does not match',
    ],
    ['a changed time', 'UPDATE audit_checkpoints SET at = at + 1 WHERE number = 1', 'checkpoint 1 does not match'],
    [
      'a changed head',
      'UPDATE audit_checkpoints SET link = zeroblob(32) WHERE number = 3',
      'checkpoint 3 does not match',
    ],
    ['the last one taken away', 'DELETE FROM audit_checkpoints WHERE number = 3', 'number of checkpoints, was changed'],
    ['a lost one', 'DELETE FROM audit_checkpoints WHERE number = 2', 'checkpoint 2 is missing'],
    [
      'one left out and the rest renumbered',
      'DELETE FROM audit_checkpoints WHERE number = 2; UPDATE audit_checkpoints SET number = 2 WHERE number = 3',
      'checkpoint 2 does not match',
    ],
  ])('verification finds %s', (_name, sql, problem) => {
    const log = openLog();
    for (let i = 0; i < 3; i++) log.append(LIMITS.auditCheckpointEntries);
    log.keys.db.exec(sql);
    expect(log.verify()).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it('reveal a log that was rewritten with the audit key, including its anchor', () => {
    const log = openLog();
    log.append(LIMITS.auditCheckpointEntries);
    const writeAnew = (): void => {
      log.db.exec('DELETE FROM audit');
      transact(log.keys.db, () => writeHead(log.keys, { count: 0, link: FIRST_LINK }));
      log.append(LIMITS.auditCheckpointEntries + 1);
    };
    writeAnew();
    expect(log.verify()).toMatchObject({ ok: true });
    log.clock.advance(1);
    writeAnew();
    const problem = `entry ${LIMITS.auditCheckpointEntries} does not match the entry that checkpoint 1 signed`;
    expect(log.verify()).toMatchObject({ ok: false, seq: LIMITS.auditCheckpointEntries, problem });
  });
});
