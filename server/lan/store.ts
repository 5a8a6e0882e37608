import type { Audit, AuditEntry } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { readMeta, writeMeta } from '../vault/key-meta.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { KeyedCertificate } from './certificate.ts';

/** Everything that is kept of it. */
export interface LanSettings {
  on: boolean;
  /** The one address of this machine that is listened on; null: all of them. */
  address: string | null;
  port: number;
  certificate: StoredCertificate | null;
}

export interface StoredCertificate extends KeyedCertificate {
  origin: 'made' | 'imported';
  /** Names that an administrator gave, beside the machine's own. */
  givenNames: string[];
  /** When and from what it was made anew by itself; null: a person saw to it. */
  renewed: { atMs: number; formerFingerprint: string } | null;
}

export interface LanStore {
  read(): LanSettings;
  /** Both or neither; throws what the databases throw, and then nothing has changed. */
  write(settings: LanSettings, entry: AuditEntry): void;
}

type StoreKeys = Pick<KeyStore, 'db' | 'lanKey'>;

const ROW = 'lan';
/** Not asked for from elsewhere: the one beside 443 that needs no rights. */
export const LAN_PORT_DEFAULT = 8443;

/**
 * One row of the key database, sealed as a whole: settings, certificate and private key change together. The audit log stands in the
 * other database. Its entry is kept in the row until it is written, so that a process that is killed in between writes it at its next start.
 */
export function openLanStore({ db, keys, audit }: { db: Db; keys: StoreKeys; audit: Audit }): LanStore {
  const append = (entry: AuditEntry): void => transact(db, () => audit.append(entry));
  const left = readRow(keys);
  if (left.unaudited) {
    append(left.unaudited);
    writeRow(keys, { ...left, unaudited: null });
  }
  let settings = left.settings;
  return {
    read: () => settings,
    write(next, entry) {
      writeRow(keys, { settings: next, unaudited: entry });
      try {
        append(entry);
      } catch (error) {
        writeRow(keys, { settings, unaudited: null });
        throw error;
      }
      settings = next;
      writeRow(keys, { settings, unaudited: null });
    },
  };
}

/** For a folder that was restored: the machine on which it is opened may be another one, beside the one that it was made on. */
export function switchOffLan(keys: StoreKeys): void {
  const { settings } = readRow(keys);
  if (settings.on) writeRow(keys, { settings: { ...settings, on: false }, unaudited: null });
}

interface Row {
  settings: LanSettings;
  unaudited: AuditEntry | null;
}

function readRow({ db, lanKey }: StoreKeys): Row {
  const sealed = readMeta(db, ROW);
  if (sealed) return JSON.parse(unseal(lanKey, ROW, sealed).toString()) as Row;
  return { settings: { on: false, address: null, port: LAN_PORT_DEFAULT, certificate: null }, unaudited: null };
}

function writeRow({ db, lanKey }: StoreKeys, row: Row): void {
  writeMeta(db, ROW, seal(lanKey, ROW, Buffer.from(JSON.stringify(row))));
}
