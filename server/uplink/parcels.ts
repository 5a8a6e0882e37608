import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckpoints, showCheckpoints } from '../audit/checkpoints.ts';
import type { BaseDeps } from '../audit/deps.ts';
import { FIRST_LINK, lastEntry } from '../audit/entries.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { writeDurably } from '../lib/durable.ts';
import { LIMITS } from '../lib/limits.ts';
import { damaged } from '../parcel/fault.ts';
import { type ParcelAbout, sealParcel } from '../parcel/parcel.ts';
import { parcelHash, readReceipt } from '../parcel/receipt.ts';
import type { Signed } from '../parcel/signed.ts';
import { dropOldEntries, headAfter, readEntries } from './entries.ts';
import { readByHub } from './hub-messages.ts';
import { needRow, readRow, readSettings, type StoreDeps, type UplinkRow, type UplinkSettings } from './store.ts';

export type ParcelDeps = StoreDeps &
  Pick<BaseDeps, 'clock' | 'dataDir' | 'log'> & {
    keys: Pick<BaseDeps['keys'], 'uplinkKey' | 'signing' | 'db'>;
    /** Bytes of sealed parcels that may wait; beyond that, entries wait as rows. */
    waitingBytesMax: number;
  };

/** A parcel with fixed bounds that has no receipt yet. */
export interface WaitingParcel {
  line: string;
  first: number;
  last: number;
  /** null: its file must be sealed. */
  sha256: string | null;
}

const FOLDER = 'uplink';
const FILE = /^lin_[0-9a-f]{32}-\d{12}\.parcel$/;

export const folderOf = ({ dataDir }: Pick<BaseDeps, 'dataDir'>): string => join(dataDir, FOLDER);

export const pathOf = (
  deps: Pick<BaseDeps, 'dataDir'>,
  { line, first }: Pick<WaitingParcel, 'line' | 'first'>,
): string => join(folderOf(deps), `${line}-${String(first).padStart(12, '0')}.parcel`);

/** Returns the parcels of the line that wait for a receipt, oldest first. */
export function waitingParcels({ db }: Pick<BaseDeps, 'db'>, { line, confirmed }: UplinkRow): WaitingParcel[] {
  return prepared(
    db,
    'SELECT line, first, last, sha256 FROM uplink_parcels WHERE line = ? AND last > ? ORDER BY first',
  ).all(line, confirmed) as WaitingParcel[];
}

/**
 * Fixes the bounds of parcels for entries that have none: whole ones, and with `partial` the rest. Then seals those without a file, as far as there is
 * room for them.
 */
export async function sealWaiting(deps: ParcelDeps, { partial }: { partial: boolean }): Promise<void> {
  const settings = readSettings(deps);
  if (!settings?.branch) return;
  const row = needRow(deps);
  transact(deps.db, () => fixBounds(deps, needRow(deps), partial));
  for (const parcel of waitingParcels(deps, row)) {
    if (parcel.sha256 !== null) continue;
    if (waitingBytes(deps) >= deps.waitingBytesMax) return;
    await sealOne(deps, settings, parcel);
  }
}

function fixBounds({ db }: ParcelDeps, { line, last, confirmed }: UplinkRow, partial: boolean): void {
  const end = prepared(db, 'SELECT max(last) FROM uplink_parcels WHERE line = ?').pluck().get(line) as number | null;
  const insert = prepared(db, 'INSERT INTO uplink_parcels (line, first, last) VALUES (?, ?, ?)');
  for (let first = Math.max(end ?? 0, confirmed) + 1; first <= last; first += LIMITS.hubParcelEntriesMax) {
    const until = Math.min(last, first + LIMITS.hubParcelEntriesMax - 1);
    if (until - first + 1 < LIMITS.hubParcelEntriesMax && !partial) return;
    insert.run(line, first, until);
  }
}

/** Bytes of parcels that wait sealed. */
export function waitingBytes({ db }: Pick<BaseDeps, 'db'>): number {
  return prepared(db, 'SELECT coalesce(sum(size_bytes), 0) FROM uplink_parcels WHERE sha256 IS NOT NULL')
    .pluck()
    .get() as number;
}

async function sealOne(deps: ParcelDeps, settings: UplinkSettings, parcel: WaitingParcel): Promise<void> {
  const { db, keys } = deps;
  const { line, first, last } = parcel;
  const row = needRow(deps);
  const entries = readEntries(deps, line, first, last);
  const about = aboutParcel(deps, row, settings, must(headAfter(deps, line, first - 1), 'the head before is kept'));
  const hub = must(settings.hubKeys[0], 'the hub has keys');
  const bytes = await sealParcel(about, entries, hub, keys.signing);
  mkdirSync(folderOf(deps), { recursive: true, mode: 0o700 });
  const path = pathOf(deps, parcel);
  writeDurably(path, bytes);
  const isCurrent = transact(db, () => {
    // An erasure may have taken a content away while this was sealed, or another line may have begun.
    const same = readEntries(deps, line, first, last);
    const erased = same.some(({ content }, at) => content === null && entries[at]?.content !== null);
    if (erased || readRow(deps)?.line !== line) return false;
    prepared(db, 'UPDATE uplink_parcels SET sha256 = ?, size_bytes = ? WHERE line = ? AND first = ?').run(
      parcelHash(bytes),
      bytes.length,
      line,
      first,
    );
    return true;
  });
  if (!isCurrent) rmSync(path, { force: true });
}

function aboutParcel(
  { db, keys, clock }: ParcelDeps,
  { line, confirmed, audit_count: count }: UplinkRow,
  { branch, level }: UplinkSettings,
  prev_head: string,
): ParcelAbout {
  const newest = lastEntry(db);
  return {
    branch: must(branch, 'it is a branch').id,
    line,
    prev_head,
    level,
    checkpoint: showCheckpoints(readCheckpoints(keys.db), newest?.seq ?? 0).at(-1) ?? null,
    audit: { count: newest?.seq ?? 0, head: (newest?.link ?? FIRST_LINK).toString('hex') },
    audit_at: count === null ? null : { count, head: linkAt(db, count).toString('hex') },
    branch_time: isoTime(clock.now()),
    receipts_through: confirmed,
  };
}

/** Returns the link of an entry now; that of an empty log if the entry is gone, which contradicts what the hub confirmed. */
function linkAt(db: BaseDeps['db'], count: number): Buffer {
  const link = prepared(db, 'SELECT link FROM audit WHERE seq = ?').pluck().get(count) as Buffer | undefined;
  return link ?? FIRST_LINK;
}

/** Returns the bytes of a sealed parcel; null: its file is missing or damaged, and it is sealed again. */
export function readParcel(deps: ParcelDeps, parcel: WaitingParcel): Buffer | null {
  const path = pathOf(deps, parcel);
  const bytes = existsSync(path) ? readFileSync(path) : null;
  if (bytes !== null && parcelHash(bytes) === parcel.sha256) return bytes;
  unseal(deps, parcel.line, 'first = ?', parcel.first);
  return null;
}

/** Seals every waiting parcel again: for the hub's newest keys, or with the time as it is now. Runs in the caller's transaction. */
export function sealAgain(deps: Pick<ParcelDeps, 'db'>, { line, confirmed }: UplinkRow): void {
  unseal(deps, line, 'last > ?', confirmed);
}

function unseal({ db }: Pick<ParcelDeps, 'db'>, line: string, which: 'first = ?' | 'last > ?', seq: number): void {
  prepared(db, `UPDATE uplink_parcels SET sha256 = NULL, size_bytes = 0 WHERE line = ? AND ${which}`).run(line, seq);
}

/**
 * Takes a receipt, of TLS or of a carried file; one that is already known changes nothing. Throws `ParcelFault` if the hub has not signed it, or it does
 * not fit the line.
 */
export function takeReceipt(deps: ParcelDeps, signed: Signed): void {
  const settings = readSettings(deps);
  const { db, clock } = deps;
  const receipt = readByHub(signed, settings?.hubKeys ?? [], clock.now(), readReceipt);
  transact(db, () => {
    const row = needRow(deps);
    if (receipt.branch !== settings?.branch?.id) throw damaged('The receipt is for another branch.');
    if (receipt.line !== row.line || receipt.last <= row.confirmed) return;
    if (headAfter(deps, row.line, receipt.last) !== receipt.head) throw damaged('The receipt confirms other entries.');
    prepared(db, 'UPDATE uplink SET confirmed = ?, audit_count = ?, received_at = ?, receipt = ?').run(
      receipt.last,
      receipt.audit_count,
      clock.now(),
      JSON.stringify(signed),
    );
    prepared(db, 'DELETE FROM uplink_parcels WHERE line = ? AND last <= ?').run(row.line, receipt.last);
    dropOldEntries(deps, needRow(deps));
  });
  removeStrayFiles(deps);
}

/**
 * Goes back to what the hub has, because its database was restored: what it lost is sent again. Returns false if those entries are no longer kept. Runs
 * in the caller's transaction.
 */
export function goBackTo(deps: Pick<ParcelDeps, 'db'>, { line }: UplinkRow, seq: number): boolean {
  if (headAfter(deps, line, seq) === null) return false;
  prepared(deps.db, 'DELETE FROM uplink_parcels WHERE line = ? AND last > ?').run(line, seq);
  prepared(deps.db, 'UPDATE uplink SET confirmed = ?').run(seq);
  return true;
}

/** Deletes files of parcels that no row names: confirmed ones, and what an erasure, a new line or the end of a process left. */
export function removeStrayFiles(deps: Pick<ParcelDeps, 'db' | 'dataDir'>): void {
  const folder = folderOf(deps);
  if (!existsSync(folder)) return;
  const named = prepared(
    deps.db,
    'SELECT line, first FROM uplink_parcels WHERE sha256 IS NOT NULL',
  ).all() as WaitingParcel[];
  const kept = new Set(named.map((parcel) => pathOf(deps, parcel)));
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((FILE.test(name) || name.endsWith('.new')) && !kept.has(path)) rmSync(path, { force: true });
  }
}
