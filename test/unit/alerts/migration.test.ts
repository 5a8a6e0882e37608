import { expect, it } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { openDatabase } from '../../../server/db/open.ts';

const BEFORE_COMPANIES = 7;

it('alerts that were raised before companies were screened are of people, and keep their places', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, BEFORE_COMPANIES));
  db.exec(`
    INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
      VALUES ('ver_1', 'kyc', 1, 'completed', 0, 0, 'key', x'00');
    INSERT INTO alerts (seq, id, verification_id, livemode, entity_id, revision, list_version_id, change, state,
      created_at, updated_at, sealed_hit)
      VALUES (7, 'alt_1', 'ver_1', 1, 'ent_1', 'r1', 'lst_1', 'added', 'open', 1, 2, x'01');`);
  const before = db.prepare('SELECT * FROM alerts').get() as object;
  migrate(db, MIGRATIONS);
  expect(db.prepare('SELECT * FROM alerts').all()).toEqual([
    { ...before, kind: 'kyc', party: '', mac: null, subject_mark: null },
  ]);
  db.exec("DELETE FROM verifications WHERE id = 'ver_1'");
  expect(db.prepare('SELECT count(*) FROM alerts').pluck().get()).toBe(0);
  db.close();
});
