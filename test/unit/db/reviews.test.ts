import { expect, it } from 'vitest';
import { isActiveActor, isSameActor } from '../../../server/access/actors.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { reviews } from '../../../server/db/migrations/011-reviews.ts';
import { corrections } from '../../../server/db/migrations/023-corrections.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { openDatabase } from '../../../server/db/open.ts';

const BEFORE = MIGRATIONS.slice(0, reviews.version - 1);

it('records from before reviews keep what they are, and what people do with them goes with them', () => {
  const db = openDatabase(':memory:');
  migrate(db, BEFORE);
  db.exec(`
    INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
      VALUES ('ver_1', 'kyc', 1, 'needs_review', 0, 0, 'key', x'00');`);
  const before = db.prepare('SELECT * FROM verifications').get() as object;
  migrate(db, MIGRATIONS.slice(0, reviews.version));
  expect(db.prepare('SELECT * FROM verifications').get()).toEqual({
    ...before,
    assignee: null,
    assigned_by: null,
    assigned_at: null,
  });
  db.exec(`
    INSERT INTO reviews (id, verification_id, decision, reason, sealed_note, decided_by, decided_at, state)
      VALUES ('rev_1', 'ver_1', 'approve', 'other', x'01', 'key', 1, 'proposed');
    INSERT INTO notes (id, verification_id, written_by, written_at, sealed_text) VALUES ('note_1', 'ver_1', 'key', 1, x'01');
    INSERT INTO document_requests (verification_id, requested_by, requested_at, sealed_request) VALUES ('ver_1', 'key', 1, x'01');
    INSERT INTO former_attempts (verification_id, attempt, cause, opened_by, opened_at) VALUES ('ver_1', 1, 'rerun', 'key', 1);
    INSERT INTO former_results VALUES ('ver_1', 1, 'read', 1, 1, x'01');`);
  expect(() =>
    db.exec(`INSERT INTO reviews (id, verification_id, decision, reason, sealed_note, decided_by, decided_at, state)
      VALUES ('rev_2', 'ver_1', 'approve', 'other', x'01', 'key', 1, 'proposed')`),
  ).toThrow(/UNIQUE/);
  db.exec("DELETE FROM verifications WHERE id = 'ver_1'");
  for (const table of ['reviews', 'notes', 'document_requests', 'former_attempts', 'former_results']) {
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
  }
  db.close();
});

it('former attempts and their results stay, row for row, where a further cause is allowed', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, corrections.version - 1));
  db.exec(`
    INSERT INTO verifications (id, kind, livemode, status, created_at, updated_at, created_by, sealed_submission)
      VALUES ('ver_1', 'kyc', 1, 'needs_review', 0, 0, 'key', x'00');
    INSERT INTO former_attempts VALUES ('ver_1', 1, 'rerun', 'key', 1, 3, x'02', x'03'), ('ver_1', 2, 'person', 'key', 2, NULL, NULL, NULL);
    INSERT INTO former_results VALUES ('ver_1', 1, 'read', 1, 5, x'01', x'04'), ('ver_1', 2, 'read', 1, 6, x'05', NULL);`);
  const all = () => [
    db.prepare('SELECT * FROM former_attempts').all(),
    db.prepare('SELECT * FROM former_results').all(),
  ];
  const before = all();
  migrate(db, MIGRATIONS);
  expect(all()).toEqual(before);
  const insert = db.prepare("INSERT INTO former_attempts VALUES ('ver_1', 3, ?, 'key', 1, NULL, NULL, NULL)");
  expect(() => insert.run('whim')).toThrow(/CHECK/);
  insert.run('face_choice');
  db.exec("DELETE FROM verifications WHERE id = 'ver_1'");
  expect(all()).toEqual([[], []]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  db.close();
});

it('those given to somebody are listed from their index', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS);
  const sql =
    "SELECT * FROM verifications WHERE kind = 'kyc' AND livemode = 1 AND assignee = 'a' ORDER BY seq DESC LIMIT 11";
  const [plan] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
  expect(plan?.detail).toContain('verifications_by_assignee');
  db.close();
});

it('an operator, the keys that they made or rotated, and those made with these may be in the same hands', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS);
  const key = db.prepare(
    "INSERT INTO api_keys (id, livemode, label, hash, scopes, created_at, replaced_by) VALUES (?, 1, '', ?, 'admin', 0, ?)",
  );
  const audit = db.prepare(
    "INSERT INTO audit (at, actor, action, subject_id, details, link) VALUES (0, ?, ?, ?, '{}', x'00')",
  );
  const make = (id: string, actor: string, { rotates }: { rotates?: string } = {}): void => {
    key.run(id, Buffer.from(id), null);
    if (rotates) db.prepare('UPDATE api_keys SET replaced_by = ? WHERE id = ?').run(id, rotates);
    audit.run(actor, rotates ? 'key.rotated' : 'key.created', id);
  };
  make('key_own', 'opr_1');
  make('key_next', 'opr_2', { rotates: 'key_own' });
  make('key_other', 'opr_1');
  make('key_by_key', 'key_other');
  make('key_system', 'system');
  make('key_cli', 'cli');
  make('key_cli_too', 'cli');
  make('key_by_system', 'key_system');
  make('key_3', 'opr_3');
  audit.run('opr_1', 'key.revoked', 'key_3');
  audit.run('opr_1', 'operator.created', 'opr_2');
  for (const [a, b, same] of [
    ['opr_1', 'key_own', true],
    ['key_next', 'opr_1', true],
    ['key_own', 'opr_2', true],
    ['key_own', 'key_other', true],
    ['opr_1', 'key_by_key', true],
    ['opr_2', 'key_by_key', false],
    ['key_cli', 'key_cli_too', false],
    ['key_system', 'key_by_system', false],
    ['key_system', 'opr_1', false],
    ['key_3', 'key_own', false],
    ['key_3', 'opr_1', false],
    ['opr_1', 'opr_2', false],
  ] as const) {
    expect([isSameActor(db, a, b), isSameActor(db, b, a)], `${a} ${b}`).toEqual([same, same]);
  }
  db.close();
});

it('a key and those that took its place are one holder, an operator is themself, and who has gone cannot act', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS);
  const key = db.prepare(
    'INSERT INTO api_keys (id, livemode, label, hash, scopes, created_at, expires_at, revoked_at, replaced_by) VALUES (?, 1, ?, ?, ?, 0, ?, ?, ?)',
  );
  key.run('key_3', 'c', Buffer.of(3), 'admin', null, null, null);
  key.run('key_2', 'b', Buffer.of(2), 'admin', 10, null, 'key_3');
  key.run('key_1', 'a', Buffer.of(1), 'admin', null, 5, 'key_2');
  db.prepare(
    "INSERT INTO operators VALUES ('opr_1', x'01', x'01', 'reviewer', ?, 'hash', NULL, 0, 0, NULL, NULL, 'local')",
  ).run(1);
  for (const [a, b, same] of [
    ['key_1', 'key_3', true],
    ['key_3', 'key_1', true],
    ['key_2', 'key_2', true],
    ['key_1', 'opr_1', false],
    ['opr_1', 'opr_1', true],
    ['opr_1', 'opr_2', false],
  ] as const) {
    expect(isSameActor(db, a, b), `${a} ${b}`).toBe(same);
  }
  const canAct = (id: string, livemode = true, nowMs = 9) => isActiveActor(db, id, { livemode, nowMs });
  expect(['key_1', 'key_2', 'key_3', 'opr_1', 'opr_2'].map((id) => canAct(id))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect([canAct('key_2', true, 10), canAct('key_3', false), canAct('opr_1', false)]).toEqual([false, false, true]);
  db.exec('UPDATE operators SET active = 0');
  expect(canAct('opr_1')).toBe(false);
  db.close();
});
