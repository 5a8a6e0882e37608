import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Migration, migrate } from '../db/migrate.ts';
import { type Db, openCopy, openDatabase } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { emptyWal } from '../db/wal.ts';
import { AppError } from '../lib/errors.ts';
import { readMeta, writeMeta } from './key-meta.ts';
import { deriveKey, type KeySource, loadMasterKey, makeSealedKey } from './master-key.ts';
import { KEY_BYTES, seal, unseal } from './seal.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';

/** In `meta`: the master key sealed with a passphrase (`sealMasterKey`), and the salt for a passphrase that was set at the first start. */
export const SEALED_KEY = 'sealed_master_key';
export const SALT = 'salt';

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
  {
    version: 3,
    name: 'erasures',
    // Records whose keys an erasure destroyed: an older copy of the main database does not know about it.
    sql: `
      CREATE TABLE erased_records (
        verification_id TEXT PRIMARY KEY,
        cause TEXT NOT NULL,
        erased_by TEXT NOT NULL,
        destroyed_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE face_keys (
        verification_id TEXT PRIMARY KEY,
        wrapped BLOB NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 4,
    name: 'authenticated head of the audit log',
    sql: 'ALTER TABLE audit_head ADD COLUMN mac BLOB',
  },
];

/** The schema version that this program migrates the key database to. */
export const KEY_FORM = MIGRATIONS.length;

/** Why a record's keys were destroyed, and by whom. */
export interface KeysDestroyed {
  cause: string;
  erasedBy: string;
  destroyedAtMs: number;
}

/** Keys of 32 bytes that are derived from the master key, each for one purpose. */
const DERIVED = {
  /** For the audit log's links. */
  auditKey: 'audit',
  /** For the authentication codes of rows. */
  rowKey: 'rows',
  pepper: 'pepper',
  fingerprintKey: 'fingerprint',
  duplicateKey: 'duplicate',
  subjectKey: 'subject',
  /** Seals the addresses and secrets of webhook endpoints. */
  webhookKey: 'webhook',
  /** For the hashes that distinguish the receivers of webhooks. */
  laneKey: 'lane',
  /** Seals the logins and names of operators. */
  staffKey: 'staff',
  /** Seals the office network settings and the private key for serving other machines. */
  lanKey: 'lan',
  /** Seals where the security log goes, with the private keys for it. */
  securityLogKey: 'security log',
  /** Seals the settings of the site's directory, with its secret. */
  directoryKey: 'directory',
  /** Seals the settings of the hub, with the private key for it. */
  uplinkKey: 'uplink',
  /** Seals data archives; the keys themselves never go into one. */
  backupKey: 'backup',
  /** Seals the public part of the recovery key: a person who could replace it would receive the keys. */
  recoverySealKey: 'recovery',
} as const;

/**
 * The small second database: one wrapped data key per verification, another for its faces, which of them were erased,
 * and the audit log's count, head and checkpoints.
 */
export interface KeyStore extends Record<keyof typeof DERIVED, Buffer> {
  db: Db;
  /** For a key archive only, sealed for the holder of the recovery key. */
  masterKey: Buffer;
  /** Signs what others can check: evidence, checkpoints of the audit log, certificates. */
  signing: SigningKey;
  addDataKey(verificationId: string, key: Buffer, nowMs: number): void;
  /** null: there is no such key, or an erasure destroyed it. */
  dataKey(verificationId: string): Buffer | null;
  /** Deletes the key of a record that was never stored. */
  deleteDataKey(verificationId: string): void;
  /** Returns the ids of all records that have a key, in order. */
  dataKeyIds(): string[];
  /** Returns the key for a verification's faces only, so they can be erased before the rest; creates it if there is none. */
  ensureFaceKey(verificationId: string, nowMs: number): Buffer;
  faceKey(verificationId: string): Buffer | null;
  deleteFaceKey(verificationId: string): void;
  faceKeyIds(): string[];
  /** Destroys all keys of a record permanently and records that, in one transaction. May be called twice. */
  destroyKeys(verificationId: string, told: KeysDestroyed): void;
  /** null: no erasure destroyed its keys. */
  keysDestroyed(verificationId: string): KeysDestroyed | null;
  close(): void;
}

/**
 * Opens the key database with the master key. Throws `master_key_missing` or `master_key_wrong` if the key is missing
 * or does not belong to this store.
 */
export function openKeyStore(path: string, source: KeySource): KeyStore {
  const storeIsNew = !existsSync(path);
  const db = openDatabase(path);
  try {
    migrate(db, MIGRATIONS);
    const salt = readMeta(db, SALT) ?? randomBytes(16);
    const check = readMeta(db, 'check');
    if (check === null) refuseBegunStore(db);
    if (check === null && source.kind === 'passphrase') {
      const { masterKey, sealed } = makeSealedKey(source.passphrase);
      beginStore(db, masterKey, { [SALT]: salt, [SEALED_KEY]: sealed });
      return keyStore(db, masterKey);
    }
    const masterKey = loadMasterKey(source, {
      storeIsNew: storeIsNew || check === null,
      salt,
      sealed: readMeta(db, SEALED_KEY),
    });
    if (check === null) beginStore(db, masterKey, { [SALT]: salt });
    else verifyKey(masterKey, check);
    return keyStore(db, masterKey);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a copy of a key database, as `copyDatabase` returns it, in memory: writes nothing. Throws as `openKeyStore` does, and `folder_newer`. */
export function openKeyStoreCopy(content: Buffer, source: KeySource): KeyStore {
  const db = openCopy(content);
  try {
    migrate(db, MIGRATIONS);
    const salt = readMeta(db, SALT);
    const check = readMeta(db, 'check');
    if (!salt || !check)
      throw new AppError(
        'master_key_missing',
        'The key database is empty. Use the right data folder, or restore keys.db from a backup.',
      );
    const masterKey = loadMasterKey(source, { storeIsNew: false, salt, sealed: readMeta(db, SEALED_KEY) });
    verifyKey(masterKey, check);
    return keyStore(db, masterKey);
  } catch (error) {
    db.close();
    throw error;
  }
}

const checkOf = (masterKey: Buffer): Buffer =>
  createHmac('sha256', deriveKey(masterKey, 'check')).update('custos').digest();

/** From here on the store belongs to this key. */
function beginStore(db: Db, masterKey: Buffer, meta: Record<string, Buffer>): void {
  db.transaction(() => {
    for (const [name, value] of Object.entries(meta)) writeMeta(db, name, value);
    writeMeta(db, 'check', checkOf(masterKey));
  }).immediate();
}

/** A store that is in use but no longer identifies its key would get a new key, and everything sealed with the first would be lost. */
function refuseBegunStore(db: Db): void {
  const rows = ['meta', 'data_keys', 'face_keys', 'audit_head'].map((table) => `EXISTS (SELECT 1 FROM ${table})`);
  if (
    db
      .prepare(`SELECT ${rows.join(' OR ')}`)
      .pluck()
      .get() === 0
  )
    return;
  throw new AppError(
    'master_key_wrong',
    'The key database no longer shows which master key it was created with. Restore keys.db from the backup that belongs to this data.',
  );
}

function verifyKey(masterKey: Buffer, check: Buffer): void {
  if (!timingSafeEqual(checkOf(masterKey), check)) {
    throw new AppError(
      'master_key_wrong',
      'This data folder was created with a different master key. Check CUSTOS_MASTER_KEY_FILE or the passphrase.',
    );
  }
}

function keyStore(db: Db, masterKey: Buffer): KeyStore {
  const wrapKey = deriveKey(masterKey, 'wrap');
  const purposes = Object.entries(DERIVED).map(([name, purpose]) => [name, deriveKey(masterKey, purpose)]);
  const derived: Record<keyof typeof DERIVED, Buffer> = Object.fromEntries(purposes);
  const data = wrappedKeys(db, 'data_keys', (id) => `key:${id}`, wrapKey);
  const faces = wrappedKeys(db, 'face_keys', (id) => `face_key:${id}`, wrapKey);
  const insertErased = db.prepare(
    'INSERT OR IGNORE INTO erased_records (verification_id, cause, erased_by, destroyed_at) VALUES (?, ?, ?, ?)',
  );
  const selectErased = db.prepare(
    'SELECT cause, erased_by AS erasedBy, destroyed_at AS destroyedAtMs FROM erased_records WHERE verification_id = ?',
  );
  return {
    db,
    ...derived,
    masterKey,
    signing: openSigningKey(db, deriveKey(masterKey, 'signing')),
    addDataKey: data.add,
    dataKey: data.find,
    deleteDataKey: (id) => {
      transact(db, () => {
        data.remove(id);
        faces.remove(id);
      });
      emptyWal(db);
    },
    dataKeyIds: data.ids,
    ensureFaceKey(id, nowMs) {
      const known = faces.find(id);
      if (known) return known;
      const made = randomBytes(KEY_BYTES);
      faces.add(id, made, nowMs);
      return made;
    },
    faceKey: faces.find,
    deleteFaceKey(id) {
      faces.remove(id);
      forgetFormer(db);
    },
    faceKeyIds: faces.ids,
    destroyKeys(id, { cause, erasedBy, destroyedAtMs }) {
      transact(db, () => {
        data.remove(id);
        faces.remove(id);
        insertErased.run(id, cause, erasedBy, destroyedAtMs);
      });
      forgetFormer(db);
    },
    keysDestroyed: (id) => (selectErased.get(id) as KeysDestroyed | undefined) ?? null,
    close: () => db.close(),
  };
}

/** Opens the keys of a table, sealed with the wrapping key, each bound to its own place. */
function wrappedKeys(db: Db, table: 'data_keys' | 'face_keys', placeOf: (id: string) => string, wrapKey: Buffer) {
  const insert = db.prepare(`INSERT INTO ${table} (verification_id, wrapped, created_at) VALUES (?, ?, ?)`);
  const select = db.prepare(`SELECT wrapped FROM ${table} WHERE verification_id = ?`).pluck();
  const remove = db.prepare(`DELETE FROM ${table} WHERE verification_id = ?`);
  const ids = db.prepare(`SELECT verification_id FROM ${table} ORDER BY verification_id`).pluck();
  return {
    add: (id: string, key: Buffer, nowMs: number): void => void insert.run(id, seal(wrapKey, placeOf(id), key), nowMs),
    find(id: string): Buffer | null {
      const wrapped = select.get(id) as Buffer | undefined;
      return wrapped ? unseal(wrapKey, placeOf(id), wrapped) : null;
    },
    remove: (id: string): void => void remove.run(id),
    ids: () => ids.all() as string[],
  };
}

/** How long a backup waits for a copy of this small database. */
const COPY_WAIT_MS = 1_000;

/** Throws if another connection keeps reading the write-ahead log, which may still hold a destroyed key: the caller tries again. */
function forgetFormer(db: Db): void {
  if (!emptyWal(db, COPY_WAIT_MS)) throw new Error('the write-ahead log of the key database is being read');
}
