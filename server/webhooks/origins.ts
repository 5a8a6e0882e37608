import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { type Cursor, readPage } from '../db/page.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { AppError, conflict } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { isGenuine } from '../rows/guard.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';
import type { Vault } from '../vault/vault.ts';
import { plainUrl } from './destination.ts';
import { endpointUrls } from './endpoints.ts';
import { laneOf, readWebhookUrl, unblockLane } from './own-urls.ts';

/** An origin that the `webhook_url` of a verification may use: an administrator allowed it, or a delivery went there before the list existed. */
export interface AllowedOrigin {
  id: string;
  livemode: boolean;
  /** Scheme, host and port, as `URL.origin` writes them. */
  origin: string;
  /** Whether an administrator confirmed it. An unconfirmed origin is also allowed, but causes a warning. */
  confirmed: boolean;
  createdAtMs: number;
}

export interface OriginDeps {
  db: Db;
  clock: { now(): number };
  newId: NewId;
  audit: Pick<Audit, 'append'>;
  keys: Pick<KeyStore, 'laneKey' | 'webhookKey'>;
}

interface Who {
  livemode: boolean;
  actor: string;
}

interface OriginRow {
  seq: number;
  id: string;
  livemode: number;
  lane: string;
  sealed_origin: Buffer;
  confirmed: number;
  created_at: number;
}

/** Returns the origin if the text is exactly one, written plainly (`plainUrl`); otherwise null. */
export function readOrigin(text: string): string | null {
  const url = plainUrl(text);
  return url && url.pathname === '/' && !text.includes('?') ? url.origin : null;
}

/** Returns whether the `webhook_url` of a verification may use that origin: that of an endpoint of its mode, or one on the list. */
export function isListedOrigin(deps: Pick<OriginDeps, 'db' | 'keys'>, url: string, livemode: boolean): boolean {
  const { origin } = new URL(url);
  const row = findByLane(deps.db, laneOf(deps.keys, url), livemode);
  if (row && isGenuine(deps.db, 'webhook_origins', row)) return true;
  return endpointUrls(deps, livemode).some((endpoint) => new URL(endpoint).origin === origin);
}

/** Returns one page, newest first (`readPage`). Throws `invalid_cursor`. */
export function listOrigins(
  deps: OriginDeps,
  { livemode, ...page }: Cursor & { livemode: boolean; limit: number },
): { data: AllowedOrigin[]; hasMore: boolean } {
  const { rows, hasMore } = readPage<OriginRow>(deps.db, 'webhook_origins', {
    ...page,
    where: { livemode: Number(livemode) },
    seqOf: (id) => {
      const row = findRow(deps.db, id, livemode);
      if (row) return row.seq;
      throw new AppError('invalid_cursor', 'There is no webhook origin with this id. Leave out the cursor.');
    },
  });
  const known = rows.filter((row) => isGenuine(deps.db, 'webhook_origins', row));
  return { data: known.map((row) => fromRow(deps, row)), hasMore };
}

/**
 * Allows an origin (`readOrigin`), and confirms one that is already on the list. Deliveries that waited for it become
 * due. Throws `state_conflict` if there are too many.
 */
export function allowOrigin(deps: OriginDeps, origin: string, { livemode, actor }: Who): AllowedOrigin {
  const { db, clock, newId, audit, keys } = deps;
  return transact(db, () => {
    const lane = laneOf(keys, origin);
    const known = findByLane(db, lane, livemode);
    const id = known?.id ?? newId('who');
    if (known) {
      prepared(db, 'UPDATE webhook_origins SET confirmed = 1 WHERE id = ?').run(id);
    } else {
      refuseTooMany(db, livemode);
      prepared(
        db,
        `INSERT INTO webhook_origins (id, livemode, lane, sealed_origin, confirmed, created_at) VALUES (?, ?, ?, ?, 1, ?)`,
      ).run(id, Number(livemode), lane, sealOrigin(deps, id, origin), clock.now());
    }
    audit.append({ actor, action: 'webhook_origin.allowed', subjectId: id });
    unblockLane(deps, lane, livemode);
    return fromRow(deps, getRow(db, id, livemode));
  });
}

/** Takes an origin off the list; deliveries still to be sent there are blocked from their next attempt on. Throws `not_found`. */
export function removeOrigin({ db, audit }: OriginDeps, id: string, { livemode, actor }: Who): void {
  transact(db, () => {
    getRow(db, id, livemode);
    prepared(db, 'DELETE FROM webhook_origins WHERE id = ?').run(id);
    audit.append({ actor, action: 'webhook_origin.removed', subjectId: id });
  });
}

/** Returns how many origins of both modes are unconfirmed. */
export function countUnconfirmedOrigins(db: Db): number {
  return prepared(db, 'SELECT count(*) FROM webhook_origins WHERE confirmed = 0').pluck().get() as number;
}

/**
 * Names the origins that the migration found by their lanes: each is in the `webhook_url` of a verification. An origin whose verifications are all
 * erased cannot be shown and leaves the list. Called at each start; finds nothing from the second on.
 */
export function nameOrigins(deps: OriginDeps & { vault: Pick<Vault, 'openJson' | 'sealJson'>; keys: KeyStore }): void {
  const { db, newId } = deps;
  transact(db, () => {
    const nameless = prepared(db, 'SELECT * FROM webhook_origins WHERE id IS NULL').all() as OriginRow[];
    for (const { seq, lane } of nameless.filter((row) => isGenuine(db, 'webhook_origins', row))) {
      const origin = originOfLane(deps, lane);
      if (origin === null) {
        prepared(db, 'DELETE FROM webhook_origins WHERE seq = ?').run(seq);
        continue;
      }
      const id = newId('who');
      const sealed = sealOrigin(deps, id, origin);
      prepared(db, 'UPDATE webhook_origins SET id = ?, sealed_origin = ? WHERE seq = ?').run(id, sealed, seq);
    }
  });
}

function originOfLane(deps: Parameters<typeof nameOrigins>[0], lane: string): string | null {
  const ids = prepared(deps.db, 'SELECT verification_id FROM webhook_urls WHERE lane = ?').pluck().iterate(lane);
  for (const id of ids as IterableIterator<string>) {
    const url = readWebhookUrl(deps, id);
    if (url !== null) return new URL(url).origin;
  }
  return null;
}

function refuseTooMany(db: Db, livemode: boolean): void {
  const count = prepared(db, 'SELECT count(*) FROM webhook_origins WHERE livemode = ?').pluck().get(Number(livemode));
  if ((count as number) < LIMITS.webhookOriginsMax) return;
  throw conflict(
    `There are already ${LIMITS.webhookOriginsMax} origins, which is the maximum. Remove one that you do not need.`,
  );
}

function findByLane(db: Db, lane: string, livemode: boolean): OriginRow | undefined {
  const select = prepared(db, 'SELECT * FROM webhook_origins WHERE lane = ? AND livemode = ?');
  return select.get(lane, Number(livemode)) as OriginRow | undefined;
}

function findRow(db: Db, id: string, livemode: boolean): OriginRow | undefined {
  const select = prepared(db, 'SELECT * FROM webhook_origins WHERE id = ? AND livemode = ?');
  return select.get(id, Number(livemode)) as OriginRow | undefined;
}

function getRow(db: Db, id: string, livemode: boolean): OriginRow {
  const row = findRow(db, id, livemode);
  if (row) return row;
  throw new AppError('not_found', 'There is no webhook origin with this id. List the origins to find it.');
}

const place = (id: string): string => `webhook_origins.origin:${id}`;

function sealOrigin({ keys }: Pick<OriginDeps, 'keys'>, id: string, origin: string): Buffer {
  return seal(keys.webhookKey, place(id), Buffer.from(origin));
}

function fromRow({ keys }: Pick<OriginDeps, 'keys'>, row: OriginRow): AllowedOrigin {
  return {
    id: row.id,
    livemode: row.livemode === 1,
    origin: unseal(keys.webhookKey, place(row.id), row.sealed_origin).toString(),
    confirmed: row.confirmed === 1,
    createdAtMs: row.created_at,
  };
}
