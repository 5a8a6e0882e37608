import { createHmac } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { SealedRecord } from '../vault/staging.ts';
import type { Vault } from '../vault/vault.ts';

interface UrlDeps {
  db: Db;
  vault: Pick<Vault, 'sealJson' | 'openJson'>;
  keys: Pick<KeyStore, 'laneKey' | 'dataKey'>;
}

const COLUMN = 'webhook_urls.url';

/** Returns the lane that all receivers of one origin share; it does not reveal the origin. */
export function laneOf(keys: Pick<KeyStore, 'laneKey'>, url: string): string {
  return `url_${createHmac('sha256', keys.laneKey).update(new URL(url).origin).digest('hex')}`;
}

/** Stores the `webhook_url` of a new verification, sealed with its key; inside the transaction of the creation, before its first event. */
export function keepWebhookUrl(deps: UrlDeps, record: SealedRecord, url: string): void {
  const lane = laneOf(deps.keys, url);
  const sealed = deps.vault.sealJson(record.verificationId, COLUMN, url, record.dataKey);
  prepared(deps.db, 'INSERT INTO webhook_urls (verification_id, lane, sealed_url) VALUES (?, ?, ?)').run(
    record.verificationId,
    lane,
    sealed,
  );
}

/** Returns the lane of a verification with a `webhook_url`, otherwise null. Opens nothing that is sealed. */
export function laneOfVerification(db: Db, verificationId: string): string | null {
  const select = prepared(db, 'SELECT lane FROM webhook_urls WHERE verification_id = ?').pluck();
  return (select.get(verificationId) as string | undefined) ?? null;
}

/** Judges blocked deliveries of a lane again, inside the caller's transaction. */
export function unblockLane(
  { db, clock }: { db: Db; clock: { now(): number } },
  lane: string,
  livemode: boolean,
): void {
  const nowMs = clock.now();
  prepared(
    db,
    `UPDATE webhook_deliveries SET state = 'pending', next_at = ?, updated_at = ?
     WHERE lane = ? AND livemode = ? AND state = 'blocked'`,
  ).run(nowMs, nowMs, lane, Number(livemode));
}

/** Returns the `webhook_url` of a verification; null if its key was destroyed. */
export function readWebhookUrl(deps: UrlDeps, verificationId: string): string | null {
  const sealed = prepared(deps.db, 'SELECT sealed_url FROM webhook_urls WHERE verification_id = ?')
    .pluck()
    .get(verificationId) as Buffer | undefined;
  if (sealed === undefined || deps.keys.dataKey(verificationId) === null) return null;
  return deps.vault.openJson<string>(verificationId, COLUMN, sealed);
}
