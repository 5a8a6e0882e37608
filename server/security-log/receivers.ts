import type { AuditHead } from '../audit/head.ts';
import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { isGenuine } from '../rows/guard.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { ReceiverError } from './outlet.ts';
import type { ReceiverPlace } from './settings.ts';

export interface ReceiverDeps {
  db: Db;
  keys: Pick<KeyStore, 'securityLogKey'>;
  audit: Pick<Audit, 'append'>;
  clock: { now(): number };
  newId: NewId;
}

type ReadDeps = Pick<ReceiverDeps, 'db' | 'keys'>;

export interface ReceiverSettings {
  enabled: boolean;
  place: ReceiverPlace;
}

/** A receiver of the security log, and how far it got. */
export interface Receiver {
  id: string;
  /** null: the row was changed outside the appliance, so nothing is sent. */
  settings: ReceiverSettings | null;
  /** It has taken the entries up to and with this one. */
  position: AuditHead;
  takenAtMs: number | null;
  /** Number of entries in the newest head that it has taken. */
  headCount: number;
  headAtMs: number | null;
  /** When entries that it has taken were no longer in the log. */
  shortenedAtMs: number | null;
  createdAtMs: number;
}

/** A receiver with what it waits for. */
export interface ReceiverState extends Receiver {
  /** Entries that it has not taken, and how long the oldest of them has waited (ms). */
  lagEntries: number;
  lagMs: number;
  /** Why the last connection failed; null: it did not. */
  error: ReceiverError | null;
  failingSinceMs: number | null;
  retryAtMs: number | null;
}

interface Row {
  id: string;
  sealed_settings: Buffer;
  position: number;
  position_link: Buffer;
  taken_at: number | null;
  head_count: number;
  head_at: number | null;
  shortened_at: number | null;
  created_at: number;
}

/** Returns every receiver, in the order of their creation. */
export function listReceivers(deps: ReadDeps): Receiver[] {
  const rows = prepared(deps.db, 'SELECT * FROM security_receivers ORDER BY seq').all() as Row[];
  return rows.map((row) => fromRow(deps, row));
}

/** Returns one receiver. Throws `not_found`. */
export function getReceiver(deps: ReadDeps, id: string): Receiver {
  const row = prepared(deps.db, 'SELECT * FROM security_receivers WHERE id = ?').get(id) as Row | undefined;
  if (!row)
    throw new AppError('not_found', 'The security log has no receiver with this id. List the receivers to find it.');
  return fromRow(deps, row);
}

/** Adds a receiver whose next entry is the one after `position`. Throws `state_conflict` if there are too many. */
export function addReceiver(
  deps: ReceiverDeps,
  settings: ReceiverSettings,
  { position, actor }: { position: AuditHead; actor: string },
): Receiver {
  const { db, clock, newId } = deps;
  return transact(db, () => {
    const count = prepared(db, 'SELECT count(*) FROM security_receivers').pluck().get() as number;
    if (count >= LIMITS.securityLogReceiversMax)
      throw conflict(
        `There are already ${LIMITS.securityLogReceiversMax} receivers, which is the maximum. Remove one that you do not need.`,
      );
    const id = newId('slr');
    prepared(
      db,
      `INSERT INTO security_receivers (id, sealed_settings, position, position_link, head_count, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(id, sealSettings(deps, id, settings), position.count, position.link, position.count, clock.now());
    note(deps, 'security_log.receiver_added', id, actor, settings);
    return getReceiver(deps, id);
  });
}

/** Changes where a receiver is, or whether it is on; its position stays. Throws `not_found`. */
export function changeReceiver(deps: ReceiverDeps, id: string, settings: ReceiverSettings, actor: string): Receiver {
  return transact(deps.db, () => {
    getReceiver(deps, id);
    prepared(deps.db, 'UPDATE security_receivers SET sealed_settings = ?, shortened_at = NULL WHERE id = ?').run(
      sealSettings(deps, id, settings),
      id,
    );
    note(deps, 'security_log.receiver_changed', id, actor, settings);
    return getReceiver(deps, id);
  });
}

/** Throws `not_found`. */
export function removeReceiver(deps: ReceiverDeps, id: string, actor: string): void {
  transact(deps.db, () => {
    getReceiver(deps, id);
    prepared(deps.db, 'DELETE FROM security_receivers WHERE id = ?').run(id);
    deps.audit.append({ actor, action: 'security_log.receiver_removed', subjectId: id });
  });
}

/** Records that a receiver has taken everything up to a position. Nothing happens if the receiver is gone. */
export function recordTaken(
  { db, clock }: Pick<ReceiverDeps, 'db' | 'clock'>,
  id: string,
  { position, hasHead }: { position: AuditHead; hasHead: boolean },
): void {
  const nowMs = clock.now();
  transact(db, () => {
    prepared(db, 'UPDATE security_receivers SET position = ?, position_link = ?, taken_at = ? WHERE id = ?').run(
      position.count,
      position.link,
      nowMs,
      id,
    );
    if (hasHead)
      prepared(db, 'UPDATE security_receivers SET head_count = ?, head_at = ? WHERE id = ?').run(
        position.count,
        nowMs,
        id,
      );
  });
}

/** Takes a receiver back to an entry that is still in the log, because the log was shortened or rewritten after it. */
export function recordShortened(
  { db, clock }: Pick<ReceiverDeps, 'db' | 'clock'>,
  id: string,
  position: AuditHead,
): void {
  transact(db, () => {
    prepared(
      db,
      `UPDATE security_receivers SET position = ?, position_link = ?, head_count = ?, shortened_at = ? WHERE id = ?`,
    ).run(position.count, position.link, position.count, clock.now(), id);
  });
}

/** The audit log names the kind of a place, but no address and no path, which may contain a person's name. */
function note(
  { audit }: ReceiverDeps,
  action: 'security_log.receiver_added' | 'security_log.receiver_changed',
  id: string,
  actor: string,
  { enabled, place }: ReceiverSettings,
): void {
  audit.append({ actor, action, subjectId: id, details: { kind: place.kind, enabled } });
}

const placeOf = (id: string): string => `security_receivers.settings:${id}`;

function sealSettings({ keys }: ReceiverDeps, id: string, settings: ReceiverSettings): Buffer {
  return seal(keys.securityLogKey, placeOf(id), Buffer.from(JSON.stringify(settings)));
}

function openSettings({ db, keys }: ReadDeps, row: Row): ReceiverSettings | null {
  const { id, sealed_settings: sealed } = row;
  // A changed position would leave out entries.
  if (!isGenuine(db, 'security_receivers', row)) return null;
  try {
    return JSON.parse(unseal(keys.securityLogKey, placeOf(id), sealed).toString()) as ReceiverSettings;
  } catch {
    return null;
  }
}

function fromRow(deps: ReadDeps, row: Row): Receiver {
  return {
    id: row.id,
    settings: openSettings(deps, row),
    position: { count: row.position, link: row.position_link },
    takenAtMs: row.taken_at,
    headCount: row.head_count,
    headAtMs: row.head_at,
    shortenedAtMs: row.shortened_at,
    createdAtMs: row.created_at,
  };
}
