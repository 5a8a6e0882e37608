import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { must } from '../../server/lib/assert.ts';
import { createRaw, holdings, type RawPart, read, send, sendJson, verify } from '../integration/drive.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, CARD_LINES, cardAndSelfie } from '../support/form.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';

const DISK_BYTES = 32 * 1024 * 1024;
/** What is left when the disk is full: less than a page. */
const CHUNK = Buffer.alloc(64 * 1024, 7);
const POLL = { interval: 100 };

const made: (() => void)[] = [];
afterAll(() => {
  for (const undo of made.splice(0)) undo();
});

/** A separate disk; null if this user may not make one. */
function mountDisk(): string | null {
  const folder = tempFolder();
  const path = join(folder.path, 'disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'custos-test', path], { stdio: 'ignore' });
  } catch {
    folder[Symbol.dispose]();
    return null;
  }
  made.push(() => {
    execFileSync('umount', ['-l', path], { stdio: 'ignore' });
    folder[Symbol.dispose]();
  });
  return path;
}

const mayMount = isWholeRun() && process.platform === 'linux' && process.getuid?.() === 0;
const [disk, other] = mayMount ? [mountDisk(), mountDisk()] : [null, null];
const NEEDED = skipUnless(disk !== null && other !== null, 'only root on Linux may mount a small disk (tmpfs)');

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(join(path, 'filler'), 'a');
  try {
    for (const bytes of [CHUNK, CHUNK.subarray(0, 512), CHUNK.subarray(0, 1)]) writeUntilFull(file, bytes);
  } finally {
    closeSync(file);
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

const makeRoom = (path: string): void => rmSync(join(path, 'filler'), { force: true });

const PARTS: RawPart[] = [
  { name: 'applicant', value: JSON.stringify(ANNA), type: 'application/json' },
  {
    name: 'documents_meta',
    value: JSON.stringify({ items: [{ type: 'national_id', side: 'front' }, { type: 'selfie' }] }),
    type: 'application/json',
  },
  // Some hundred kilobytes, like a photograph.
  { name: 'documents[]', value: padded({ lines: CARD_LINES, faces: [0] }), fileName: 'front.jpg' },
  { name: 'documents[]', value: padded({ faces: [0.1] }), fileName: 'selfie.jpg' },
];

function padded(content: Parameters<typeof fakeFile>[0]): Buffer {
  return Buffer.concat([fakeFile(content), Buffer.alloc(300_000, ' ')]);
}

async function expectFull(answer: Awaited<ReturnType<typeof send>>): Promise<void> {
  expect(answer.text).toContain('"disk_full"');
  expect(answer).toMatchObject({ status: 503, body: { code: 'disk_full' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

const WHOLE = isWholeRun() ? NEEDED : inWholeRunAlone('3 s');

it('a disk that is really full loses nothing: what is asked for meanwhile is refused, and done when there is room', {
  ...WHOLE,
}, async () => {
  const path = must(disk, 'there is a disk');
  const lists = tempFolder();
  onTestFinished(() => lists[Symbol.dispose]());
  const options = { folder: path, config: { listsDir: tmpdir() } };
  let server = await startTestServer({ ...options, start: false });
  const { key } = server;
  const idempotency = { 'idempotency-key': '0c5b1c5e-34b2-4a53-9a0b-6d3f7a1f0a11' };
  const create = (to: TestServer) => createRaw(to, PARTS, { authorization: `Bearer ${key}`, ...idempotency });

  // Not full yet, but with less free space than the appliance requires.
  const nothing = await holdings(server);
  await expectFull(await create(server));
  expect(await holdings(server)).toEqual(nothing);

  // From here on only the disk itself refuses.
  server.appliance.diskFreeBytes = () => Number.POSITIVE_INFINITY;
  fill(path);
  await expectFull(await create(server));
  expect(await holdings(server)).toEqual(nothing);
  expect(await send(server, '/readyz')).toMatchObject({ status: 200 });
  expect((await send(server, '/v1/verifications')).body).toMatchObject({ data: [] });

  const importing = { paths: [writeSmallList(lists.path, manyRows())], code: 'small' };
  const before = (await send(server, '/v1/watchlists')).body;
  await expectFull(await sendJson(server, '/v1/watchlists', importing));
  expect((await send(server, '/v1/watchlists')).body).toEqual(before);

  makeRoom(path);
  const created = await create(server);
  expect(created).toMatchObject({ status: 201 });
  const { id } = created.body;

  // The steps of an accepted record cannot be stored: the record waits, and the process continues.
  fill(path);
  server.appliance.runner.start();
  await expect
    .poll(() => server.logged.filter((line) => /"job\.(?:claim_failed|unsettled|failed)"/.test(line)).length, POLL)
    .toBeGreaterThan(0);
  expect((await send(server, `/v1/verifications/${id}`)).body.status).toMatch(/^p(?:ending|rocessing)$/);
  expect(await send(server, '/readyz')).toMatchObject({ status: 200 });
  expect((await send(server, '/metrics')).text).toMatch(/custos_jobs\{state="(?:queued|running)"\} 1\n/);
  makeRoom(path);
  await server.settle();
  expect(await read(server, id)).toMatchObject({ status: 'completed', errors: [] });
  expect((await sendJson(server, '/v1/watchlists', importing)).status).toBe(201);
  for (const secret of ['Martello', 'MARTELLO', 'Anna']) expect(server.logged.join('\n')).not.toContain(secret);

  await server.stop();
  server = await startTestServer({ ...options, list: false });
  await using last = server;
  last.appliance.diskFreeBytes = () => Number.POSITIVE_INFINITY;
  expect(await read(last, id, key)).toMatchObject({ status: 'completed', applicant: ANNA });
  expect((await create(last)).headers.get('idempotent-replayed')).toBe('true');
  for (const db of [last.appliance.db, last.appliance.keys.db])
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
});

/** Enough rows that the import needs space. */
function manyRows(): string[] {
  return Array.from(
    { length: 1_900 },
    (_, at) => `M-${at},"PERSON, Number ${at}",person,,1970,,,TEST-A,sanction,2020-01-01,made up`,
  );
}

it('a backup onto a disk that is really full fails, says so, leaves nothing, and is made when there is room', {
  ...WHOLE,
}, async () => {
  const path = must(other, 'there is a disk');
  const dir = join(path, 'backups');
  mkdirSync(dir);
  const backup = { dir, keysDir: join(path, 'keys'), intervalMs: 1e12, kept: 3, registers: true };
  await using server = await startTestServer({ config: { backup } });
  await verify(server, { files: cardAndSelfie(), applicant: ANNA });
  const make = async () => {
    const { status, body } = await sendJson(server, '/v1/backups', {});
    expect(status).toBe(202);
    const read = async () => (await send(server, `/v1/backups/${body.id}`)).body;
    await expect.poll(async () => (await read()).status, POLL).not.toBe('running');
    return read();
  };
  fill(path);
  const failed = await make();
  expect(failed).toMatchObject({ status: 'failed', problem: expect.stringContaining('disk') });
  expect(readdirSync(dir)).toEqual([]);
  const { body } = await send(server, '/readyz');
  expect(body.warnings.join(' ')).toContain('backup');
  expect((await send(server, '/metrics')).text).toContain('custos_backup_failures 1\n');
  makeRoom(path);
  expect(await make()).toMatchObject({ status: 'completed', problem: null });
  expect(readdirSync(dir)).toHaveLength(1);
});
