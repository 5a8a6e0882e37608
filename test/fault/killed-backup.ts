import { restoreBackup } from '../../server/backup/restore.ts';
import { openAppliance } from '../../server/context.ts';
import { readHostConfig } from '../../server/host.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createIds } from '../../server/lib/ids.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines } from '../support/fake-engines.ts';

/** `create`, or `restore FILE FOLDER`, to be killed. Prints a line when the work begins, and one when it has ended. */
const [action, path = '', folder = ''] = process.argv.slice(2);
const config = readHostConfig();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (action === 'create') {
  const log = createLogger(systemClock, () => {});
  const appliance = await openAppliance(config, { clock: systemClock, log, engines: fakeEngines() });
  say('begun');
  await appliance.backups.create({}, 'cli');
  say('ended');
  await appliance.close();
} else {
  const keysFrom = { kind: 'machine', dataDir: config.dataDir, masterKey: config.masterKey } as const;
  say('begun');
  const deps = { clock: systemClock, newId: createIds(systemClock) };
  await restoreBackup({ path, folder, keysFrom, keyFile: '' }, deps);
  say('ended');
}
