import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { must } from '../lib/assert.ts';
import { LIMITS } from '../lib/limits.ts';
import type { KeyStore } from '../vault/key-store.ts';
import { seal, unseal } from '../vault/seal.ts';

/** Standard Webhooks: the prefix, then 32 bytes in base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export interface SecretDeps {
  db: Db;
  clock: { now(): number };
  keys: Pick<KeyStore, 'webhookKey'>;
}

/** The owner of a secret: an endpoint, or the default of a mode. */
export type SecretOwner = string;

interface SecretRow {
  sealed_secret: Buffer;
  sealed_previous: Buffer | null;
  previous_until: number | null;
}

/** Returns the owner of the secret that signs deliveries to the `webhook_url` of a verification. */
export function defaultOwner(livemode: boolean): SecretOwner {
  return livemode ? 'default:live' : 'default:test';
}

/**
 * Creates a new secret for an owner and returns it. The former one also signs for 24 hours, so receivers can change
 * over; of two former ones, only the latest does.
 */
export function renewSecret(deps: SecretDeps, owner: SecretOwner): string {
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed = seal(deps.keys.webhookKey, place(owner), Buffer.from(secret));
  const before = readRow(deps, owner);
  prepared(
    deps.db,
    `INSERT OR REPLACE INTO webhook_secrets (owner, sealed_secret, sealed_previous, previous_until) VALUES (?, ?, ?, ?)`,
  ).run(owner, sealed, before?.sealed_secret ?? null, before ? deps.clock.now() + LIMITS.webhookSecretOverlapMs : null);
  return secret;
}

/** Returns the secrets that sign for an owner now, newest first. Empty: it has none. */
export function secretsOf(deps: SecretDeps, owner: SecretOwner): string[] {
  const row = readRow(deps, owner);
  if (!row) return [];
  const open = (sealed: Buffer): string => unseal(deps.keys.webhookKey, place(owner), sealed).toString();
  const both = row.sealed_previous !== null && (row.previous_until ?? 0) > deps.clock.now();
  return [open(row.sealed_secret), ...(both ? [open(must(row.sealed_previous, 'it was looked at'))] : [])];
}

/** Returns until when the former secret also signs; null: none does. */
export function previousUntil(deps: SecretDeps, owner: SecretOwner): number | null {
  const until = readRow(deps, owner)?.previous_until ?? null;
  return until !== null && until > deps.clock.now() ? until : null;
}

export function dropSecrets({ db }: Pick<SecretDeps, 'db'>, owner: SecretOwner): void {
  prepared(db, 'DELETE FROM webhook_secrets WHERE owner = ?').run(owner);
}

/**
 * Returns the headers of Standard Webhooks 1.0 (standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`, one
 * signature for each secret, separated by spaces.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function readRow({ db }: Pick<SecretDeps, 'db'>, owner: SecretOwner): SecretRow | undefined {
  return prepared(db, 'SELECT * FROM webhook_secrets WHERE owner = ?').get(owner) as SecretRow | undefined;
}

const place = (owner: SecretOwner): string => `webhook_secrets.secret:${owner}`;
