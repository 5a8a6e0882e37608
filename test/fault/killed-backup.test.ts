import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { UNFINISHED_MARK } from '../../server/backup/unfinished.ts';
import { verifyBackup } from '../../server/backup/verify.ts';
import { openAppliance } from '../../server/context.ts';
import { must } from '../../server/lib/assert.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { assertInvariants } from '../support/invariants.ts';
import { submitCompany, uploadFor } from '../support/kyb.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, testConfig } from '../support/server.ts';

const KILLS = 4;
const FILES = 6;
/** A file is copied in pieces; this size needs several. */
const FILE_BYTES = 256 * 1024;
const SCRIPT = fileURLToPath(new URL('killed-backup.ts', import.meta.url));

/** Runs the script and kills it at this moment of its work; null: lets it end. Returns the number of moments, or null if it was killed. */
async function run(args: string[], folder: string, killAt: number | null): Promise<number | null> {
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key'),
    CUSTOS_BACKUP_DIR: join(folder, 'backups'),
    CUSTOS_BACKUP_KEEP: '100',
    ...(killAt === null ? {} : { KILL_AT: String(killAt) }),
  };
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (signal === 'SIGKILL') return null;
  expect([code, signal], printed).toEqual([0, null]);
  return Number(printed);
}

it('a backup or a restore that is killed at any moment is never taken for a whole one', {
  ...inWholeRunAlone('eleven programs'),
}, async () => {
  const seed = testSeed();
  console.info(`Kills of backups: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  using folder = tempFolder();
  const config = testConfig(folder.path);
  const server = await startTestServer({ folder: folder.path });
  const id = await submitCompany(server);
  const bytes = (): Buffer => Buffer.concat([fakeFile({ lines: ['NORDWIND HANDEL GMBH'] }), randomBytes(FILE_BYTES)]);
  for (let i = 0; i < FILES; i++) await uploadFor(server, id, [{ name: `${i}.pdf`, bytes: bytes() }]);
  await server.settle();
  await server.stop();

  const killAt = (round: number, moments: number): number => 1 + Math.floor(((round + random()) / KILLS) * moments);
  const createMoments = must(await run(['create'], folder.path, null), 'nobody kills it');
  const backups = join(folder.path, 'backups');
  const keysFrom = { kind: 'machine', dataDir: config.dataDir, masterKey: config.masterKey } as const;
  const noKey = async () => ({ recoveryKey: '' });
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    if ((await run(['create'], folder.path, killAt(round, createMoments))) === null) killed += 1;
    for (const name of readdirSync(backups).filter((it) => it.endsWith('.backup'))) {
      const verified = await verifyBackup(join(backups, name), keysFrom, noKey);
      expect(verified, `seed ${seed}`).toMatchObject({ kind: 'data', files: FILES });
    }
  }
  expect(killed, `none was killed, seed ${seed}`).toBeGreaterThan(0);
  await run(['create'], folder.path, null);
  const left = readdirSync(backups).filter((name) => !name.endsWith('.backup'));
  expect(left, `what was killed is cleared away, seed ${seed}`).toEqual([]);
  expect(readdirSync(config.dataDir)).not.toContain('backup');

  const path = join(backups, must(readdirSync(backups).sort().at(-1), 'there is one'));
  const restoreMoments = must(await run(['restore', path, join(folder.path, 'whole')], folder.path, null), 'nor this');
  const surroundings = { clock: systemClock, log: createLogger(systemClock, () => {}), engines: fakeEngines() };
  for (let round = 0; round < KILLS; round++) {
    const to = join(folder.path, `restored-${round}`);
    await run(['restore', path, to], folder.path, killAt(round, restoreMoments));
    if (!existsSync(to)) continue;
    const opening = openAppliance({ ...config, dataDir: to }, surroundings);
    if (existsSync(join(to, UNFINISHED_MARK))) await expect(opening, `seed ${seed}`).rejects.toThrow('did not finish');
    else {
      const appliance = await opening;
      if (readdirSync(join(to, 'files')).length > 0) await assertInvariants(appliance);
      await appliance.close(0);
    }
  }
  const whole = await openAppliance({ ...config, dataDir: join(folder.path, 'whole') }, surroundings);
  await assertInvariants(whole);
  await whole.close(0);
});
