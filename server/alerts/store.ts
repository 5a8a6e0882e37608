import type { Hit } from '../checks/types.ts';
import { type Cursor, readPage } from '../db/page.ts';
import { assert } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import { hitDecisions } from './decisions.ts';
import type { Alert, AlertState } from './types.ts';

type ReadDeps = Pick<VerificationDeps, 'db' | 'vault'>;

interface AlertRow {
  id: string;
  verification_id: string;
  livemode: number;
  change: Alert['change'];
  state: AlertState;
  created_at: number;
  updated_at: number;
  sealed_hit: Buffer;
}

export interface AlertQuery extends Cursor {
  livemode: boolean;
  state?: AlertState;
  /** 1..100 */
  limit: number;
}

/**
 * Raises an alert with its event and audit row, inside the transaction of the scan that found it. False where the same
 * record of the list has alerted of this verification before, whichever version brought it.
 */
export function raiseAlert(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'vault' | 'audit' | 'events'> & { newId: NewId },
  alert: Pick<Alert, 'verificationId' | 'livemode' | 'change' | 'hit'> & { revision: string },
): boolean {
  assert(deps.db.inTransaction, 'an alert commits together with its event');
  const { verificationId, livemode, change, hit, revision } = alert;
  const id = deps.newId('alt');
  const nowMs = deps.clock.now();
  const { changes } = deps.db
    .prepare(
      `INSERT OR IGNORE INTO alerts (id, verification_id, livemode, entity_id, revision, list_version_id, change, state,
         created_at, updated_at, sealed_hit)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?)`,
    )
    .run(
      id,
      verificationId,
      Number(livemode),
      hit.entity.id,
      revision,
      hit.list.id,
      change,
      nowMs,
      nowMs,
      deps.vault.sealJson(verificationId, 'alerts.hit', hit),
    );
  if (changes === 0) return false;
  deps.events.append({
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
  const details = { verification: verificationId, entity: hit.entity.id, list: hit.list.code };
  deps.audit.append({ actor: 'system', action: 'alert.created', subjectId: id, details });
  return true;
}

/** One alert; throws `not_found` where there is none with this id in this mode. */
export function getAlert(deps: ReadDeps, id: string, livemode: boolean): Alert {
  const row = deps.db.prepare('SELECT * FROM alerts WHERE id = ? AND livemode = ?').get(id, Number(livemode)) as
    | AlertRow
    | undefined;
  if (!row) throw new AppError('not_found', 'There is no alert with this id for this API key.');
  return assemble(deps, row);
}

/** One page, newest first (`readPage`). Throws `invalid_cursor` where the cursor is no alert of this mode. */
export function listAlerts(deps: ReadDeps, query: AlertQuery): { data: Alert[]; hasMore: boolean } {
  const { livemode, state, ...page } = query;
  const { rows, hasMore } = readPage<AlertRow>(deps.db, 'alerts', {
    ...page,
    where: { livemode: Number(livemode), state },
    seqOf: (id) => seqOf(deps, id, livemode),
  });
  return { data: rows.map((row) => assemble(deps, row)), hasMore };
}

/** To be called inside the transaction of the decision. */
export function setAlertState(deps: Pick<VerificationDeps, 'db' | 'clock'>, id: string, state: AlertState): void {
  deps.db.prepare('UPDATE alerts SET state = ?, updated_at = ? WHERE id = ?').run(state, deps.clock.now(), id);
}

function seqOf(deps: ReadDeps, id: string, livemode: boolean): number {
  const select = deps.db.prepare('SELECT seq FROM alerts WHERE id = ? AND livemode = ?').pluck();
  const seq = select.get(id, Number(livemode)) as number | undefined;
  if (seq !== undefined) return seq;
  throw new AppError('invalid_cursor', 'There is no alert with this id. Leave the cursor out to start at the newest.');
}

function assemble(deps: ReadDeps, row: AlertRow): Alert {
  const hit = deps.vault.openJson<Hit>(row.verification_id, 'alerts.hit', row.sealed_hit);
  return {
    id: row.id,
    verificationId: row.verification_id,
    livemode: row.livemode === 1,
    state: row.state,
    change: row.change,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    hit,
    decision: hitDecisions(deps, row.verification_id).get(hit.id) ?? null,
  };
}
