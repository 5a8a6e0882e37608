import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadConfig } from '../../server/appliance/config.ts';
import { openAppliance } from '../../server/context.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { eraseVerification } from '../../server/retention/erase.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';

const SCRIPT = fileURLToPath(new URL('killed-erasure.ts', import.meta.url));
/** An erasure has fewer moments than the maximum, and more than the minimum. */
const MOMENTS_MAX = 40;
const MOMENTS_MIN = 8;

/** Makes a verification with faces in a folder and returns its id. */
async function prepare(folder: string): Promise<string> {
  const server = await startTestServer({ folder, config: { duplicateFaces: true } });
  const body = form({ files: cardAndSelfie(), applicant: ANNA });
  const { id } = (await (await server.fetch('/v1/verifications', { method: 'POST', body })).json()) as { id: string };
  await server.settle();
  await server.stop();
  return id;
}

it('an erasure that is killed at any moment has not begun, or is finished by the next start', {
  ...inWholeRunAlone('1 s'),
}, async () => {
  using origin = tempFolder();
  const id = await prepare(origin.path);
  const ended: string[] = [];
  for (let killAt = 1; killAt <= MOMENTS_MAX; killAt++) {
    using folder = tempFolder();
    cpSync(origin.path, folder.path, { recursive: true });
    const env = {
      CUSTOS_DATA_DIR: join(folder.path, 'data'),
      CUSTOS_MASTER_KEY_FILE: join(folder.path, 'master.key'),
    };
    const child = spawn(process.execPath, [SCRIPT], {
      env: { ...process.env, ...env, KILL_AT: String(killAt), ERASED_ID: id },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    const appliance = await openAppliance(
      { ...loadConfig(env, () => null), duplicateFaces: true },
      { clock: systemClock, log: createLogger(systemClock, () => {}), engines: fakeEngines() },
    );
    const state = appliance.db.prepare('SELECT erasure FROM verifications WHERE id = ?').pluck().get(id) as string;
    await assertInvariants(appliance);
    expect(appliance.keys.dataKeyIds()).toEqual(state === 'none' ? [id] : []);
    expect(appliance.keys.faceKeyIds()).toEqual(state === 'none' ? [id] : []);
    const audited = appliance.db
      .prepare("SELECT count(*) FROM audit WHERE action = 'verification.erased'")
      .pluck()
      .get();
    expect(audited).toBe(state === 'none' ? 0 : 1);
    await appliance.close(0);
    ended.push(state);
    if (code === 0) break;
  }
  console.info(`killed at ${ended.length - 1} moments`);
  expect(ended.at(-1)).toBe('erased');
  expect(ended.length).toBeGreaterThan(MOMENTS_MIN);
  // An erasure that has begun is always completed.
  expect(ended).toEqual(ended.toSorted((a, b) => Number(a === 'erased') - Number(b === 'erased')));
});

it('an erasure at which any write fails goes on when it is asked for again', async () => {
  await using server = await startTestServer({ config: { duplicateFaces: true } });
  const { appliance } = server;
  for (let failAt = 1; ; failAt++) {
    const body = form({ files: cardAndSelfie(), applicant: ANNA });
    const { id } = (await (await server.fetch('/v1/verifications', { method: 'POST', body })).json()) as { id: string };
    await server.settle();
    let writes = 0;
    const fail = (): void => {
      writes += 1;
      if (writes === failAt) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    };
    const restore: (() => void)[] = [];
    for (const db of [appliance.db, appliance.keys.db]) {
      const { transaction, pragma } = db;
      db.transaction = ((work: () => unknown) => ({
        immediate: () =>
          transaction
            .call(db, () => {
              const result = work();
              fail();
              return result;
            })
            .immediate(),
      })) as unknown as typeof db.transaction;
      db.pragma = (text, options) => {
        if (text.startsWith('wal_checkpoint')) fail();
        return pragma.call(db, text, options);
      };
      restore.push(() => Object.assign(db, { transaction, pragma }));
    }
    const { removeFiles } = appliance.vault;
    appliance.vault.removeFiles = async (owner, documents) => {
      fail();
      await removeFiles(owner, documents);
    };
    restore.push(() => Object.assign(appliance.vault, { removeFiles }));
    const erase = () =>
      eraseVerification(appliance.retention, { kind: 'kyc', id, livemode: true }, { cause: 'request', actor: 'cli' });
    const failed = await erase().then(
      () => false,
      () => true,
    );
    for (const one of restore) one();
    // If it succeeds although a write failed, that write was one of the appliance's own in between.
    if (!failed && writes < failAt) {
      expect(failAt).toBeGreaterThan(5);
      break;
    }
    // A failure after the last commit: the record is already erased.
    await erase().catch((error: unknown) => expect(error).toMatchObject({ code: 'erased' }));
    expect((await server.fetch(`/v1/verifications/${id}/erasure`)).status).toBe(200);
  }
});
