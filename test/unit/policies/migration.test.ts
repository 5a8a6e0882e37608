import { expect, it } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { policies } from '../../../server/db/migrations/017-policies.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { openDatabase } from '../../../server/db/open.ts';

it('what an older program had begun goes by the first version, and what still waited by the one in force', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, policies.version - 1));
  db.pragma('foreign_keys = OFF');
  const insert = db.prepare(
    `INSERT INTO jobs (verification_id, kind, state, attempts, interruptions, run_at, created_at, updated_at)
     VALUES (?, 'kyc', ?, ?, ?, 0, 0, 0)`,
  );
  insert.run('new', 'queued', 0, 0);
  insert.run('interrupted', 'queued', 0, 1);
  insert.run('failed once', 'queued', 1, 0);
  insert.run('running', 'running', 1, 0);
  insert.run('done', 'done', 1, 0);
  migrate(db, MIGRATIONS);
  const versions = db.prepare('SELECT verification_id, policy_version FROM jobs').raw().all();
  expect(Object.fromEntries(versions as [string, number | null][])).toEqual({
    new: null,
    interrupted: 1,
    'failed once': 1,
    running: 1,
    done: 1,
  });
  db.close();
});
