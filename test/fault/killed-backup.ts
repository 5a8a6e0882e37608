import { restoreBackup } from '../../server/backup/restore.ts';
import { openAppliance } from '../../server/context.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createIds } from '../../server/lib/ids.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { arm, momentsSoFar } from './kills/moments.ts';

/** `create`, or `restore FILE FOLDER`, killed at the moment `KILL_AT` of its work. Prints the number of moments if it reaches its end. */
const [action, path = '', folder = ''] = process.argv.slice(2);
const config = readHostConfig();
const begin = (): void => arm(Number(process.env['KILL_AT'] ?? 0));
const end = (): void => void process.stdout.write(`${momentsSoFar()}\n`);
if (action === 'create') {
  const log = createLogger(systemClock, () => {});
  const appliance = await openAppliance(config, { clock: systemClock, log, engines: fakeEngines() });
  begin();
  await appliance.backups.create({}, 'cli');
  end();
  await appliance.close();
} else {
  const keysFrom = { kind: 'machine', dataDir: config.dataDir, masterKey: config.masterKey } as const;
  const deps = { clock: systemClock, newId: createIds(systemClock) };
  begin();
  await restoreBackup({ path, folder, keysFrom, keyFile: '' }, deps);
  end();
}
