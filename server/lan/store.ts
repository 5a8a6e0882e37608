import type { Audit, AuditEntry } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { readMeta, writeMeta } from '../vault/key-meta.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { KeyedCertificate } from './certificate.ts';

/** The stored settings of the office network. */
export interface LanSettings {
  on: boolean;
  /** The one address of this machine to listen on; null: all of them. */
  address: string | null;
  port: number;
  certificate: StoredCertificate | null;
  /** Missing in rows from before there were capture sessions. */
  capture?: CaptureSettings;
}

/** The stored settings of the listener for applicants. */
export interface CaptureSettings {
  on: boolean;
  /** On this machine's own address. */
  port: number;
  /** Whether it also listens where the office network does, with the same certificate. */
  office: boolean;
  officePort: number;
}

export interface StoredCertificate extends KeyedCertificate {
  origin: 'made' | 'imported';
  /** Names that an administrator added to the machine's own. */
  givenNames: string[];
  /** When it was renewed automatically, and the previous certificate; null: a person made it. */
  renewed: { atMs: number; formerFingerprint: string } | null;
}

export interface LanStore {
  read(): LanSettings;
  /** Writes both or neither; throws the errors of the databases, and then nothing has changed. */
  write(settings: LanSettings, entry: AuditEntry): void;
}

type StoreKeys = Pick<KeyStore, 'db' | 'lanKey'>;

const ROW = 'lan';
/** The usual alternative to 443; a process can use it without special rights. */
export const LAN_PORT_DEFAULT = 8443;
const CAPTURE_OFF: CaptureSettings = { on: false, port: 8444, office: false, officePort: 8445 };

export const captureOf = ({ capture }: LanSettings): CaptureSettings => capture ?? CAPTURE_OFF;

/**
 * Stores one row in the key database, sealed as a whole: settings, certificate and private key change together. The audit log is in the other
 * database. The row holds the audit entry until it is written, so if the process is killed in between, its next start writes the entry.
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

/** For a restored folder: the machine may be another one, while the original one still runs. */
export function switchOffLan(keys: StoreKeys): void {
  const { settings } = readRow(keys);
  const { on, capture } = settings;
  if (!on && !capture?.on) return;
  const off = { ...settings, on: false, ...(capture && { capture: { ...capture, on: false } }) };
  writeRow(keys, { settings: off, unaudited: null });
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
