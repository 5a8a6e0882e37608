import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import type { EventLog } from '../events/log.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Clock } from '../lib/clock.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';

/** What the functions of this room work with. */
export interface VerificationDeps {
  db: Db;
  clock: Clock;
  vault: Vault;
  keys: KeyStore;
  audit: Audit;
  events: EventLog;
  queue: JobQueue;
  /** Most jobs that may wait or run at once. */
  queueLengthMax: number;
  /** Bytes that are free where the data lives. */
  diskFreeBytes: () => number;
}
