import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openErasedLog } from '../../../server/hub/erased-log.ts';
import { openHubKeys } from '../../../server/hub/keys.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { tempFolder } from '../../support/folder.ts';

const NOW = Date.UTC(2026, 0, 15);
const BRANCH = 'brn_01h455vb4pex5vsknk084sn02q';

test('the keys of a hub stay the same after a restart, and open with its master key alone', async () => {
  using folder = tempFolder();
  const masterKey = randomBytes(32);
  const first = await openHubKeys(folder.path, masterKey, NOW);
  const { name, key } = first.wraps.make(BRANCH, 202601);
  const next = await first.rotate();
  const again = await openHubKeys(folder.path, masterKey, NOW);
  expect(again.pairs().map(({ keys }) => keys)).toEqual(first.pairs().map(({ keys }) => keys));
  expect(again.newest().keys).toEqual(next.keys);
  expect(again.ca).toEqual(first.ca);
  expect(again.secret('audit')).toEqual(first.secret('audit'));
  expect(again.secret('audit')).not.toEqual(first.secret('pepper'));
  expect(again.wraps.find(BRANCH, name)).toEqual(key);
  expect(again.wraps.list(BRANCH)).toEqual([name]);
  again.wraps.destroy(BRANCH, name);
  // Another process of the hub does not keep it either.
  expect(first.wraps.find(BRANCH, name)).toBeNull();
  expect(first.wraps.list('brn_other')).toEqual([]);
  await expect(openHubKeys(folder.path, randomBytes(32), NOW)).rejects.toMatchObject({ code: 'master_key_wrong' });
  const modes = readdirSync(join(folder.path, 'hub-keys')).map(
    (file) => statSync(join(folder.path, 'hub-keys', file)).mode & 0o777,
  );
  if (process.platform !== 'win32') expect(modes).toEqual([0o600, 0o600]);
});

test('two processes that add keys at the same moment add two pairs, and each finds both', async () => {
  using folder = tempFolder();
  const masterKey = randomBytes(32);
  const one = await openHubKeys(folder.path, masterKey, NOW);
  const two = await openHubKeys(folder.path, masterKey, NOW);
  const [a, b] = await Promise.all([one.rotate(), two.rotate()]);
  expect((await one.find(b.keys.hub_key_id))?.keys).toEqual(b.keys);
  expect((await two.find(a.keys.hub_key_id))?.keys).toEqual(a.keys);
  expect(await one.find('0'.repeat(16))).toBeNull();
});

test('the log of erasures is read again, without a line that was cut off, and ends after its time', () => {
  using folder = tempFolder();
  const log = openErasedLog(folder.path);
  const erased = Array.from({ length: 2_500 }, (_, at) => ({ branch: BRANCH, record: `ver_${at}` }));
  log.append(erased, NOW);
  log.append([], NOW);
  const [file = ''] = readdirSync(folder.path);
  appendFileSync(join(folder.path, file), 'brn_01h4');
  expect([...openErasedLog(folder.path).read()].flat()).toEqual(erased);
  log.trim(NOW + LIMITS.hubErasedLogMs);
  expect(readdirSync(folder.path)).toEqual([file]);
  log.trim(NOW + LIMITS.hubErasedLogMs + 31 * 24 * 3600 * 1000);
  expect(readdirSync(folder.path)).toEqual([]);
});
