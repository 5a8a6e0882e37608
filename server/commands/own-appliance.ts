import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Appliance } from '../appliance/appliance.ts';
import type { Config } from '../appliance/config.ts';
import { openAppliance, type Surroundings } from '../context.ts';
import { atEnd } from '../lib/at-end.ts';

/**
 * Runs `work` with a temporary appliance that uses the operator's settings but not the operator's data. Everything that it writes, including its
 * own master key, is in a temporary folder that is removed afterwards.
 */
export async function withOwnAppliance<T>(
  config: Config,
  surroundingsOf: (config: Config) => Surroundings,
  work: (appliance: Appliance, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'custos-own-'));
  using _folder = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const own: Config = {
    ...config,
    dataDir: join(folder, 'data'),
    listsDir: join(folder, 'lists'),
    listsInbox: null,
    apiKey: null,
    masterKey: { kind: 'file', path: join(folder, 'master.key') },
  };
  const appliance = await openAppliance(own, surroundingsOf(own));
  await using _appliance = atEnd(() => appliance.close(0));
  return await work(appliance, folder);
}
