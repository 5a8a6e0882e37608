import { expect, it, vi } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { queue } from '../../../server/db/migrations/016-queue.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { createLogger } from '../../../server/lib/log.ts';
import type { Vault } from '../../../server/vault/vault.ts';
import { createQueueIndex } from '../../../server/verifications/queue-index.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';

const INSERT = `INSERT INTO verifications
  (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission, sealed_decision) VALUES`;

it('records of an older program say since when they wait, and that their reasons are to be read', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, queue.version - 1));
  db.exec(`
    ${INSERT} ('ver_1', 'kyc', 1, 'needs_review', 1, 90, 'key', x'00', x'00'), ('ver_2', 'kyb', 1, 'needs_review', 2, 91, 'key', x'00', x'00'),
      ('ver_3', 'kyc', 1, 'completed', 3, 92, 'key', x'00', x'00'), ('ver_4', 'kyc', 1, 'pending', 4, 4, 'key', x'00', NULL);
    INSERT INTO events (id, kind, subject_id, livemode, created_at, body) VALUES
      ('evt_1', 'verification.needs_review', 'ver_1', 1, 20, '{}'), ('evt_2', 'verification.needs_review', 'ver_1', 1, 30, '{}'),
      ('evt_3', 'verification.processing', 'ver_1', 1, 40, '{}'), ('evt_4', 'verification.completed', 'ver_3', 1, 50, '{}')`);
  migrate(db, MIGRATIONS);
  expect(db.prepare('SELECT id, review_since FROM verifications ORDER BY seq').raw().all()).toEqual([
    ['ver_1', 30],
    ['ver_2', 91],
    ['ver_3', null],
    ['ver_4', null],
  ]);
  expect(db.prepare('SELECT until_seq FROM reasons_missing').pluck().all()).toEqual([3]);
  db.close();
  expect(memoryDatabase().prepare('SELECT count(*) FROM reasons_missing').pluck().get()).toBe(0);
});

it('every record is read by its place or its id, whatever else there is', async () => {
  const db = memoryDatabase();
  db.exec(`${INSERT} ('ver_1', 'kyc', 1, 'failed', 1, 1, 'key', x'00', x'00'), ('kyb_ver_1', 'kyb', 1, 'failed', 1, 1, 'key', x'00', x'00');
    INSERT INTO reasons_missing VALUES (2)`);
  const submission = {
    applicant: {},
    metadata: null,
    company: { legal_name: 'A', country: 'DE' },
    representatives: [],
    ubos: [],
  };
  const vault = { opener: () => () => submission, openJson: () => ({ reasons: [{ code: 'a_code' }] }) };
  const log = createLogger(testClock(), () => {});
  const prepare = vi.spyOn(db, 'prepare');
  const index = createQueueIndex({ db, vault: vault as unknown as Vault, log });
  await index.settled();
  db.exec("UPDATE verifications SET updated_at = 5 WHERE id = 'ver_1'");
  expect((await index.entries()).map(({ id, reasons, updatedAtMs }) => [id, reasons, updatedAtMs])).toEqual([
    ['ver_1', ['a_code'], 5],
    ['kyb_ver_1', ['a_code'], 1],
  ]);
  const texts = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter(
    (sql) => !/^\s*(?:EXPLAIN|CREATE)/.test(sql),
  );
  prepare.mockRestore();
  expect(texts.filter((sql) => sql.includes('FROM verifications')).length).toBeGreaterThanOrEqual(4);
  for (const sql of texts) {
    const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'1'")}`).all();
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!reasons_missing)|TEMP B-TREE FOR ORDER BY/.test(detail));
    expect(scans, sql).toEqual([]);
  }
  await index.stop();
  db.close();
});

it('what cannot be read now is logged and read by the next search', async () => {
  const db = memoryDatabase();
  db.exec(`${INSERT} ('ver_1', 'kyc', 1, 'pending', 1, 1, 'key', x'00', NULL)`);
  const vault = { opener: () => () => ({ applicant: {}, metadata: null }) };
  const logged: string[] = [];
  const log = createLogger(testClock(), (line) => logged.push(line));
  const index = createQueueIndex({ db, vault: vault as unknown as Vault, log });
  const failOnce = (): void => {
    vi.spyOn(db, 'prepare').mockImplementationOnce(() => {
      throw new Error('the disk fails');
    });
  };
  failOnce();
  await expect(index.entries()).rejects.toThrow('the disk fails');
  expect(logged.join('\n')).toContain('queue.index_failed');
  expect((await index.entries()).map(({ status }) => status)).toEqual(['pending']);
  await index.settled();
  expect(index.isComplete()).toBe(true);
  failOnce();
  db.exec("UPDATE verifications SET status = 'processing'");
  await new Promise(setImmediate);
  expect(logged.join('\n')).toContain('queue.refresh_failed');
  expect((await index.entries()).map(({ status }) => status)).toEqual(['processing']);
  vi.restoreAllMocks();
  await index.stop();
  db.close();
});
