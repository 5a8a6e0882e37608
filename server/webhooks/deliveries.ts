import { countsOf } from '../db/counts.ts';
import type { Db } from '../db/open.ts';
import { type Cursor, readPage } from '../db/page.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { EventLog } from '../events/log.ts';
import { AppError, conflict, invalidField } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { genuine } from '../rows/guard.ts';
import { type EndpointDeps, findEndpoint, getEndpoint } from './endpoints.ts';
import { type Exchange, type ExchangeDeps, openExchange } from './exchange.ts';
import { TEST_KIND, WEBHOOK_KINDS } from './kinds.ts';
import { insertDelivery } from './plan.ts';
import type { SecretDeps } from './secrets.ts';
import type { Attempt, Delivery, DeliveryState, WebhookEndpoint } from './types.ts';

/** A row of the table of deliveries. */
export interface DeliveryRow {
  seq: number;
  id: string;
  event_seq: number;
  endpoint_id: string | null;
  verification_id: string | null;
  lane: string;
  state: DeliveryState;
  next_at: number;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}

export interface Who {
  livemode: boolean;
  actor: string;
}

/** The deliveries of an endpoint, or those to the `webhook_url` of a verification. */
export type DeliveriesOf = { endpointId: string } | { verificationId: string };

/** Returns one page of the deliveries of a receiver, newest first (`readPage`). The caller has checked access. */
export function listDeliveries(
  db: Db,
  of: DeliveriesOf,
  { state, ...page }: Cursor & { state?: DeliveryState; limit: number },
): { data: Delivery[]; hasMore: boolean } {
  const where =
    'endpointId' in of
      ? { endpoint_id: of.endpointId }
      : { endpoint_id: undefined, verification_id: of.verificationId };
  const { rows, hasMore } = readPage<DeliveryRow>(db, 'webhook_deliveries', {
    ...page,
    where: { ...where, state },
    seqOf: (id) => findDelivery(db, of, id)?.seq ?? refuseCursor(),
  });
  return { data: rows.map((row) => assemble(db, row)), hasMore };
}

/** A delivery with what was sent and answered. */
export interface DeliveryInFull extends Delivery {
  /** As sent, the same each time. */
  body: string;
  attempts: (Attempt & { exchange: Exchange | null })[];
}

/** Returns one delivery of a receiver in full; includes answers if its endpoint keeps them now. The caller has checked access. Throws `not_found`. */
export function getDelivery(deps: ExchangeDeps & SecretDeps, of: DeliveriesOf, id: string): DeliveryInFull {
  const { db } = deps;
  const withAnswers = 'endpointId' in of && findEndpoint(deps, of.endpointId)?.keepAnswers === true;
  const row = ownDelivery(db, of, id);
  const delivery = assemble(db, row);
  const body = prepared(db, 'SELECT body FROM events WHERE seq = ?').pluck().get(row.event_seq) as string;
  const made = prepared(db, 'SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY number').all(id);
  const sealed = (made as { sealed_exchange: Buffer | null }[]).map(
    (row) => genuine(db, 'webhook_attempts', row).sealed_exchange,
  );
  const attempts = delivery.attempts.map((attempt, i) => {
    const kept = sealed[i] ?? null;
    const exchange = kept && openExchange(deps, id, kept);
    return { ...attempt, exchange: exchange && { ...exchange, answer: withAnswers ? exchange.answer : null } };
  });
  return { ...delivery, body, attempts };
}

/** Appends a `webhook.test`, which goes only to this endpoint. Throws `not_found`, and `state_conflict` if it is disabled. */
export function sendTest(deps: EndpointDeps & { events: Pick<EventLog, 'append'> }, id: string, who: Who): Delivery {
  return transact(deps.db, () => {
    const { livemode } = enabledEndpoint(deps, id, who);
    const data = { id, object: 'webhook_endpoint', livemode, links: { self: `/v1/webhook-endpoints/${id}` } };
    const event = deps.events.append({ kind: TEST_KIND, subjectId: id, livemode, data });
    deps.audit.append({ actor: who.actor, action: 'webhook_endpoint.tested', subjectId: id });
    const select = 'SELECT * FROM webhook_deliveries WHERE event_seq = ? AND endpoint_id = ?';
    return assemble(deps.db, prepared(deps.db, select).get(event.seq, id) as DeliveryRow);
  });
}

/** The event of one delivery, whatever its outcome; or the events of a period, `toMs` not included. */
export type ReplayRequest = { deliveryId: string } | { fromMs: number; toMs: number };

/**
 * Sends events to an endpoint again, as new deliveries of the same events, so under the same `webhook-id`. Of a range, leaves out events that still
 * wait for this endpoint, kinds that it does not take, and events of verifications with a `webhook_url`. Returns how many. Throws `not_found`,
 * `state_conflict` if it is disabled, `invalid_request` if there are too many.
 */
export function replay(deps: EndpointDeps, id: string, request: ReplayRequest, who: Who): number {
  const { db, audit } = deps;
  return transact(db, () => {
    const endpoint = enabledEndpoint(deps, id, who);
    const seqs =
      'deliveryId' in request
        ? [ownDelivery(db, { endpointId: id }, request.deliveryId).event_seq]
        : eventsOf(db, endpoint, request);
    if (seqs.length > LIMITS.webhookReplayEventsMax)
      throw invalidField(
        'to',
        `There are more than ${LIMITS.webhookReplayEventsMax} events between from and to. Send a shorter period.`,
      );
    for (const seq of seqs) insertDelivery(deps, { seq, livemode: endpoint.livemode }, { endpointId: id });
    audit.append({
      actor: who.actor,
      action: 'webhook_endpoint.replayed',
      subjectId: id,
      details: { events: seqs.length },
    });
    return seqs.length;
  });
}

/** Sends the event of one delivery to the `webhook_url` of its verification again, whatever its outcome. Throws `not_found`. */
export function replayToUrl(deps: EndpointDeps, verificationId: string, deliveryId: string, who: Who): void {
  const { db, audit } = deps;
  transact(db, () => {
    const { event_seq: seq, lane } = ownDelivery(db, { verificationId }, deliveryId);
    insertDelivery(deps, { seq, livemode: who.livemode }, { verificationId, lane });
    audit.append({ actor: who.actor, action: 'webhook_url.replayed', subjectId: verificationId });
  });
}

/** Judges blocked deliveries again, because an administrator may have allowed their destination since. */
export function unblockDeliveries({ db, clock }: Pick<EndpointDeps, 'db' | 'clock'>): void {
  const nowMs = clock.now();
  prepared(
    db,
    "UPDATE webhook_deliveries SET state = 'pending', next_at = ?, updated_at = ? WHERE state = 'blocked'",
  ).run(nowMs, nowMs);
}

/** Counts deliveries by state, for the metrics. */
export function countDeliveries({ db }: Pick<EndpointDeps, 'db'>): { state: DeliveryState; count: number }[] {
  return countsOf(db, 'webhook_deliveries').map(({ part, n }) => ({ state: part as DeliveryState, count: n }));
}

/** Returns how long the oldest due delivery has waited; 0 if there is none. */
export function deliveryLagMs({ db, clock }: Pick<EndpointDeps, 'db' | 'clock'>): number {
  const oldest = prepared(
    db,
    `SELECT min(next_at) FROM webhook_deliveries INDEXED BY webhook_deliveries_due WHERE state = 'pending' AND next_at <= ?`,
  );
  const nowMs = clock.now();
  const dueMs = oldest.pluck().get(nowMs) as number | null;
  return dueMs === null ? 0 : nowMs - dueMs;
}

function enabledEndpoint(deps: EndpointDeps, id: string, { livemode }: Who): WebhookEndpoint {
  const endpoint = getEndpoint(deps, id, livemode);
  if (endpoint.disabledReason === null) return endpoint;
  throw conflict('This endpoint is disabled. Enable it first.');
}

function ownDelivery(db: Db, of: DeliveriesOf, id: string): DeliveryRow {
  const row = findDelivery(db, of, id);
  if (!row) throw new AppError('not_found', 'There is no delivery with this id here. List the deliveries to find it.');
  return row;
}

function eventsOf(db: Db, { id, livemode, kinds }: WebhookEndpoint, range: { fromMs: number; toMs: number }): number[] {
  const wanted = (kinds ?? WEBHOOK_KINDS).filter((kind) => kind !== TEST_KIND);
  const select = prepared(
    db,
    `SELECT seq FROM events e
     WHERE livemode = ? AND created_at >= ? AND created_at < ? AND kind IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM webhook_urls u WHERE u.verification_id = e.subject_id)
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_seq = e.seq AND d.endpoint_id = ? AND d.state IN ('pending', 'blocked'))
     ORDER BY seq LIMIT ?`,
  ).pluck();
  const limit = LIMITS.webhookReplayEventsMax + 1;
  return select.all(Number(livemode), range.fromMs, range.toMs, JSON.stringify(wanted), id, limit) as number[];
}

function findDelivery(db: Db, of: DeliveriesOf, id: string): DeliveryRow | undefined {
  const row = prepared(db, 'SELECT * FROM webhook_deliveries WHERE id = ?').get(id) as DeliveryRow | undefined;
  const mine = 'endpointId' in of ? row?.endpoint_id === of.endpointId : row?.verification_id === of.verificationId;
  return mine ? row : undefined;
}

function refuseCursor(): never {
  throw new AppError('invalid_cursor', 'There is no delivery with this id here. Leave out the cursor.');
}

function assemble(db: Db, row: DeliveryRow): Delivery {
  const event = prepared(db, 'SELECT id, kind FROM events WHERE seq = ?').get(row.event_seq) as Delivery['event'];
  const attempts = prepared(
    db,
    'SELECT at AS atMs, duration_ms AS durationMs, status, error FROM webhook_attempts WHERE delivery_id = ? ORDER BY number',
  ).all(row.id) as Attempt[];
  return {
    id: row.id,
    event,
    endpointId: row.endpoint_id,
    verificationId: row.verification_id,
    state: row.state,
    nextAtMs: row.state === 'pending' ? row.next_at : null,
    error: row.last_error,
    attempts,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
