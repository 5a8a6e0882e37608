import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { makeSigningPair, readPrivateKey } from '../../server/screening/packs/signing.ts';
import { writePack } from '../../server/screening/packs/write-pack.ts';
import { tempFolder } from '../support/folder.ts';
import { LISTED_PERSON, writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, send, sendJson } from './drive.ts';

const LISTS = '/v1/watchlists';
const REGISTERS = '/v1/registries';
const SMALL = 'id,name\n1,Odo Fenwright\n2,Ida Quorn\n';
const REGISTER = 'number,name,country,status\n1,Quillhaven Ltd,GB,active\n';

interface File {
  name: string;
  content: string | Buffer;
}

function formOf(files: readonly File[], fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const { name, content } of files) data.append('files[]', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return data;
}

const upload = (server: TestServer, path: string, files: readonly File[], fields = {}, key = server.key) =>
  send(server, `${path}/uploads`, { method: 'POST', headers: bearer(key), body: formOf(files, fields) });

/** Waits until the import of this answer has ended. */
async function ended(server: TestServer, answer: Answer): Promise<Answer['body']> {
  expect(answer.status, answer.text).toBe(202);
  const { self } = answer.body.links;
  expect(answer.headers.get('location')).toBe(self);
  const asked = async (): Promise<Answer['body']> => (await send(server, self)).body;
  await expect.poll(async () => (await asked()).state, { interval: 20 }).toMatch(/^(done|failed)$/);
  return asked();
}

/** Files of uploads on the disk. */
function filesLeft({ appliance }: TestServer): string[] {
  const folder = join(appliance.config.dataDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
}

const expectNoFiles = (server: TestServer): Promise<void> =>
  expect.poll(() => filesLeft(server), { message: 'uploads were left behind' }).toEqual([]);

describe('an upload', () => {
  it('of a list is imported with what its fields say, and its files are removed', async () => {
    using folder = tempFolder();
    await using server = await startTestServer({ list: false });
    const content = readFileSync(writeSmallList(folder.path));
    const fields = { code: 'mine', name: 'My list', published_at: '2025-12-01', age_days_max: '900' };
    const answer = await upload(server, LISTS, [{ name: 'small.csv', content }], fields);
    expect(answer.body).toMatchObject({ object: 'import', kind: 'watchlist', files: ['small.csv'], error: null });
    const done = await ended(server, answer);
    expect(done).toMatchObject({ state: 'done', phase: null, progress: 1, entries: 4, created: true, error: null });
    expect(done.lists).toEqual([done.list]);
    const version = await send(server, `${LISTS}/${done.list}`);
    expect(version.body).toMatchObject({ ...fields, age_days_max: 900, active: true, entries: 4 });
    const { first_name, last_name, dob } = LISTED_PERSON;
    const query = { queries: [{ name: `${first_name} ${last_name}`, dob }] };
    expect((await sendJson(server, '/v1/screenings', query)).text).toContain('QUILLONEZ');
    await expectNoFiles(server);
    const row = "SELECT actor, details FROM audit WHERE action = 'watchlist.uploaded' AND subject_id = ?";
    expect(server.appliance.db.prepare(row).get(done.id)).toMatchObject({
      actor: expect.stringMatching(/^key_/),
      details: JSON.stringify({ files: 1, bytes: content.length }),
    });
    const again = await ended(server, await upload(server, LISTS, [{ name: 'small.csv', content }], { code: 'mine' }));
    expect(again).toMatchObject({ state: 'done', created: false, list: done.list });
    const { body } = await send(server, `${LISTS}/imports`);
    expect(body.data).toMatchObject([{ id: done.id }, { id: again.id }]);
    expect((await send(server, `${REGISTERS}/imports`)).body.data).toEqual([]);
  });

  it('takes several files, gzipped ones, columns and fields after the files', async () => {
    await using server = await startTestServer({ list: false });
    const data = new FormData();
    data.append('files', new Blob([gzipSync('No,Full name\n7,Odo Fenwright\n')]), 'eigene.csv.gz');
    data.append('columns', '{"id":"No","name":"Full name"}');
    data.append('accept_smaller', 'true');
    data.append('name', '');
    const answer = await send(server, `${LISTS}/uploads`, { method: 'POST', body: data });
    const done = await ended(server, answer);
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', entries: 1 });
    expect((await send(server, `${LISTS}/${done.list}`)).body).toMatchObject({ code: 'eigene', name: 'eigene' });
  });

  it('of a register is imported', inWholeRunAlone('1 s'), async () => {
    await using server = await startTestServer({ list: false });
    const fields = { code: 'uk', complete_for: '["GB"]', published_at: '2025-12-01' };
    const answer = await upload(server, REGISTERS, [{ name: 'register.csv', content: REGISTER }], fields);
    const done = await ended(server, answer);
    expect(done, JSON.stringify(done.error)).toMatchObject({ kind: 'register', state: 'done', entries: 1 });
    const version = await send(server, `${REGISTERS}/${done.list}`);
    expect(version.body).toMatchObject({ code: 'uk', complete_for: ['GB'], companies: 1, active: true });
    await expectNoFiles(server);
  });

  it('of a signed pack imports every list of it, and takes nothing that the pack says itself', async () => {
    using folder = tempFolder();
    const { privateKeyPem, publicKey } = makeSigningPair();
    await using server = await startTestServer({ list: false, config: { packKeys: [publicKey] } });
    const second = join(folder.path, 'second.csv');
    writeFileSync(second, SMALL);
    const path = join(folder.path, 'pack.zip');
    const lists = [{ paths: [writeSmallList(folder.path)] }, { paths: [second], code: 'two' }];
    await writePack(path, lists, { privateKey: readPrivateKey(privateKeyPem), nowMs: Date.now() });
    const pack = { name: 'Pack.ZIP', content: readFileSync(path) };
    const refused = await upload(server, LISTS, [pack], { code: 'mine' });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'code']);
    const done = await ended(server, await upload(server, LISTS, [pack], { allow_older: 'true' }));
    expect(done, JSON.stringify(done.error)).toMatchObject({
      state: 'done',
      lists: [expect.any(String), done.lists[1]],
    });
    expect((await send(server, `${LISTS}?active=true`)).body.data).toHaveLength(2);
    const forged = { ...pack, content: Buffer.from(pack.content).fill(7, 60, 70) };
    const failed = await ended(server, await upload(server, LISTS, [forged]));
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'list_invalid' } });
    await expectNoFiles(server);
  });

  it('that is no list fails with the problem that a named file would have, and leaves nothing', async () => {
    await using server = await startTestServer({ list: false });
    const broken = { name: 'bad.csv', content: 'name,type\nx,kite\n' };
    const failed = await ended(server, await upload(server, LISTS, [broken]));
    expect(failed).toMatchObject({ state: 'failed', list: null, lists: [], created: null, phase: null });
    expect(failed.error).toMatchObject({ code: 'list_invalid', status: 400, type: '/problems/list_invalid' });
    expect(failed.error.detail).toContain('bad.csv, line 2: the type');
    const empty = await ended(server, await upload(server, REGISTERS, [{ name: 'r.csv', content: '' }]));
    expect(empty.error.detail).toContain('r.csv is empty');
    await expectNoFiles(server);
    expect((await send(server, LISTS)).body.data).toEqual([]);
  });

  it('is not shown by the next start, which removes what is left of it', async () => {
    using folder = tempFolder();
    const first = await startTestServer({ list: false, folder: folder.path });
    const { id } = await ended(first, await upload(first, LISTS, [{ name: 'a.csv', content: SMALL }]));
    await first.stop();
    await using server = await startTestServer({ list: false, folder: folder.path });
    expect((await send(server, `${LISTS}/imports/${id}`)).status).toBe(404);
    expect((await send(server, `${LISTS}/imports`)).body.data).toEqual([]);
  });
});

describe('an upload is refused', () => {
  const file = { name: 'a.csv', content: SMALL };

  it.each<[string, readonly File[], Record<string, string>, string, string | undefined]>([
    ['without a file', [], {}, 'files_missing', 'files[]'],
    ['with a field that is unknown', [file], { publication: '2025-01-01' }, 'invalid_part', 'publication'],
    ['with a field of registers', [file], { complete_for: '["GB"]' }, 'invalid_part', 'complete_for'],
    ['with a day that is none', [file], { published_at: '2025-02-30' }, 'invalid_format', 'published_at'],
    ['with a day to come', [file], { published_at: '2999-01-01' }, 'invalid_request', undefined],
    ['with a code that is none', [file], { code: 'My List' }, 'invalid_request', undefined],
    ['with text for a number', [file], { age_days_max: '"30"' }, 'invalid_type', 'age_days_max'],
    ['with what is no JSON', [file], { columns: '{name' }, 'malformed_json', 'columns'],
    ['with two files of one name', [file, { ...file, name: 'A.CSV' }], {}, 'same_name', 'files[1]'],
  ])('%s', async (_what, files, fields, code, field) => {
    await using server = await startTestServer({ list: false });
    const { status, body } = await upload(server, LISTS, files, fields);
    expect([status, body.errors[0].code, body.errors[0].field]).toEqual([400, code, field]);
    await expectNoFiles(server);
    expect((await send(server, `${LISTS}/imports`)).body.data).toEqual([]);
  });

  it('with a field twice, a file in another field, a file without a name, or too many files', async () => {
    await using server = await startTestServer({ list: false });
    const post = (body: FormData) => send(server, `${LISTS}/uploads`, { method: 'POST', body });
    const twice = formOf([file], { code: 'a' });
    twice.append('code', 'b');
    expect((await post(twice)).body.errors[0]).toMatchObject({ code: 'invalid_part', field: 'code' });
    const elsewhere = formOf([]);
    elsewhere.append('list', new Blob([SMALL]), 'a.csv');
    expect((await post(elsewhere)).body.errors[0]).toMatchObject({ code: 'invalid_part', field: 'list' });
    const nameless = formOf([]);
    nameless.append('files[]', 'no file');
    expect((await post(nameless)).body.errors[0]).toMatchObject({ code: 'files_missing' });
    const many = Array.from({ length: LIMITS.watchlistFilesMax + 1 }, (_, nth) => ({
      name: `${nth}.csv`,
      content: '',
    }));
    expect((await post(formOf(many))).body.errors[0]).toMatchObject({ code: 'too_many_files' });
    const other = await sendJson(server, `${LISTS}/uploads`, {});
    expect([other.status, other.body.code]).toEqual([415, 'unsupported_media_type']);
    await expectNoFiles(server);
  });

  it('from a client that may not change lists', async () => {
    await using server = await startTestServer({ list: false });
    const test = await upload(server, LISTS, [file], {}, server.makeKey({ livemode: false }));
    expect([test.status, test.body.code]).toEqual([403, 'forbidden']);
    const reader = server.makeKey({ scopes: ['lists:read'] });
    expect((await upload(server, REGISTERS, [file], {}, reader)).status).toBe(403);
    const readable = await send(server, `${LISTS}/imports`, { headers: bearer(reader) });
    expect(readable.status).toBe(200);
    await expectNoFiles(server);
  });

  it('as soon as a field that came first is wrong, before its files have come', async () => {
    await using server = await startTestServer({ list: false });
    const { status, text } = await sendStart(server, 'Not A Code', false);
    expect([status, text]).toEqual([400, expect.stringContaining('code must have at most 64 characters')]);
    await expectNoFiles(server);
  });

  it('where its sender goes away, and nothing of it is left', async () => {
    await using server = await startTestServer({ list: false });
    await expect(sendStart(server, 'fine', true)).rejects.toThrow();
    await expectNoFiles(server);
    const { body } = await send(server, `${LISTS}/imports`);
    expect(body.data).toEqual([]);
  });
});

/** Sends a form's field and the start of its file, and then nothing more. `leave` closes the connection once the file is on disk. */
function sendStart(server: TestServer, code: string, leave: boolean): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...bearer(server.key), 'content-type': 'multipart/form-data; boundary=X' };
    const asked = request(`${server.baseUrl}${LISTS}/uploads`, { method: 'POST', headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      asked.destroy();
      resolve({ status: answer.statusCode ?? 0, text });
    });
    asked.on('error', reject);
    asked.write(`--X\r\nContent-Disposition: form-data; name="code"\r\n\r\n${code}\r\n`);
    asked.write('--X\r\nContent-Disposition: form-data; name="files[]"; filename="a.csv"\r\n\r\n');
    asked.write(SMALL.repeat(10_000));
    if (leave)
      void expect
        .poll(() => filesLeft(server))
        .toHaveLength(1)
        .then(() => asked.destroy());
  });
}
