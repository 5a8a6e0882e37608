import type { Db } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { NewId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';
import type { Audit } from './log.ts';

/** Dependencies of nearly every room above this one. Each room picks the ones that it uses. */
export interface BaseDeps {
  db: Db;
  keys: KeyStore;
  vault: Vault;
  clock: Clock;
  newId: NewId;
  audit: Audit;
  log: Logger;
  /** The path of the data folder. */
  dataDir: string;
}
