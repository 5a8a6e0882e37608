import type { Hit } from '../checks/types.ts';
import { type Cursor, readPage } from '../db/page.ts';
import { prepared } from '../db/prepared.ts';
import { countAlertHit } from '../figures/hits.ts';
import { assert } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { genuine, isGenuine } from '../rows/guard.ts';
import type { DbDeps, ReadDeps, VerificationDeps } from '../verifications/deps.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { hitDecisions } from './decisions.ts';
import type { Alert, AlertState } from './types.ts';

interface AlertRow {
  seq: number;
  id: string;
  kind: VerificationKind;
  verification_id: string;
  party: string;
  livemode: number;
  change: Alert['change'];
  state: AlertState;
  created_at: number;
  updated_at: number;
  sealed_hit: Buffer;
  subject_mark: Buffer | null;
}

/** Which alerts a caller may see. */
export interface AlertAccess {
  livemode: boolean;
  /** Of verifications of these kinds. */
  kinds: readonly VerificationKind[];
}

export interface AlertQuery extends Cursor, AlertAccess {
  /** Absent: all except held ones. */
  state?: AlertState;
  /** 1..100 */
  limit: number;
}

/**
 * Raises an alert with its event and audit row, inside the transaction of the scan that found it. An alert of a new comparison is held, and has no
 * event yet. Returns false if the same list record has already caused an alert for this party of the verification, in any version.
 */
export function raiseAlert(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'keys' | 'audit' | 'events'> & { newId: NewId },
  alert: Pick<Alert, 'kind' | 'verificationId' | 'party' | 'livemode' | 'change' | 'hit'> & {
    revision: string;
    subjectMark: Buffer;
  },
): boolean {
  assert(deps.db.inTransaction, 'an alert commits together with its event');
  const { kind, verificationId, party, livemode, change, hit, revision, subjectMark } = alert;
  const id = deps.newId('alt');
  const nowMs = deps.clock.now();
  const state = change === 'comparison' ? 'held' : 'open';
  const { changes } = prepared(
    deps.db,
    `INSERT INTO alerts (id, kind, verification_id, party, livemode, entity_id, revision, list_version_id, change,
         state, created_at, updated_at, sealed_hit, subject_mark)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (verification_id, party, entity_id, revision) DO NOTHING`,
  ).run(
    id,
    kind,
    verificationId,
    party ?? '',
    Number(livemode),
    hit.entity.id,
    revision,
    hit.list.id,
    change,
    state,
    nowMs,
    nowMs,
    deps.vault.sealJson(verificationId, 'alerts.hit', hit),
    subjectMark,
  );
  if (changes === 0) return false;
  countAlertHit(deps, verificationId, hit, nowMs);
  if (state === 'open') tellOfAlert(deps, { id, livemode, verificationId });
  const details = {
    verification: verificationId,
    ...(party === null ? {} : { party }),
    entity: hit.entity.id,
    list: hit.list.code,
  };
  deps.audit.append({ actor: 'system', action: 'alert.created', subjectId: id, details });
  return true;
}

function tellOfAlert(
  { events }: Pick<VerificationDeps, 'events'>,
  { id, livemode, verificationId }: Pick<Alert, 'id' | 'livemode' | 'verificationId'>,
): void {
  events.append({
    kind: 'watchlist.alert.created',
    subjectId: id,
    livemode,
    data: {
      id,
      object: 'alert',
      state: 'open',
      livemode,
      verification_id: verificationId,
      links: { self: `/v1/alerts/${id}` },
    },
  });
}

/**
 * Opens a held alert, with the event and audit row that it did not have yet. An alert in another state does not change. Call it inside a transaction.
 */
export function releaseAlert(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'audit' | 'events'>,
  alert: Pick<Alert, 'id' | 'state' | 'livemode' | 'verificationId'>,
  actor: string,
): void {
  assert(deps.db.inTransaction, 'an alert commits together with its event');
  if (alert.state !== 'held') return;
  setAlertState(deps, alert.id, 'open');
  tellOfAlert(deps, alert);
  const details = { verification: alert.verificationId };
  deps.audit.append({ actor, action: 'alert.released', subjectId: alert.id, details });
}

/** Returns the ids of visible held alerts, the oldest first, at most `limit`. */
export function heldAlerts({ db }: Pick<ReadDeps, 'db'>, access: AlertAccess, limit: number): string[] {
  const { livemode, kinds } = access;
  const rows = prepared(
    db,
    "SELECT * FROM alerts WHERE livemode = ? AND state = 'held' AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ?",
  ).all(Number(livemode), JSON.stringify(kinds), limit) as AlertRow[];
  return rows.filter((row) => isGenuine(db, 'alerts', row)).map(({ id }) => id);
}

/** Counts the visible held alerts and their records. */
export function countHeldAlerts(
  { db }: Pick<ReadDeps, 'db'>,
  { livemode, kinds }: AlertAccess,
): { alerts: number; records: number } {
  return prepared(
    db,
    `SELECT count(*) AS alerts, count(DISTINCT verification_id) AS records FROM alerts
       WHERE livemode = ? AND state = 'held' AND kind IN (SELECT value FROM json_each(?))`,
  ).get(Number(livemode), JSON.stringify(kinds)) as { alerts: number; records: number };
}

/** Returns one alert. Throws `not_found` if there is no visible one with this id. */
export function getAlert(deps: ReadDeps, id: string, access: AlertAccess): Alert {
  const row = findRow(deps, id, access);
  if (!row) throw new AppError('not_found', 'There is no alert with this id that you can read. Check the id.');
  return assemble(deps, genuine(deps.db, 'alerts', row));
}

/** Returns one page, newest first (`readPage`). Throws `invalid_cursor` if the cursor is not a visible alert. */
export function listAlerts(deps: ReadDeps, query: AlertQuery): { data: Alert[]; hasMore: boolean } {
  const { livemode, kinds, state, ...page } = query;
  const kind = kinds.length === 1 ? kinds[0] : undefined;
  const { rows, hasMore } = readPage<AlertRow>(deps.db, 'alerts', {
    ...page,
    where: { livemode: Number(livemode), kind, state },
    unless: state === undefined ? { column: 'state', value: 'held' } : undefined,
    seqOf: (id) => findRow(deps, id, query)?.seq ?? refuseCursor(),
  });
  return { data: rows.filter((row) => isGenuine(deps.db, 'alerts', row)).map((row) => assemble(deps, row)), hasMore };
}

/** Returns the alerts of one verification, oldest first. */
export function alertsOf(deps: ReadDeps, verificationId: string): Alert[] {
  const rows = prepared(deps.db, 'SELECT * FROM alerts WHERE verification_id = ? ORDER BY seq').all(verificationId);
  return (rows as AlertRow[]).map((row) => assemble(deps, genuine(deps.db, 'alerts', row)));
}

/**
 * Returns the other alerts of the same customer about the same list record, oldest first: of their further verifications, and of
 * companies that name them. `subjectMark` identifies the customer.
 */
export function alertsOfSameCustomer({ db }: Pick<ReadDeps, 'db'>, id: string, access: AlertAccess): string[] {
  const rows = prepared(
    db,
    `SELECT other.* FROM alerts one
       JOIN alerts other ON other.subject_mark = one.subject_mark AND other.entity_id = one.entity_id AND other.revision = one.revision
       WHERE one.id = ? AND other.id <> one.id AND other.livemode = ? ORDER BY other.seq`,
  ).all(id, Number(access.livemode)) as AlertRow[];
  return rows.filter((row) => access.kinds.includes(row.kind) && isGenuine(db, 'alerts', row)).map((row) => row.id);
}

/** Counts live alerts without a decision. */
export function countOpenAlerts({ db }: DbDeps): number {
  return prepared(db, "SELECT count(*) FROM alerts WHERE livemode = 1 AND state = 'open'").pluck().get() as number;
}

/** Call it inside the transaction of the decision. */
export function setAlertState(deps: Pick<VerificationDeps, 'db' | 'clock'>, id: string, state: AlertState): void {
  prepared(deps.db, 'UPDATE alerts SET state = ?, updated_at = ? WHERE id = ?').run(state, deps.clock.now(), id);
}

function findRow({ db }: ReadDeps, id: string, { livemode, kinds }: AlertAccess): AlertRow | undefined {
  const row = prepared(db, 'SELECT * FROM alerts WHERE id = ? AND livemode = ?').get(id, Number(livemode)) as
    | AlertRow
    | undefined;
  return row && kinds.includes(row.kind) ? row : undefined;
}

function refuseCursor(): never {
  throw new AppError('invalid_cursor', 'There is no alert with this id. Leave out the cursor to start at the newest.');
}

function assemble(deps: ReadDeps, row: AlertRow): Alert {
  const hit = deps.vault.openJson<Hit>(row.verification_id, 'alerts.hit', row.sealed_hit);
  return {
    id: row.id,
    kind: row.kind,
    verificationId: row.verification_id,
    party: row.party === '' ? null : row.party,
    livemode: row.livemode === 1,
    state: row.state,
    change: row.change,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    hit,
    decision: hitDecisions(deps, row.verification_id).get(hit.id) ?? null,
  };
}
