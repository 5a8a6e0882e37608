import { expect, it } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../server/db/migrations/all.ts';
import { openDatabase } from '../../../server/db/open.ts';

it('keys made before acts of review had scopes of their own keep what they were allowed, and get no more', () => {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS.slice(0, 8));
  const insert = db.prepare(
    'INSERT INTO api_keys (id, livemode, label, hash, scopes, created_at) VALUES (?, 1, ?, ?, ?, 0)',
  );
  const before = ['kyc:read', 'kyc:read kyc:write', 'kyb:write', 'kyc:write kyb:write admin', 'lists:write'];
  for (const [i, scopes] of before.entries()) insert.run(`key_${i}`, scopes, Buffer.of(i), scopes);
  migrate(db, MIGRATIONS);
  expect(db.prepare('SELECT scopes FROM api_keys ORDER BY id').pluck().all()).toEqual([
    'kyc:read',
    'kyc:read kyc:write kyc:review',
    'kyb:write kyb:review',
    'kyc:write kyb:write admin kyc:review kyb:review audit:read',
    'lists:write',
  ]);
});
