import type { Audit } from '../audit/log.ts';
import { type Cursor, readPage } from '../db/page.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isGenuine } from '../rows/guard.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { WebhookKind } from './kinds.ts';
import { laneOf, unblockLane } from './own-urls.ts';
import type { PlanDeps } from './plan.ts';
import { dropSecrets, previousUntil, renewSecret, type SecretDeps } from './secrets.ts';
import type { DisabledReason, WebhookEndpoint } from './types.ts';

export interface EndpointDeps extends SecretDeps, PlanDeps {
  audit: Pick<Audit, 'append'>;
  keys: Pick<KeyStore, 'webhookKey' | 'laneKey'>;
}

/** What an administrator sets. */
export interface EndpointSettings extends Pick<WebhookEndpoint, 'url' | 'description' | 'kinds' | 'keepAnswers'> {
  enabled: boolean;
}

/** Omitted fields stay as they are. */
export type EndpointChange = { [K in keyof EndpointSettings]?: EndpointSettings[K] | undefined };

interface EndpointRow {
  seq: number;
  id: string;
  livemode: number;
  sealed_url: Buffer;
  description: string;
  kinds: string | null;
  keep_answers: number;
  disabled_reason: DisabledReason | null;
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

/** Creates an endpoint; its secret cannot be read again. Throws `state_conflict` if there are too many. */
export function createEndpoint(
  deps: EndpointDeps,
  input: EndpointSettings & { livemode: boolean; actor: string },
): { endpoint: WebhookEndpoint; secret: string } {
  const { db, clock, newId, audit } = deps;
  return transact(db, () => {
    const count = prepared(db, 'SELECT count(*) FROM webhook_endpoints WHERE livemode = ?').pluck();
    if ((count.get(Number(input.livemode)) as number) >= LIMITS.webhookEndpointsMax) {
      throw conflict(
        `There are already ${LIMITS.webhookEndpointsMax} endpoints, which is the maximum. Delete one that you do not need.`,
      );
    }
    const id = newId('whe');
    const nowMs = clock.now();
    prepared(
      db,
      `INSERT INTO webhook_endpoints
         (id, livemode, sealed_url, description, kinds, keep_answers, state, disabled_reason, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      Number(input.livemode),
      sealUrl(deps, id, input.url),
      input.description,
      input.kinds?.join(' ') ?? null,
      Number(input.keepAnswers),
      input.enabled ? 'enabled' : 'disabled',
      input.enabled ? null : 'by_hand',
      nowMs,
      nowMs,
    );
    const secret = renewSecret(deps, id);
    allowUrlsOfOrigin(deps, input.url, input.livemode);
    audit.append({ actor: input.actor, action: 'webhook_endpoint.created', subjectId: id });
    return { endpoint: getEndpoint(deps, id, input.livemode), secret };
  });
}

/** Returns one endpoint. Throws `not_found`. */
export function getEndpoint(deps: SecretDeps, id: string, livemode: boolean): WebhookEndpoint {
  const row = findRow(deps, id);
  if (!row || row.livemode !== Number(livemode))
    throw new AppError('not_found', 'There is no webhook endpoint with this id. List the endpoints to find it.');
  return fromRow(deps, row);
}

/** Returns the endpoint of a delivery; null if it was deleted. */
export function findEndpoint(deps: SecretDeps, id: string): WebhookEndpoint | null {
  const row = findRow(deps, id);
  return row ? fromRow(deps, row) : null;
}

/** Returns the addresses of all endpoints of a mode, including disabled ones. */
export function endpointUrls({ db, keys }: Pick<SecretDeps, 'db' | 'keys'>, livemode: boolean): string[] {
  const rows = prepared(db, 'SELECT * FROM webhook_endpoints WHERE livemode = ?').all(
    Number(livemode),
  ) as EndpointRow[];
  return rows.filter((row) => isGenuine(db, 'webhook_endpoints', row)).map((row) => openUrl(keys, row));
}

/** Returns one page, newest first (`readPage`). Throws `invalid_cursor`. */
export function listEndpoints(
  deps: SecretDeps,
  { livemode, ...page }: Cursor & { livemode: boolean; limit: number },
): { data: WebhookEndpoint[]; hasMore: boolean } {
  const { rows, hasMore } = readPage<EndpointRow>(deps.db, 'webhook_endpoints', {
    ...page,
    where: { livemode: Number(livemode) },
    seqOf: (id) => {
      const row = findRow(deps, id);
      if (row?.livemode === Number(livemode)) return row.seq;
      throw new AppError('invalid_cursor', 'There is no webhook endpoint with this id. Leave out the cursor.');
    },
  });
  const known = rows.filter((row) => isGenuine(deps.db, 'webhook_endpoints', row));
  return { data: known.map((row) => fromRow(deps, row)), hasMore };
}

/** Changes the given fields. Enabling the endpoint again resets its failures; disabling it cancels what waits. Throws `not_found`. */
export function changeEndpoint(
  deps: EndpointDeps,
  id: string,
  { livemode, actor, ...change }: EndpointChange & { livemode: boolean; actor: string },
): WebhookEndpoint {
  const { db, clock, audit } = deps;
  return transact(db, () => {
    const now = getEndpoint(deps, id, livemode);
    const { url = now.url, description = now.description, kinds = now.kinds, keepAnswers = now.keepAnswers } = change;
    prepared(
      db,
      'UPDATE webhook_endpoints SET sealed_url = ?, description = ?, kinds = ?, keep_answers = ?, updated_at = ? WHERE id = ?',
    ).run(sealUrl(deps, id, url), description, kinds?.join(' ') ?? null, Number(keepAnswers), clock.now(), id);
    audit.append({ actor, action: 'webhook_endpoint.changed', subjectId: id });
    if (change.enabled === false && now.disabledReason === null) disableEndpoint(deps, id, 'by_hand', actor);
    if (change.enabled === true && now.disabledReason !== null) {
      prepared(
        db,
        "UPDATE webhook_endpoints SET state = 'enabled', disabled_reason = NULL, failing_since = NULL WHERE id = ?",
      ).run(id);
      audit.append({ actor, action: 'webhook_endpoint.enabled', subjectId: id });
    }
    if (change.url !== undefined) {
      beginAnew(deps, id);
      allowUrlsOfOrigin(deps, url, livemode);
    }
    return getEndpoint(deps, id, livemode);
  });
}

/** Disables an endpoint, inside the caller's transaction: cancels what waits for it; that can be replayed later. */
export function disableEndpoint(
  { db, clock, audit }: Pick<EndpointDeps, 'db' | 'clock' | 'audit'>,
  id: string,
  reason: DisabledReason,
  actor: string,
): void {
  const nowMs = clock.now();
  prepared(db, "UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = ?, updated_at = ? WHERE id = ?").run(
    reason,
    nowMs,
    id,
  );
  prepared(
    db,
    `UPDATE webhook_deliveries SET state = 'cancelled', updated_at = ?, last_error = 'endpoint_disabled'
     WHERE endpoint_id = ? AND state IN ('pending', 'blocked')`,
  ).run(nowMs, id);
  audit.append({ actor, action: 'webhook_endpoint.disabled', subjectId: id, details: { reason } });
}

/** Deletes an endpoint with its deliveries and secrets. Throws `not_found`. */
export function deleteEndpoint(
  deps: EndpointDeps,
  id: string,
  { livemode, actor }: { livemode: boolean; actor: string },
): void {
  transact(deps.db, () => {
    getEndpoint(deps, id, livemode);
    prepared(deps.db, 'DELETE FROM webhook_endpoints WHERE id = ?').run(id);
    dropSecrets(deps, id);
    deps.audit.append({ actor, action: 'webhook_endpoint.deleted', subjectId: id });
  });
}

/** Creates a new secret; the old one also signs for 24 hours. Throws `not_found`. */
export function rotateEndpointSecret(
  deps: EndpointDeps,
  id: string,
  { livemode, actor }: { livemode: boolean; actor: string },
): { endpoint: WebhookEndpoint; secret: string } {
  return transact(deps.db, () => {
    getEndpoint(deps, id, livemode);
    const secret = renewSecret(deps, id);
    deps.audit.append({ actor, action: 'webhook_endpoint.secret_rotated', subjectId: id });
    return { endpoint: getEndpoint(deps, id, livemode), secret };
  });
}

/** A new address may be allowed although the old one was not, and the failures of the old address do not count for it. */
function beginAnew({ db, clock }: EndpointDeps, id: string): void {
  const nowMs = clock.now();
  prepared(db, 'UPDATE webhook_endpoints SET failing_since = NULL WHERE id = ?').run(id);
  prepared(
    db,
    `UPDATE webhook_deliveries SET state = 'pending', next_at = ?, updated_at = ?
     WHERE endpoint_id = ? AND state IN ('pending', 'blocked')`,
  ).run(nowMs, nowMs, id);
}

/** The `webhook_url`s of verifications may use the origin of an endpoint. */
function allowUrlsOfOrigin(deps: EndpointDeps, url: string, livemode: boolean): void {
  unblockLane(deps, laneOf(deps.keys, url), livemode);
}

function findRow({ db }: Pick<SecretDeps, 'db'>, id: string): EndpointRow | undefined {
  const row = prepared(db, 'SELECT * FROM webhook_endpoints WHERE id = ?').get(id) as EndpointRow | undefined;
  return row && isGenuine(db, 'webhook_endpoints', row) ? row : undefined;
}

const place = (id: string): string => `webhook_endpoints.url:${id}`;

function sealUrl({ keys }: SecretDeps, id: string, url: string): Buffer {
  return seal(keys.webhookKey, place(id), Buffer.from(url));
}

function openUrl(keys: SecretDeps['keys'], row: Pick<EndpointRow, 'id' | 'sealed_url'>): string {
  return unseal(keys.webhookKey, place(row.id), row.sealed_url).toString();
}

function fromRow(deps: SecretDeps, row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    livemode: row.livemode === 1,
    url: openUrl(deps.keys, row),
    description: row.description,
    kinds: row.kinds === null ? null : (row.kinds.split(' ') as WebhookKind[]),
    keepAnswers: row.keep_answers === 1,
    disabledReason: row.disabled_reason,
    failingSinceMs: row.failing_since,
    previousSecretUntilMs: previousUntil(deps, row.id),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
