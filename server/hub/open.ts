import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import { anchorAudit } from './audit/anchor.ts';
import { appendAudit } from './audit/log.ts';
import type { HubPool } from './db/pool.ts';
import { transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { eraseAgain } from './erase.ts';
import { openErasedLog } from './erased-log.ts';
import { openHubKeys } from './keys.ts';
import { createMonths, monthOf } from './months.ts';
import { advanceRollouts } from './rollouts.ts';
import { destroyWraps } from './wraps.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The hub on a database that has the newest schema. */
export interface Hub extends HubDeps {
  /** Begins what happens regularly. Returns the function that ends it and waits for what runs. */
  begin(): () => Promise<void>;
}

/**
 * Opens the hub: reads its keys, or makes them at the first start, holds the audit log against its anchor, and erases again what a database from a backup
 * brought back.
 * @param keysFolder as in `CUSTOS_HUB_KEYS_DIR`
 * @param readMasterKey returns the 32 bytes that open the folder, and makes them at the first start
 */
export async function openHub({
  pool,
  keysFolder,
  readMasterKey,
  clock,
  newId,
  log,
}: {
  pool: HubPool;
  keysFolder: string;
  readMasterKey: () => Buffer;
  clock: Clock;
  newId: NewId;
  log: Logger;
}): Promise<Hub> {
  const keys = await transact(pool, 'all', async (tx) => {
    // One process after the other: at the first start, the first of them makes the keys.
    await tx.query('SELECT FROM schema_versions WHERE version = 1 FOR UPDATE');
    return openHubKeys(keysFolder, readMasterKey(), clock.now());
  });
  const anchor = { auditKey: keys.secret('audit'), clock, pool, keysFolder, log };
  const deps: HubDeps = {
    pool,
    clock,
    newId,
    log,
    keys,
    months: createMonths(pool),
    erasedLog: openErasedLog(join(keysFolder, 'erased')),
    audit: (tx, entry) => appendAudit(tx, anchor, entry),
    anchor,
  };
  await anchorAudit(anchor);
  await deps.months.ensure(monthOf(clock.now()));
  const erased = await eraseAgain(deps);
  if (erased > 0) log.warn('hub_erased_again', { records: erased });
  return { ...deps, begin: () => begin(deps) };
}

const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'database_unavailable';

function begin(deps: HubDeps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const regularly = (ms: number, name: string, work: () => Promise<unknown>): NodeJS.Timeout => {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      const run = work()
        .then(() => {})
        .catch((error: unknown) => {
          // The log says once that the database is away. The next time may find it.
          if (!isAway(error)) deps.log.error('hub_work_failed', { work: name }, error);
        })
        .finally(() => {
          isBusy = false;
          running.delete(run);
        });
      running.add(run);
    }, ms);
    timer.unref();
    return timer;
  };
  const { clock } = deps;
  const timers = [
    regularly(MINUTE_MS, 'rollouts', () => advanceRollouts(deps)),
    regularly(MINUTE_MS, 'audit_anchor', () => anchorAudit(deps.anchor)),
    regularly(HOUR_MS, 'wraps', () => destroyWraps(deps)),
    // A day ahead, so that the first parcel of a month does not wait.
    regularly(HOUR_MS, 'months', () => deps.months.ensure(monthOf(clock.now() + DAY_MS))),
    regularly(DAY_MS, 'erased_log', async () => deps.erasedLog.trim(clock.now())),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
    await anchorAudit(deps.anchor).catch((error: unknown) => {
      if (!isAway(error)) throw error;
    });
  };
}
