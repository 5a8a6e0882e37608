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

/**
 * Keeps the `webhook_url` of a new verification, sealed with its key; inside the transaction of the creation, before its first event.
 * Receivers of one origin share a lane, which tells nothing of the origin.
 */
export function keepWebhookUrl(deps: UrlDeps, record: SealedRecord, url: string): void {
  const lane = `url_${createHmac('sha256', deps.keys.laneKey).update(new URL(url).origin).digest('hex')}`;
  const sealed = deps.vault.sealJson(record.verificationId, COLUMN, url, record.dataKey);
  prepared(deps.db, 'INSERT INTO webhook_urls (verification_id, lane, sealed_url) VALUES (?, ?, ?)').run(
    record.verificationId,
    lane,
    sealed,
  );
}

/** The lane of a verification that has a `webhook_url`, else null. Opens nothing that is sealed. */
export function laneOfVerification(db: Db, verificationId: string): string | null {
  const select = prepared(db, 'SELECT lane FROM webhook_urls WHERE verification_id = ?').pluck();
  return (select.get(verificationId) as string | undefined) ?? null;
}

/** The `webhook_url` of a verification; null where its key was destroyed. */
export function readWebhookUrl(deps: UrlDeps, verificationId: string): string | null {
  const sealed = prepared(deps.db, 'SELECT sealed_url FROM webhook_urls WHERE verification_id = ?')
    .pluck()
    .get(verificationId) as Buffer | undefined;
  if (sealed === undefined || deps.keys.dataKey(verificationId) === null) return null;
  return deps.vault.openJson<string>(verificationId, COLUMN, sealed);
}
