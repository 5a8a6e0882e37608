import type { Db } from '../db/open.ts';

const META_NAME = 'recovery_public_key';

/** The public part of the recovery key, 64 hexadecimal digits; null: none has been made. `keyDb` is the key database. */
export function recoveryPublicKey(keyDb: Db): string | null {
  const stored = keyDb.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(META_NAME) as Buffer | undefined;
  return stored?.toString('hex') ?? null;
}

export function setRecoveryPublicKey(keyDb: Db, publicKey: string): void {
  keyDb
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(META_NAME, Buffer.from(publicKey, 'hex'));
}
