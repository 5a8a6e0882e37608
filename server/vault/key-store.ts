import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Migration, migrate } from '../db/migrate.ts';
import { type Db, openDatabase } from '../db/open.ts';
import { AppError } from '../lib/errors.ts';
import { deriveKey, type KeySource, loadMasterKey } from './master-key.ts';
import { seal, unseal } from './seal.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';

const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'keys',
    sql: `
      CREATE TABLE data_keys (
        verification_id TEXT PRIMARY KEY,
        wrapped BLOB NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE audit_head (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        count INTEGER NOT NULL,
        link BLOB NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 2,
    name: 'audit checkpoints',
    sql: `
      CREATE TABLE audit_checkpoints (
        number INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        count INTEGER NOT NULL,
        link BLOB NOT NULL,
        signature BLOB NOT NULL
      ) STRICT;
    `,
  },
];

/** The small second database: one wrapped data key a verification, and the audit log's count, head and checkpoints. */
export interface KeyStore {
  db: Db;
  /** 32 bytes each, derived from the master key. */
  auditKey: Buffer;
  pepper: Buffer;
  fingerprintKey: Buffer;
  duplicateKey: Buffer;
  subjectKey: Buffer;
  /** Seals the logins and names of operators. */
  staffKey: Buffer;
  /** Seals the addresses and secrets of webhook endpoints. */
  webhookKey: Buffer;
  /** Of the hashes by which the receivers of webhooks are told apart. */
  laneKey: Buffer;
  /** Signs what others can check: evidence, checkpoints of the audit log, certificates. */
  signing: SigningKey;
  addDataKey(verificationId: string, key: Buffer, nowMs: number): void;
  /** null: there is no such key, or it was destroyed by an erasure. */
  dataKey(verificationId: string): Buffer | null;
  deleteDataKey(verificationId: string): void;
  dataKeyIds(): string[];
  close(): void;
}

/**
 * Opens the key database with the master key. Throws `master_key_missing` or `master_key_wrong` where the key is not
 * there or is not the one that this store was made with.
 */
export function openKeyStore(path: string, source: KeySource): KeyStore {
  const storeIsNew = !existsSync(path);
  const db = openDatabase(path);
  try {
    migrate(db, MIGRATIONS);
    const salt = storedMeta(db, 'salt') ?? randomBytes(16);
    const check = storedMeta(db, 'check');
    const masterKey = loadMasterKey(source, { storeIsNew: storeIsNew || check === null, salt });
    verifyKey(db, masterKey, salt, check);
    return keyStore(db, masterKey);
  } catch (error) {
    db.close();
    throw error;
  }
}

function verifyKey(db: Db, masterKey: Buffer, salt: Buffer, check: Buffer | null): void {
  const expected = createHmac('sha256', deriveKey(masterKey, 'check')).update('custos').digest();
  if (check === null) {
    const insert = db.prepare('INSERT INTO meta (name, value) VALUES (?, ?)');
    db.transaction(() => {
      insert.run('salt', salt);
      insert.run('check', expected);
    }).immediate();
  } else if (!timingSafeEqual(expected, check)) {
    throw new AppError(
      'master_key_wrong',
      'The master key is not the one this data folder was made with. Check CUSTOS_MASTER_KEY_FILE or the passphrase.',
    );
  }
}

function keyStore(db: Db, masterKey: Buffer): KeyStore {
  const wrapKey = deriveKey(masterKey, 'wrap');
  const insert = db.prepare('INSERT INTO data_keys (verification_id, wrapped, created_at) VALUES (?, ?, ?)');
  const select = db.prepare('SELECT wrapped FROM data_keys WHERE verification_id = ?').pluck();
  const remove = db.prepare('DELETE FROM data_keys WHERE verification_id = ?');
  const ids = db.prepare('SELECT verification_id FROM data_keys').pluck();
  return {
    db,
    auditKey: deriveKey(masterKey, 'audit'),
    pepper: deriveKey(masterKey, 'pepper'),
    fingerprintKey: deriveKey(masterKey, 'fingerprint'),
    duplicateKey: deriveKey(masterKey, 'duplicate'),
    subjectKey: deriveKey(masterKey, 'subject'),
    staffKey: deriveKey(masterKey, 'staff'),
    webhookKey: deriveKey(masterKey, 'webhook'),
    laneKey: deriveKey(masterKey, 'lane'),
    signing: openSigningKey(db, deriveKey(masterKey, 'signing')),
    addDataKey: (id, key, nowMs) => void insert.run(id, seal(wrapKey, `key:${id}`, key), nowMs),
    dataKey: (id) => {
      const wrapped = select.get(id) as Buffer | undefined;
      return wrapped ? unseal(wrapKey, `key:${id}`, wrapped) : null;
    },
    deleteDataKey: (id) => {
      remove.run(id);
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    dataKeyIds: () => ids.all() as string[],
    close: () => db.close(),
  };
}

function storedMeta(db: Db, name: string): Buffer | null {
  return (db.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(name) as Buffer | undefined) ?? null;
}
