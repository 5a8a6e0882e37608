import { expect, it } from 'vitest';
import { type Counted, countsOf } from '../../../server/db/counts.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { counts } from '../../../server/db/migrations/020-counts.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { type Db, openDatabase } from '../../../server/db/open.ts';
import { transact } from '../../../server/db/transact.ts';
import { memoryDatabase } from '../../support/database.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const INSERT = `INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
  VALUES (?, ?, ?, ?, 1, 1, 'key', x'00')`;
const INSERT_SESSION = `INSERT INTO capture_sessions (id, livemode, state, purpose, language, liveness, created_by, created_at, claim_by, expires_at,
  confirmation, confirmed, steps, sealed_content) VALUES (?, ?, ?, 'verification', 'en', 'off', 'key', 1, 1, 1, 'off', 0, '[]', x'00')`;
const ANEW: Record<Counted, string> = {
  verifications: `SELECT kind || ' ' || livemode || ' ' || status AS part, count(*) AS n FROM verifications
    WHERE erasure = 'none' GROUP BY 1 ORDER BY 1`,
  jobs: 'SELECT state AS part, count(*) AS n FROM jobs GROUP BY 1 ORDER BY 1',
  webhook_deliveries: 'SELECT state AS part, count(*) AS n FROM webhook_deliveries GROUP BY 1 ORDER BY 1',
  capture_sessions:
    "SELECT livemode || ' ' || state AS part, count(*) AS n FROM capture_sessions GROUP BY 1 ORDER BY 1",
};

function expectCounted(db: Db, hint: string): void {
  for (const [what, sql] of Object.entries(ANEW)) {
    expect(countsOf(db, what as Counted), `${what}, ${hint}`).toEqual(db.prepare(sql).all());
  }
}

it('counts go with every change, and with what is rolled back', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const db = memoryDatabase();
  const statuses = ['pending', 'processing', 'completed', 'failed', 'needs_review'];
  const changes: (() => void)[] = [
    () => {
      const id = `ver_${random()}`;
      db.prepare(INSERT).run(id, draw(['kyc', 'kyb']), draw([0, 1]), draw(statuses));
      const insertJob =
        "INSERT INTO jobs (verification_id, kind, state, run_at, created_at, updated_at) VALUES (?, 'kyc', 'queued', 1, 1, 1)";
      db.prepare(insertJob).run(id);
    },
    () => {
      db.prepare(INSERT_SESSION).run(`cap_${random()}`, draw([0, 1]), draw(['created', 'claimed', 'submitted']));
    },
    () =>
      void db
        .prepare('UPDATE capture_sessions SET state = ? WHERE seq % 3 = ?')
        .run(draw(['created', 'capturing']), draw([0, 1, 2])),
    () => void db.prepare('DELETE FROM capture_sessions WHERE seq % 5 = ?').run(draw([0, 1, 2, 3, 4])),
    () => void db.prepare('UPDATE verifications SET status = ? WHERE seq % 3 = ?').run(draw(statuses), draw([0, 1, 2])),
    () =>
      void db
        .prepare('UPDATE verifications SET erasure = ? WHERE seq % 5 = 1')
        .run(draw(['none', 'erasing', 'erased'])),
    () => void db.prepare('UPDATE jobs SET state = ? WHERE rowid % 4 = 2').run(draw(['done', 'running', 'dead'])),
    () => void db.prepare('DELETE FROM jobs WHERE rowid % 7 = 3').run(),
    () => void db.prepare('DELETE FROM verifications WHERE id NOT IN (SELECT verification_id FROM jobs)').run(),
  ];
  for (let round = 0; round < 300; round++) {
    const fails = random() < 0.2;
    const change = () =>
      transact(db, () => {
        draw(changes)();
        if (fails) throw new Error('rolled back');
      });
    if (fails) expect(change).toThrow('rolled back');
    else change();
    expectCounted(db, `seed ${seed}, round ${round}`);
  }
  expect(countsOf(db, 'verifications').length).toBeGreaterThan(3);
  db.close();
});

it('what a former program stored is counted, and is found by the key of the table', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, counts.version - 1));
  for (const [at, status] of ['pending', 'failed', 'failed'].entries())
    db.prepare(INSERT).run(`ver_${at}`, 'kyc', 1, status);
  migrate(db, MIGRATIONS);
  expect(countsOf(db, 'verifications')).toEqual([
    { part: 'kyc 1 failed', n: 2 },
    { part: 'kyc 1 pending', n: 1 },
  ]);
  const plan = db.prepare('EXPLAIN QUERY PLAN SELECT part, n FROM counts WHERE what = ? AND n <> 0').all('jobs');
  expect(JSON.stringify(plan)).toContain('SEARCH counts USING PRIMARY KEY (what=?)');
  db.close();
});
