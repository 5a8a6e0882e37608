import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { AppendedEvent } from '../events/log.ts';
import { assert } from '../lib/assert.ts';
import type { NewId } from '../lib/ids.ts';
import { isWebhookKind, TEST_KIND } from './kinds.ts';
import { laneOfVerification } from './own-urls.ts';

export interface PlanDeps {
  db: Db;
  clock: { now(): number };
  newId: NewId;
}

/** To an endpoint, or to the `webhook_url` of a verification. */
export type Receiver = { endpointId: string } | { verificationId: string; lane: string };

/**
 * Writes a row for each receiver of an event, in the event's own transaction: it is sent even if the process ends afterwards. The `webhook_url` of a
 * verification replaces all endpoints. A disabled endpoint gets nothing; its administrator can replay.
 */
export function planDeliveries(deps: PlanDeps, event: AppendedEvent): void {
  assert(deps.db.inTransaction, 'deliveries commit together with their event');
  if (!isWebhookKind(event.kind)) return;
  for (const receiver of receiversOf(deps, event)) insertDelivery(deps, event, receiver);
}

/** Writes the row of one delivery that is due now. Returns its id. */
export function insertDelivery(
  { db, clock, newId }: PlanDeps,
  event: Pick<AppendedEvent, 'seq' | 'livemode'>,
  receiver: Receiver,
): string {
  const id = newId('whd');
  const nowMs = clock.now();
  const endpointId = 'endpointId' in receiver ? receiver.endpointId : null;
  const verificationId = 'verificationId' in receiver ? receiver.verificationId : null;
  const lane = 'lane' in receiver ? receiver.lane : receiver.endpointId;
  prepared(
    db,
    `INSERT INTO webhook_deliveries (id, event_seq, livemode, endpoint_id, verification_id, lane, state, next_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
  ).run(id, event.seq, Number(event.livemode), endpointId, verificationId, lane, nowMs, nowMs, nowMs);
  return id;
}

function receiversOf({ db }: PlanDeps, { kind, subjectId, livemode }: AppendedEvent): Receiver[] {
  if (kind === TEST_KIND) return [{ endpointId: subjectId }];
  const lane = laneOfVerification(db, subjectId);
  if (lane !== null) return [{ verificationId: subjectId, lane }];
  const enabled = prepared(db, "SELECT id, kinds FROM webhook_endpoints WHERE livemode = ? AND state = 'enabled'");
  const rows = enabled.all(Number(livemode)) as { id: string; kinds: string | null }[];
  return rows
    .filter(({ kinds }) => kinds === null || kinds.split(' ').includes(kind))
    .map(({ id }) => ({ endpointId: id }));
}
