import { randomInt } from 'node:crypto';
import type { EgressLog } from '../audit/egress-log.ts';
import type { ClockTrust } from '../clock/trust.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { isGenuine } from '../rows/guard.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';
import type { DeliveryRow } from './deliveries.ts';
import type { DestinationPolicy, Verdict } from './destination.ts';
import { disableEndpoint, type EndpointDeps, findEndpoint } from './endpoints.ts';
import { type Exchange, sealExchange } from './exchange.ts';
import { isListedOrigin } from './origins.ts';
import { readWebhookUrl } from './own-urls.ts';
import { nextDelayMs, readRetryAfter } from './schedule.ts';
import { defaultOwner, signedHeaders } from './secrets.ts';
import { type Answer, plainHeaders, type Send } from './send.ts';
import { ensureSecrets } from './signing-secret.ts';

export interface AttemptDeps extends EndpointDeps {
  vault: Pick<Vault, 'sealJson' | 'openJson'>;
  keys: KeyStore;
  log: Logger;
  /** Records every address of an attempt, sent or refused. */
  egress: Pick<EgressLog, 'note'>;
  policy: DestinationPolicy;
  clockTrust: Pick<ClockTrust, 'doubt'>;
  send: Send;
  /** In [0, 1). */
  random?: () => number;
}

interface DueRow extends Pick<DeliveryRow, 'id' | 'endpoint_id' | 'verification_id' | 'event_seq'> {
  livemode: number;
  attempts: number;
}

interface EventRow {
  id: string;
  body: string;
}

interface Target {
  url: string;
  secretOwner: string;
  keepAnswers: boolean;
  /** Whether an administrator entered the address, or listed its origin. */
  listed: boolean;
}
type Verdicted = Exclude<Verdict, { is: 'allowed' }>;

const RANDOM_STEPS = 2 ** 32;
const GONE = 410;
const CHANGED = 'event_changed';
const NOT_LISTED: Verdict = { is: 'refused', reason: 'origin_not_listed', address: null, port: null };

/**
 * Sends one due delivery and records the outcome; returns true on success. Writes nothing before it sends, so a process
 * that ends in between sends the same event again, under the same id.
 */
export async function attemptDelivery(deps: AttemptDeps, deliveryId: string): Promise<boolean> {
  const row = readDue(deps, deliveryId);
  if (!row) return true;
  const target = targetOf(deps, row);
  if (!target) {
    end(deps, row, 'cancelled', 'receiver_gone');
    return true;
  }
  const event = prepared(deps.db, 'SELECT * FROM events WHERE seq = ?').get(row.event_seq) as EventRow;
  if (!isGenuine(deps.db, 'events', event)) {
    end(deps, row, 'blocked', CHANGED);
    return false;
  }
  const atMs = deps.clock.now();
  const began = performance.now();
  const verdict: Verdict = target.listed
    ? await withinMs(LIMITS.webhookAttemptTimeoutMs, deps.policy.judge(target.url))
    : NOT_LISTED;
  if (verdict.is === 'refused') {
    const { address, port, reason } = verdict;
    deps.log.warn('egress.denied', { delivery: row.id, address, reason });
    deps.egress.note({ host: address ?? '', port, allowed: false, why: reason });
    end(deps, row, 'blocked', reason);
    return false;
  }
  const sent = verdict.is === 'allowed' ? await sendTo(deps, row, { ...target, event }, verdict, began) : null;
  const durationMs = Math.round(performance.now() - began);
  return record(deps, row, { ...target, atMs, durationMs, sent });
}

async function sendTo(
  deps: AttemptDeps,
  row: DueRow,
  { secretOwner, event: { id, body } }: Target & { event: EventRow },
  { url, address, port }: Extract<Verdict, { is: 'allowed' }>,
  began: number,
): Promise<Sent> {
  const { log, clock, egress } = deps;
  log.info('egress.allowed', { delivery: row.id, address, port });
  egress.note({ host: address, port, allowed: true, why: 'webhook' });
  const secrets = ensureSecrets(deps, secretOwner);
  const headers = { ...plainHeaders(url), ...signedHeaders(secrets, { id, body, nowMs: clock.now() }) };
  const timeoutMs = Math.max(1, LIMITS.webhookAttemptTimeoutMs - (performance.now() - began));
  return { headers, answer: await deps.send({ url, address, port, headers, body, timeoutMs }) };
}

/** A resolver may hang longer than the limit of the whole attempt. */
function withinMs(timeoutMs: number, judged: Promise<Verdict>): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ is: 'unresolved' } satisfies Verdicted), timeoutMs);
    judged.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function readDue({ db }: AttemptDeps, id: string): DueRow | null {
  const select = prepared(
    db,
    `SELECT id, livemode, endpoint_id, verification_id, attempts, event_seq FROM webhook_deliveries
     WHERE id = ? AND state = 'pending'`,
  );
  return (select.get(id) as DueRow | undefined) ?? null;
}

/** null: there is no receiver any more. */
function targetOf(deps: AttemptDeps, row: DueRow): Target | null {
  if (row.endpoint_id !== null) {
    const endpoint = findEndpoint(deps, row.endpoint_id);
    return endpoint && { url: endpoint.url, secretOwner: endpoint.id, keepAnswers: endpoint.keepAnswers, listed: true };
  }
  const url = readWebhookUrl(deps, row.verification_id ?? '');
  if (url === null) return null;
  const livemode = row.livemode === 1;
  return { url, secretOwner: defaultOwner(livemode), keepAnswers: false, listed: isListedOrigin(deps, url, livemode) };
}

/** Ends a delivery that was not tried, or is not tried again. */
function end({ db, clock }: AttemptDeps, { id }: DueRow, state: 'cancelled' | 'blocked', error: string): void {
  prepared(
    db,
    "UPDATE webhook_deliveries SET state = ?, last_error = ?, updated_at = ? WHERE id = ? AND state = 'pending'",
  ).run(state, error, clock.now(), id);
}

interface Ended extends Target {
  atMs: number;
  durationMs: number;
  /** null: the name could not be resolved. */
  sent: Sent | null;
}

interface Sent {
  headers: Record<string, string>;
  answer: Answer;
}

/** Records in one transaction: the attempt, the new state of the delivery, and that of its endpoint. */
function record(deps: AttemptDeps, row: DueRow, ended: Ended): boolean {
  const { db, clock, log, random = () => randomInt(RANDOM_STEPS) / RANDOM_STEPS } = deps;
  const { status, error, retryAfter } = readAnswer(ended.sent?.answer ?? null);
  const attempts = row.attempts + 1;
  const nowMs = clock.now();
  const delayMs = status === GONE ? null : nextDelayMs(attempts, readRetryAfter(retryAfter, nowMs), random());
  const state = error === null ? 'delivered' : delayMs === null ? 'failed' : 'pending';
  log.info('webhook.attempt', { delivery: row.id, attempt: attempts, status, error, durationMs: ended.durationMs });
  transact(db, () => {
    const { changes } = prepared(
      db,
      // A delivery that was cancelled while being sent and still arrived is delivered.
      `UPDATE webhook_deliveries SET
         state = CASE WHEN state = 'pending' OR @state = 'delivered' THEN @state ELSE state END,
         attempts = @attempts, next_at = @nextAt, last_status = @status,
         last_error = CASE WHEN state = 'pending' OR @state = 'delivered' THEN @error ELSE last_error END, updated_at = @nowMs WHERE id = @id`,
    ).run({ id: row.id, state, attempts, nextAt: nowMs + (delayMs ?? 0), status, error, nowMs });
    // It was deleted meanwhile.
    if (changes === 0) return;
    prepared(
      db,
      `INSERT INTO webhook_attempts (delivery_id, number, at, duration_ms, status, error, sealed_exchange)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(row.id, attempts, ended.atMs, ended.durationMs, status, error, sealedOf(deps, row, ended));
    dropWithRecord(deps, row.id);
    // The answer of the former address says nothing about the one that replaced it meanwhile.
    if (row.endpoint_id === null || findEndpoint(deps, row.endpoint_id)?.url !== ended.url) return;
    judgeEndpoint(deps, row.endpoint_id, { ok: error === null, gone: status === GONE });
  });
  return error === null;
}

/** A finished delivery goes with its record, if that was erased meanwhile. */
function dropWithRecord({ db }: AttemptDeps, id: string): void {
  prepared(
    db,
    `DELETE FROM webhook_deliveries WHERE id = ? AND state NOT IN ('pending', 'blocked') AND EXISTS (
       SELECT 1 FROM events e JOIN verifications v ON v.id = e.subject_id
       WHERE e.seq = webhook_deliveries.event_seq AND v.erasure <> 'none')`,
  ).run(id);
}

function sealedOf(deps: AttemptDeps, { id }: DueRow, { url, keepAnswers, sent }: Ended): Buffer | null {
  if (!sent) return null;
  const { headers, answer } = sent;
  const kept = keepAnswers && 'status' in answer ? (answer.kept ?? null) : null;
  const exchange: Exchange = { request: { url, headers }, answer: kept };
  return sealExchange(deps, id, exchange);
}

function readAnswer(answer: Answer | null): { status: number | null; error: string | null; retryAfter?: string } {
  if (answer === null) return { status: null, error: 'name_not_resolved' };
  if ('error' in answer) return { status: null, error: answer.error };
  const { status, retryAfter } = answer;
  const error = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';
  return { status, error, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Disables an endpoint that is gone, or has failed for five days. */
function judgeEndpoint(deps: AttemptDeps, id: string, { ok, gone }: { ok: boolean; gone: boolean }): void {
  const { db, clock, clockTrust, log } = deps;
  if (ok) {
    prepared(db, 'UPDATE webhook_endpoints SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL').run(
      id,
    );
    return;
  }
  const since = prepared(
    db,
    "UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ?) WHERE id = ? AND state = 'enabled' RETURNING failing_since",
  )
    .pluck()
    .get(clock.now(), id) as number | undefined;
  if (since === undefined) return;
  const failedLong = clock.now() - since >= LIMITS.webhookFailingMsMax && clockTrust.doubt() === null;
  const reason = gone ? 'gone' : failedLong ? 'failing' : null;
  if (reason === null) return;
  disableEndpoint(deps, id, reason, 'system');
  log.warn('webhook.endpoint_disabled', { endpoint: id, reason });
}
