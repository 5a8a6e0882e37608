import type { Clock } from '../lib/clock.ts';
import type { NewId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { AnchorDeps } from './audit/anchor.ts';
import type { NewAuditEntry } from './audit/log.ts';
import type { HubPool } from './db/pool.ts';
import type { Tx } from './db/transact.ts';
import type { ErasedLog } from './erased-log.ts';
import type { HubKeyring } from './keys.ts';
import type { createMonths } from './months.ts';

/** What the hub's work needs. */
export interface HubDeps {
  pool: HubPool;
  clock: Clock;
  newId: NewId;
  log: Logger;
  keys: HubKeyring;
  months: ReturnType<typeof createMonths>;
  erasedLog: ErasedLog;
  /** Appends to the hub's audit log, as the last act of a transaction. */
  audit(tx: Tx, entry: NewAuditEntry): Promise<void>;
  /** What the audit log is held against. */
  anchor: AnchorDeps;
}
