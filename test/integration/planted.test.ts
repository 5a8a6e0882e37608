import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { tempFolder } from '../support/folder.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { filesBelow, formsOf } from '../support/planted.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { create, KYB, send, sendJson } from './drive.ts';
import { type Planter, plantCompany, planter, plantPerson, plantWords } from './planting.ts';

/** Part of every planted word that may contain letters, so one search finds them all. */
const MARK = 'Qvzkjmark';
const MARKS = [MARK, '33699418273', 'XK93TBQ42'];
const FORMS = MARKS.flatMap(formsOf);
const PLANTED_MIN = 200;

/** Files below a folder, or lines, that contain a mark. */
const leaksBelow = (folder: string): string[] =>
  filesBelow(folder)
    .filter(({ bytes }) => FORMS.some((form) => bytes.includes(form)))
    .map(({ path }) => path);
const leaksIn = (text: string): boolean => FORMS.some((form) => Buffer.from(text).includes(form));

interface Erased {
  paths: string[];
  ids: string[];
}

/** Plants words in every input of a server, and waits until all records are processed. */
async function plantAll(server: TestServer, folder: string, words: Planter): Promise<Erased> {
  const person = await plantPerson(server, words);
  const company = await plantCompany(server, words);
  const failing = await create(server, { files: [], applicant: { first_name: words.plant('refused') } });
  expect(failing.status).toBe(400);
  const query = { query: { name: words.plant('screened') } };
  expect((await sendJson(server, '/v1/screenings', query)).status).toBeLessThan(500);
  await server.settle();
  const row = 'U-9,"QUILLONEZ, Zdravko",person,,1968-04-12,,,TEST-A,sanction,2024-01-01,';
  await server.appliance.lists.importList(
    { paths: [writeSmallList(folder, [row])], code: 'small', allowOlder: true },
    'cli',
  );
  await server.settle();
  const paths = [`/v1/verifications/${person}`, `${KYB}/${company}`];
  for (const path of paths) await plantWords(server, path, words);
  for (const place of ['decision', 'alert']) {
    expect(
      words.words.some((word) => word.includes(` ${place} `)),
      `nobody was asked for a ${place}`,
    ).toBe(true);
  }
  return { paths, ids: [person, company] };
}

/** The text of every member of an archive. */
async function unzip(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes);
  let text = '';
  for await (const entry of zip.eachEntry()) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += (chunk as Buffer).toString();
  }
  return text;
}

async function exported(server: TestServer, path: string): Promise<string> {
  const answer = await fetch(`${server.baseUrl}${path}/export`, { headers: { authorization: `Bearer ${server.key}` } });
  expect(answer.status).toBe(200);
  return unzip(Buffer.from(await answer.arrayBuffer()));
}

it(
  'of 200 planted words an export holds all that are kept, and an erasure leaves none, in a former copy neither',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    using lists = tempFolder();
    using copy = tempFolder();
    const data = join(folder.path, 'data');
    const words = planter(MARK);
    const options = { folder: folder.path, config: { duplicateFaces: true } };
    const first = await startTestServer(options);
    const { paths, ids } = await plantAll(first, lists.path, words);
    expect(words.words.length).toBeGreaterThanOrEqual(PLANTED_MIN);
    const held = (await Promise.all(paths.map((path) => exported(first, path)))).join('\n');
    const notKept = /^\S+ (part|unknown field|refused|screened|reason) /;
    const missing = words.words.filter(
      (word) => !notKept.test(word) && !held.includes(JSON.stringify(word).slice(1, -1)),
    );
    expect(missing).toEqual([]);
    const wrapped = first.appliance.keys.db.prepare('SELECT wrapped FROM data_keys').pluck().all() as Buffer[];
    const faces = first.appliance.keys.db.prepare('SELECT wrapped FROM face_keys').pluck().all() as Buffer[];
    const sealed = first.appliance.db.prepare('SELECT sealed_submission FROM verifications').pluck().all() as Buffer[];
    expect([wrapped.length, faces.length, sealed.length]).toEqual([2, 1, 2]);
    await first.stop();
    cpSync(data, copy.path, { recursive: true });

    const second = await startTestServer({ ...options, list: false });
    for (const path of paths) expect((await send(second, path, { method: 'DELETE' })).status).toBe(200);
    const remains = [...wrapped, ...faces, ...sealed].flatMap((bytes) =>
      filesBelow(data).filter((file) => file.bytes.includes(bytes.subarray(13, 45))),
    );
    expect(remains.map(({ path }) => path)).toEqual([]);
    expect(leaksBelow(data)).toEqual([]);
    expect(leaksIn([...first.logged, ...second.logged].join('\n'))).toBe(false);
    await second.stop();
    expect(leaksBelow(data)).toEqual([]);

    // The earlier data with the present keys.
    for (const name of ['custos.db', 'files']) {
      rmSync(join(data, name), { recursive: true, force: true });
      cpSync(join(copy.path, name), join(data, name), { recursive: true });
    }
    for (const name of ['custos.db-wal', 'custos.db-shm']) rmSync(join(data, name), { force: true });
    expect(filesBelow(join(data, 'files'))).toHaveLength(3);
    const restored = await startTestServer({ ...options, list: false });
    for (const path of paths) {
      expect((await send(restored, path)).body.code).toBe('erased');
      expect((await send(restored, `${path}/erasure`)).body.verification.id).toBe(path.split('/').at(-1));
    }
    expect(ids.map((id) => restored.appliance.keys.dataKey(id))).toEqual([null, null]);
    expect(filesBelow(join(data, 'files'))).toEqual([]);
    expect(leaksBelow(data)).toEqual([]);
    expect(leaksIn(restored.logged.join('\n'))).toBe(false);
    await restored.stop();
  },
);
