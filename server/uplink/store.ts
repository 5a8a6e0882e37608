import type { BaseDeps } from '../audit/deps.ts';
import { prepared } from '../db/prepared.ts';
import { assert, must } from '../lib/assert.ts';
import { conflict } from '../lib/errors.ts';
import type { Invite } from '../parcel/enrolment.ts';
import { NO_HEAD } from '../parcel/entries.ts';
import type { Signed } from '../parcel/signed.ts';
import { isGenuine } from '../rows/guard.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { KnownHubKeys } from './hub-messages.ts';

/** 0: health, versions, list ages and anchors. 1: ids, states, reasons and times of records, too. */
export type Level = 0 | 1;

/** Why nothing is sent until an administrator decides. */
export type StopReason = 'refused' | 'restored' | 'line_behind' | 'entries_missing';

/** What the row holds sealed. */
export interface UplinkSettings {
  /** The name under which this appliance asked to become a branch. */
  name: string;
  level: Level;
  invite: Invite;
  /** PKCS #8 PEM of the client certificate's key. */
  certificateKey: string;
  request: Signed;
  /** The hub's id of the request, as soon as it is known. */
  enrolmentId: string | null;
  /** PEM of the hub's authority, as soon as it is known. */
  ca: string | null;
  /** What the hub's approval brought; null: it is awaited. */
  branch: { id: string; certificate: string } | null;
  /** The newest first. Parcels are sealed for it. */
  hubKeys: readonly KnownHubKeys[];
}

export interface UplinkRow {
  line: string;
  last: number;
  head: string;
  confirmed: number;
  records_sent: number;
  audit_count: number | null;
  directives_through: number;
  backfill_after: number | null;
  stopped: StopReason | null;
  health_at: number | null;
  received_at: number | null;
  receipt: string | null;
  created_at: number;
}

export type StoreDeps = Pick<BaseDeps, 'db'> & { keys: Pick<BaseDeps['keys'], 'uplinkKey'> };

const PLACE = 'uplink.settings';

/** Returns the row; null: the appliance has no hub. */
export function readRow({ db }: Pick<BaseDeps, 'db'>): UplinkRow | null {
  return (prepared(db, 'SELECT * FROM uplink').get() as UplinkRow | undefined) ?? null;
}

/** Returns the row. Throws `state_conflict` if the appliance has no hub. */
export function needRow(deps: Pick<BaseDeps, 'db'>): UplinkRow {
  const row = readRow(deps);
  if (row === null) throw conflict('This appliance has no hub. Join one with an invite first.');
  return row;
}

/** Returns the settings; null: there are none, or they were changed outside the appliance. */
export function readSettings({ db, keys }: StoreDeps): UplinkSettings | null {
  const row = prepared(db, 'SELECT * FROM uplink').get() as { sealed_settings: Buffer } | undefined;
  if (row === undefined || !isGenuine(db, 'uplink', row)) return null;
  try {
    return JSON.parse(unseal(keys.uplinkKey, PLACE, row.sealed_settings).toString()) as UplinkSettings;
  } catch {
    return null;
  }
}

/** Changes settings, inside the caller's transaction. */
export function changeSettings(deps: StoreDeps, change: Partial<UplinkSettings>): void {
  const { db, keys } = deps;
  assert(db.inTransaction, 'settings change together with their audit row');
  const settings = { ...must(readSettings(deps), 'the appliance has a hub'), ...change };
  prepared(db, 'UPDATE uplink SET sealed_settings = ?').run(seal(keys.uplinkKey, PLACE, bytesOf(settings)));
}

/** Writes the first row, inside the caller's transaction. */
export function insertRow(
  { db, keys }: StoreDeps,
  settings: UplinkSettings,
  { line, nowMs }: { line: string; nowMs: number },
): void {
  prepared(db, 'INSERT INTO uplink (id, sealed_settings, line, head, created_at) VALUES (1, ?, ?, ?, ?)').run(
    seal(keys.uplinkKey, PLACE, bytesOf(settings)),
    line,
    NO_HEAD,
    nowMs,
  );
}

const bytesOf = (settings: UplinkSettings): Buffer => Buffer.from(JSON.stringify(settings));

/** Stops the sending until an administrator decides, inside the caller's transaction. */
export function stop({ db }: Pick<BaseDeps, 'db'>, reason: StopReason): void {
  prepared(db, 'UPDATE uplink SET stopped = ?').run(reason);
}
