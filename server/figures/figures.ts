import { besideModule } from '../../models/threads/beside.ts';
import type { Db } from '../db/open.ts';
import { askThread } from '../lib/ask-thread.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import { createTurns } from '../lib/turns.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { Vault } from '../vault/vault.ts';
import { countMissing } from './missing.ts';
import { readFigures } from './read.ts';
import type { Figures, FiguresQuery } from './types.ts';
import type { FiguresOrder } from './worker.ts';

/** Counts what the appliance decided. */
export interface FiguresReader {
  /** Counts a period in a thread with its own connection, one after the other. Rejects with `queue_full` if too many wait. */
  read(query: FiguresQuery): Promise<Figures>;
  /** Begins to count the records of an older program. */
  start(): void;
  /** Resolves when they are counted, or counting stopped or failed. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const WORKER = besideModule(import.meta.url, 'worker');

/** @param ready resolves when the reasons of all stored decisions are there to be counted */
export function createFigures(deps: {
  db: Db;
  keys: KeyStore;
  vault: Vault;
  log: Logger;
  ready(): Promise<void>;
}): FiguresReader {
  const { db, log } = deps;
  const inTurn = createTurns({ atOnce: 1, waitingMax: LIMITS.figuresWaitingMax, refuse: tooMany });
  const ending = new AbortController();
  const ended = new Promise((resolve) => ending.signal.addEventListener('abort', resolve));
  let counting: Promise<void> | null = null;
  const count = async (): Promise<void> => {
    try {
      await Promise.race([deps.ready(), ended]);
      await countMissing(deps, () => ending.signal.aborted);
    } catch (error) {
      log.error('figures.count_failed', {}, error);
    }
  };
  return {
    // An in-memory database belongs to its connection alone.
    read: (query) =>
      inTurn(async () => {
        if (db.memory) return readFigures(db, query);
        const order: FiguresOrder = { databasePath: db.name, query };
        return askThread<Figures>(WORKER, order, { signal: ending.signal });
      }),
    start() {
      counting ??= count();
    },
    settled: async () => counting ?? undefined,
    async stop() {
      ending.abort();
      await counting;
    },
  };
}

function tooMany(): AppError {
  return new AppError('queue_full', {
    detail: 'Too many statistics are being counted. Wait a few seconds, then try again.',
    retryAfterSeconds: 5,
  });
}
