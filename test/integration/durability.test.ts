import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { listKeys } from '../../server/access/keys.ts';
import type { Appliance } from '../../server/appliance/appliance.ts';
import type { Config } from '../../server/appliance/config.ts';
import { openAppliance } from '../../server/context.ts';
import { openDatabase } from '../../server/db/open.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { KYC_STEPS } from '../../server/pipeline/kyc.ts';
import { recover } from '../../server/verifications/recover.ts';
import { type EngineCall, fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { sampleOf } from '../support/long.ts';
import { startTestServer, testConfig } from '../support/server.ts';
import { bearer, holdings, NOTHING, read, submit, verify } from './drive.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };
const STRAY = 'ver_01h455vb4pex5vsknk084sn02q';

function open(folder: string, changed: Partial<Config> = {}): Promise<Appliance> {
  return openAppliance(
    { ...testConfig(folder), ...changed },
    {
      clock: systemClock,
      log: createLogger(systemClock, () => {}),
      engines: fakeEngines(),
    },
  );
}

/** Resolves when an engine call has begun; the call then waits for `release`. */
function holdUp(at: EngineCall) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const calls: EngineCall[] = [];
  const engines = fakeEngines({
    async before(call) {
      calls.push(call);
      if (call !== at) return;
      reached.resolve();
      await gate.promise;
    },
  });
  return { engines, calls, reached: reached.promise, release: gate.resolve };
}

describe('a 201', () => {
  it('comes after record, job, event, files and key are stored', async () => {
    using folder = tempFolder();
    const server = await startTestServer({ folder: folder.path, start: false });
    const id = await submit(server, clean);
    expect(await holdings(server)).toMatchObject({
      verifications: 1,
      documents: 2,
      jobs: 1,
      events: 1,
      keys: 1,
      files: 1,
    });
    const { key } = server;
    await server.stop();
    await using again = await startTestServer({ folder: folder.path });
    await again.settle();
    expect(await read(again, id, key)).toMatchObject({ status: 'completed', applicant: ANNA });
  });
});

it('only what can be made again does not wait for the disk: the results of the steps, and the marks of the files', async () => {
  await using server = await startTestServer();
  const pragma = vi.spyOn(server.appliance.db, 'pragma');
  await verify(server, clean);
  const unsynced = pragma.mock.calls.filter(([text]) => text === 'synchronous = NORMAL');
  expect(unsynced).toHaveLength(KYC_STEPS.length + 1);
  pragma.mockRestore();
  expect(server.appliance.db.pragma('synchronous', { simple: true })).toBe(2);
});

describe('a record that has ended', () => {
  it('is not worked on again, and stays as it is', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path });
    const { key } = former;
    const record = await verify(former, clean);
    await former.stop();
    const calls: EngineCall[] = [];
    const engines = fakeEngines({ before: (call) => void calls.push(call) });
    await using server = await startTestServer({ folder: folder.path, engines, list: false });
    await server.settle();
    expect(calls).toEqual([]);
    expect(await read(server, record.id, key)).toEqual(record);
  });
});

describe('an appliance that was stopped in the middle of the work', () => {
  it.each(sampleOf<EngineCall>('engines at work', ['image', 'quality', 'text', 'barcode', 'face'], 1))(
    'at the engine %s goes on with the step that had not ended, and runs none twice',
    async (at) => {
      using folder = tempFolder();
      const held = holdUp(at);
      const former = await startTestServer({ folder: folder.path, engines: held.engines });
      const id = await submit(former, clean);
      await held.reached;
      const done = stepsOf(former.appliance, id);
      const { key } = former;
      await former.stop();
      held.release();

      const calls: EngineCall[] = [];
      const engines = fakeEngines({ before: (call) => void calls.push(call) });
      await using server = await startTestServer({ folder: folder.path, engines });
      expect(server.logged.some((line) => line.includes('"start.recovered"') && line.includes('"jobs":1'))).toBe(true);
      await server.settle();
      expect(await read(server, id, key)).toMatchObject({ status: 'completed', errors: [] });
      const finished = stepsOf(server.appliance, id);
      expect(finished.slice(0, done.length)).toEqual(done);
      expect(finished.map(({ step }) => step)).toEqual(KYC_STEPS.map(({ name }) => name));
      // An engine whose step had ended is not called again, and no other engine is called twice.
      const ended = done.map(({ step }) => step);
      if (ended.includes('quality')) expect(calls).not.toContain('quality');
      if (ended.includes('read')) expect(calls).not.toContain('text');
      const once = calls.filter((call) => call === 'text' || call === 'barcode');
      expect(once.length).toBeLessThanOrEqual(2);
      expect(calls.filter((call) => call === 'face')).toHaveLength(2);
      const attempts = server.appliance.db.prepare('SELECT attempts FROM jobs').pluck().get();
      expect(attempts).toBe(1);
    },
  );

  it('shows the record as it stood', async () => {
    using folder = tempFolder();
    const held = holdUp('face');
    const former = await startTestServer({ folder: folder.path, engines: held.engines, start: false });
    const id = await submit(former, clean);
    const faceStep = Promise.withResolvers<void>();
    former.appliance.progress.subscribe(id, ({ step }) => step === 'face' && faceStep.resolve());
    former.appliance.runner.start();
    await faceStep.promise;
    const { key } = former;
    await former.stop();
    held.release();
    await using server = await startTestServer({ folder: folder.path, start: false });
    const record = await read(server, id, key);
    expect(record).toMatchObject({ status: 'processing', errors: [], face_match: { passed: null } });
    expect(record.checks.consistency.passed).toBe(true);
    server.appliance.runner.start();
    await server.settle();
    expect((await read(server, id, key)).status).toBe('completed');
  });
});

function stepsOf({ db }: Appliance, id: string): { step: string; sealed_result: Buffer }[] {
  const rows = db.prepare('SELECT step, sealed_result FROM step_results WHERE verification_id = ?').all(id) as {
    step: string;
    sealed_result: Buffer;
  }[];
  const order = KYC_STEPS.map(({ name }) => name as string);
  return rows.sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step));
}

describe('at its start the appliance', () => {
  it('drops uploads, files and keys that no record names, and keeps those of records', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path });
    const { id } = await verify(former, clean);
    const { key } = former;
    const { dataDir } = former.appliance.config;
    former.appliance.keys.addDataKey(STRAY, Buffer.alloc(32, 1), 0);
    await former.stop();
    for (const room of ['files', 'incoming']) {
      mkdirSync(join(dataDir, room, STRAY));
      writeFileSync(join(dataDir, room, STRAY, 'doc_01h455vb4pex5vsknk084sn02q'), 'left behind');
    }
    await using server = await startTestServer({ folder: folder.path });
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual([]);
    expect(readdirSync(join(dataDir, 'files'))).toEqual([id]);
    expect(server.appliance.keys.dataKeyIds()).toEqual([id]);
    const line = server.logged.find((entry) => entry.includes('"start.recovered"'));
    expect(JSON.parse(line ?? '')).toMatchObject({ uploads: 1, files: 1, keys: 1, jobs: 0 });
    expect((await read(server, id, key)).status).toBe('completed');
  });

  it.each([
    ['says to which record it went', (id: string) => `req_01h455vb4pex5vsknk084sn02q.${id}`, []],
    ['is of a former program, and says nothing', () => 'req_01h455vb4pex5vsknk084sn02q', []],
    ['went to another record', () => `req_01h455vb4pex5vsknk084sn02q.${STRAY}`, ['doc_01h455vb4pex5vsknk084sn02q']],
  ])('drops a file without a row from a record whose unfinished upload %s', async (_how, uploadOf, left) => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path });
    const { id } = await verify(former, clean);
    const { dataDir } = former.appliance.config;
    const files = join(dataDir, 'files', id);
    await former.stop();
    const named = readdirSync(files).sort();
    writeFileSync(join(files, 'doc_01h455vb4pex5vsknk084sn02q'), 'its row was never written');
    mkdirSync(join(dataDir, 'incoming', uploadOf(id)));
    const server = await startTestServer({ folder: folder.path, start: false });
    expect(readdirSync(files).sort()).toEqual([...named, ...left].sort());
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual([]);
    await server.stop();
  });

  it('looks through the files of no record where every upload was finished', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path });
    const { id } = await verify(former, clean);
    await former.stop();
    const { vault, ...deps } = former.appliance;
    const filesOf = vi.fn(vault.filesOf);
    await using server = await startTestServer({ folder: folder.path, start: false });
    const { db, keys, queue } = server.appliance;
    await recover({ ...deps, db, keys, queue, vault: { ...vault, filesOf } }, deps.log);
    expect(filesOf).not.toHaveBeenCalled();
    vault.doubtFiles(id);
    await recover({ ...deps, db, keys, queue, vault: { ...vault, filesOf } }, deps.log);
    expect(filesOf.mock.calls).toEqual([[id]]);
    expect(readdirSync(join(server.appliance.config.dataDir, 'incoming'))).toEqual([]);
  });

  it('stops where a record has lost its key', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path });
    const { id } = await verify(former, clean);
    const { dataDir } = former.appliance.config;
    await former.stop();
    const keys = openDatabase(join(dataDir, 'keys.db'));
    const wrapped = keys.prepare('SELECT * FROM data_keys').get() as { wrapped: Buffer; created_at: number };
    keys.prepare('DELETE FROM data_keys').run();
    keys.close();
    const refusal = await open(folder.path).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({
      name: 'AppError',
      code: 'master_key_missing',
      message: expect.stringContaining(id),
    });
    // With its key restored the appliance starts; the refused start did no harm.
    const mended = openDatabase(join(dataDir, 'keys.db'));
    mended.prepare('INSERT INTO data_keys VALUES (?, ?, ?)').run(id, wrapped.wrapped, wrapped.created_at);
    mended.close();
    await using server = await startTestServer({ folder: folder.path });
    expect(await holdings(server)).toMatchObject({ verifications: 1, files: 1, keys: 1 });
  });

  it('stops where the master key is missing or another one', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path });
    await verify(former, clean);
    await former.stop();
    const path = join(folder.path, 'master.key');
    renameSync(path, `${path}.kept`);
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'master_key_missing' });
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'ab'.repeat(32), { mode: 0o600 });
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'master_key_wrong' });
    renameSync(`${path}.kept`, path);
    await using server = await startTestServer({ folder: folder.path });
    expect(await holdings(server)).toMatchObject({ verifications: 1 });
  });

  it('is refused while another runs on the folder, which goes on undisturbed', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ folder: folder.path });
    await expect(open(folder.path)).rejects.toMatchObject({ code: 'folder_in_use' });
    expect((await verify(server, clean)).status).toBe('completed');
  });

  it('makes no first key where nobody would be shown it', async () => {
    using folder = tempFolder();
    const silent = await open(folder.path, { showSecrets: false });
    expect([silent.firstKey, listKeys(silent.access)]).toEqual([null, []]);
    await silent.close();
    const shown = await open(folder.path);
    expect(shown.firstKey).toMatch(/^sk_live_/);
    await shown.close();
  });

  it('makes its first key once, and the given one where one is given', async () => {
    using folder = tempFolder();
    const first = await open(folder.path);
    expect(first.firstKey).toMatch(/^sk_live_/);
    await first.close();
    const second = await open(folder.path);
    expect(second.firstKey).toBeNull();
    await second.close();
    const apiKey = 'a-secret-made-outside-of-40-characters-00';
    await using server = await startTestServer({ folder: folder.path, config: { apiKey } });
    expect(server.appliance.firstKey).toBeNull();
    expect((await server.fetch('/v1/verifications', { headers: bearer(apiKey) })).status).toBe(200);
  });

  it('takes no key from outside that could be guessed', async () => {
    using folder = tempFolder();
    const apiKey = 'short';
    const start = startTestServer({ folder: folder.path, config: { apiKey } });
    await expect(start).rejects.toMatchObject({ code: 'invalid_configuration' });
    // The refused start no longer holds the folder.
    await using server = await startTestServer({ folder: folder.path });
    expect(await holdings(server)).toEqual(NOTHING);
  });

  it('keeps its data folder from the eyes of others', async () => {
    await using server = await startTestServer();
    await verify(server, clean);
    const { dataDir, masterKey } = server.appliance.config;
    expect(masterKey.kind === 'file' && masterKey.path.startsWith(dataDir)).toBe(false);
    const [owner = ''] = readdirSync(join(dataDir, 'files'));
    const [file = ''] = readdirSync(join(dataDir, 'files', owner));
    const sealed = readFileSync(join(dataDir, 'files', owner, file));
    expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
  });
});

it('holds nothing before anything was sent', async () => {
  await using server = await startTestServer();
  expect(await holdings(server)).toEqual(NOTHING);
});
