import { openAppliance } from '../../server/context.ts';
import type { Db } from '../../server/db/open.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { eraseVerification } from '../../server/retention/erase.ts';
import { fakeEngines } from '../support/fake-engines.ts';

/**
 * Opens a data folder and erases `ERASED_ID`, but is killed at the moment `KILL_AT`. Moments are before and after each
 * commit of either database, each checkpoint, and each removal of files. Exits with 0 if there are fewer moments.
 */
const killAt = Number(process.env['KILL_AT']);
const id = String(process.env['ERASED_ID']);
let moments = 0;
const moment = (): void => {
  moments += 1;
  if (moments === killAt) process.kill(process.pid, 'SIGKILL');
};

const config = { ...readHostConfig(), duplicateFaces: true };
const log = createLogger(systemClock, () => {});
const appliance = await openAppliance(config, { clock: systemClock, log, engines: fakeEngines() });

function watch(db: Db): void {
  const { transaction, pragma } = db;
  db.transaction = ((work: () => unknown) => {
    const made = transaction.call(db, work);
    const immediate = () => {
      moment();
      const result = made.immediate();
      moment();
      return result;
    };
    return { immediate };
  }) as unknown as typeof db.transaction;
  db.pragma = (text, options) => {
    if (text.startsWith('wal_checkpoint')) moment();
    return pragma.call(db, text, options);
  };
}

watch(appliance.db);
watch(appliance.keys.db);
const { removeFiles } = appliance.vault;
appliance.vault.removeFiles = async (owner, documents) => {
  // One of two files is gone.
  const [first] = await appliance.vault.filesOf(owner).catch(() => []);
  if (first !== undefined) await removeFiles(owner, [first]);
  moment();
  await removeFiles(owner, documents);
  moment();
};
await eraseVerification(appliance.retention, { kind: 'kyc', id, livemode: true }, { cause: 'request', actor: 'cli' });
moment();
await appliance.close(0);
