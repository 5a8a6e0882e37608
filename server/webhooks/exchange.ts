import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';
import type { KeptAnswer } from './send.ts';

/** The request and answer of one attempt, except the body sent, which is the event's. */
export interface Exchange {
  request: { url: string; headers: Record<string, string> };
  /** null: there was none, or the endpoint does not keep answers. */
  answer: KeptAnswer | null;
}

export interface ExchangeDeps {
  db: Db;
  vault: Pick<Vault, 'sealJson' | 'openJson'>;
  keys: Pick<KeyStore, 'dataKey' | 'webhookKey'>;
}

/** `server/retention/export.ts` opens it under the same name. */
const EXCHANGE_COLUMN = 'webhook_attempts.exchange';

/**
 * Seals an exchange with the key of the event's verification, because a receiver's answer may hold personal data. A test is about an endpoint and is
 * sealed with the key of endpoints. Returns null if the verification was erased meanwhile: nothing is kept.
 */
export function sealExchange(deps: ExchangeDeps, deliveryId: string, exchange: Exchange): Buffer | null {
  const owner = ownerOf(deps, deliveryId);
  return owner && deps.vault.sealJson(owner.id, EXCHANGE_COLUMN, exchange, owner.key);
}

/** Opens a sealed exchange; null if its verification was erased. */
export function openExchange(deps: ExchangeDeps, deliveryId: string, sealed: Buffer): Exchange | null {
  const owner = ownerOf(deps, deliveryId);
  return owner && deps.vault.openJson<Exchange>(owner.id, EXCHANGE_COLUMN, sealed, owner.key);
}

/** Returns the key for an event's exchanges; null: it is gone. */
function ownerOf({ db, keys }: ExchangeDeps, deliveryId: string): { id: string; key: Buffer } | null {
  const select = prepared(
    db,
    `SELECT coalesce(a.verification_id, e.subject_id) AS id, d.endpoint_id = e.subject_id AS isTest
     FROM webhook_deliveries d JOIN events e ON e.seq = d.event_seq LEFT JOIN alerts a ON a.id = e.subject_id WHERE d.id = ?`,
  );
  const found = select.get(deliveryId) as { id: string; isTest: number | null } | undefined;
  if (!found) return null;
  const key = found.isTest ? keys.webhookKey : keys.dataKey(found.id);
  return key && { id: found.id, key };
}
