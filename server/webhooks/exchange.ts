import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';
import type { KeptAnswer } from './send.ts';

/** What went over the wire in one attempt, but for the body that was sent, which is the event's. */
export interface Exchange {
  request: { url: string; headers: Record<string, string> };
  /** null: there was none, or its endpoint did not ask for it to be kept. */
  answer: KeptAnswer | null;
}

export interface ExchangeDeps {
  db: Db;
  vault: Pick<Vault, 'sealJson' | 'openJson'>;
  keys: Pick<KeyStore, 'dataKey' | 'webhookKey'>;
}

/** `server/retention/export.ts` opens it by the same name. */
const EXCHANGE_COLUMN = 'webhook_attempts.exchange';

/**
 * Seals an exchange with the key of the verification that its event is about: a receiver may answer with what it knows of somebody. A
 * test is about an endpoint, and sealed with the key of endpoints. null if the verification was erased meanwhile: nothing is kept.
 */
export function sealExchange(deps: ExchangeDeps, deliveryId: string, exchange: Exchange): Buffer | null {
  const owner = ownerOf(deps, deliveryId);
  return owner && deps.vault.sealJson(owner.id, EXCHANGE_COLUMN, exchange, owner.key);
}

/** The exchange that was sealed; null if its verification was erased. */
export function openExchange(deps: ExchangeDeps, deliveryId: string, sealed: Buffer): Exchange | null {
  const owner = ownerOf(deps, deliveryId);
  return owner && deps.vault.openJson<Exchange>(owner.id, EXCHANGE_COLUMN, sealed, owner.key);
}

/** Whose key an event's exchanges are sealed with; null: it is gone. */
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
