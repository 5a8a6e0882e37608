import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { PostgresProgram } from '../../../server/hub/db/local-postgres.ts';
import { type Hub, openHub } from '../../../server/hub/open.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { type TestClock, testClock } from '../clock.ts';
import { tempFolder } from '../folder.ts';
import { type HubDatabase, hubDatabase, SILENT } from './database.ts';

/** A hub on a database of its own, with a clock that the test moves. */
export interface TestHub extends AsyncDisposable {
  hub: Hub;
  clock: TestClock;
  database: HubDatabase;
  keysFolder: string;
  masterKey: Buffer;
  /** Opens the hub again, on the same keys, as after a restart; by default on the same database. */
  reopen(database?: HubDatabase): Promise<Hub>;
}

export async function testHub(program: PostgresProgram, clock: TestClock = testClock()): Promise<TestHub> {
  const database = await hubDatabase(program);
  const folder = tempFolder();
  const keysFolder = join(folder.path, 'keys');
  const masterKey = randomBytes(32);
  const reopen = (on: HubDatabase = database): Promise<Hub> =>
    openHub({ pool: on.pool, keysFolder, readMasterKey: () => masterKey, clock, newId: createIds(clock), log: SILENT });
  const hub = await reopen();
  return {
    hub,
    clock,
    database,
    keysFolder,
    masterKey,
    reopen,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
