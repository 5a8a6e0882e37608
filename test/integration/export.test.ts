import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { must } from '../../server/lib/assert.ts';
import { eraseVerification } from '../../server/retention/erase.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, send, verify } from './drive.ts';

const CLEAN = { files: cardAndSelfie(), applicant: ANNA };
const SELF = '/v1/verifications';

const take = (server: TestServer, path: string) =>
  fetch(`${server.baseUrl}${SELF}/${path}`, { headers: bearer(server.key) });

async function membersOf(answer: Response): Promise<Map<string, Buffer>> {
  expect(answer.status).toBe(200);
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  const members = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    members.set(entry.fileName, Buffer.concat(chunks));
  }
  return members;
}

it('a damaged file is reported and holds back nothing else', async () => {
  using folder = tempFolder();
  await using server = await startTestServer({ folder: folder.path });
  const { id, documents } = await verify(server, CLEAN);
  const [front, selfie] = documents.map((document) => document.id);
  const path = join(folder.path, 'data', 'files', id, must(front, 'a card was sent'));
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(1));
  const members = await membersOf(await take(server, `${id}/export`));
  expect([...members.keys()]).toEqual(['export.json', `files/${selfie}.jpg`]);
  expect(JSON.parse(String(members.get('export.json'))).files).toEqual([
    { document: front, file: null },
    { document: selfie, file: `files/${selfie}.jpg` },
  ]);
  expect(server.logged.filter((line) => line.includes('export.file_unreadable'))).toHaveLength(1);
  writeFileSync(path, whole);
});

it.each(['export', 'evidence'])('of a record that is erased meanwhile there is no %s', async (what) => {
  await using server = await startTestServer();
  const { id } = await verify(server, CLEAN);
  const { vault, retention } = server.appliance;
  const { readFile } = vault;
  let erased: Promise<unknown> | null = null;
  vault.readFile = async (owner, document) => {
    const asked = { cause: 'request', actor: 'cli' } as const;
    erased ??= eraseVerification(retention, { kind: 'kyc', id, livemode: true }, asked);
    await erased;
    return readFile(owner, document);
  };
  const taken = await take(server, `${id}/${what}`)
    .then(
      async (answer) => ({ status: answer.status, bytes: await answer.arrayBuffer() }),
      () => null,
    )
    .catch(() => null);
  expect(taken === null || taken.status === 404).toBe(true);
  expect((await send(server, `${SELF}/${id}/erasure`)).status).toBe(200);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it(
  'templates of faces that an older copy of the data brings back without their key are gone',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    using copy = tempFolder();
    const options = { folder: folder.path, config: { duplicateFaces: true } };
    const first = await startTestServer(options);
    const { id } = await verify(first, CLEAN);
    const { id: other } = await verify(first, CLEAN);
    await first.stop();
    const database = join(folder.path, 'data', 'custos.db');
    cpSync(database, join(copy.path, 'custos.db'));
    const second = await startTestServer({ ...options, list: false });
    expect((await send(second, `${SELF}/${id}/erase-biometrics`, { method: 'POST' })).body.faces).toBe(2);
    await second.stop();
    for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
    copyFileSync(join(copy.path, 'custos.db'), database);
    const restored = await startTestServer({ ...options, list: false });
    const marked = restored.appliance.db.prepare('SELECT DISTINCT verification_id FROM face_marks').pluck();
    expect(marked.all()).toEqual([other]);
    await membersOf(await take(restored, `${id}/export`));
    await verify(restored, CLEAN);
    expect(restored.logged.join('\n')).not.toContain('face_unreadable');
    await restored.stop();
  },
);
