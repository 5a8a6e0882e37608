import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { CARD_LINES, form } from '../support/form.ts';
import { LISTED_PERSON, writeSmallList } from '../support/lists.ts';
import { filesBelow, formsOf } from '../support/planted.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { create, createCompany, KYB, send, sendJson } from './drive.ts';

/** Stands in every planted word that may hold letters, so that one search finds them all. */
const MARK = 'Qvzkjmark';
const MARKS = [MARK, '33699418273', 'XK93TBQ42'];
const FORMS = MARKS.flatMap(formsOf);
const PLANTED_MIN = 200;

/** Gives words that are like no other, and counts them. */
function planter() {
  const words: string[] = [];
  const plant = (place: string): string => {
    const word = `${MARK} ${place} ${'abcdefghijklmnopqrstuvwxyz'[words.length % 26]}${words.length}`;
    words.push(word);
    return word;
  };
  return { words, plant, many: (place: string, count: number) => Array.from({ length: count }, () => plant(place)) };
}

/** Files below a folder, or lines, in which a mark stands. */
const leaksBelow = (folder: string): string[] =>
  filesBelow(folder)
    .filter(({ bytes }) => FORMS.some((form) => bytes.includes(form)))
    .map(({ path }) => path);
const leaksIn = (text: string): boolean => FORMS.some((form) => Buffer.from(text).includes(form));

type Planter = ReturnType<typeof planter>;
interface Erased {
  paths: string[];
  ids: string[];
}

async function plantPerson(server: TestServer, { plant, many }: Planter): Promise<string> {
  const words = (place: string) => Object.fromEntries(many(place, 30).map((word, i) => [`${plant('key')} ${i}`, word]));
  const lines = [
    ...CARD_LINES.filter((line) => !line.startsWith('Surname') && !line.startsWith('Document number')),
    `Surname: ${MARK}`,
    'Document number: XK93TBQ42',
    ...many('line', 20),
  ];
  const { status, body, text } = await create(
    server,
    {
      files: [
        { bytes: fakeFile({ lines, faces: [0] }), name: plant('part'), type: 'national_id', side: 'front' },
        { bytes: fakeFile({ faces: [0.1], lines: many('selfie', 5) }), name: plant('part'), type: 'selfie' },
      ],
      documents_meta: {
        items: [
          { type: 'national_id', side: 'front', name: plant('file') },
          { type: 'selfie', name: plant('file') },
        ],
      },
      applicant: {
        ...LISTED_PERSON,
        email: `${MARK}@example.org`,
        phone: '+33699418273',
        address: {
          line1: plant('line1'),
          line2: plant('line2'),
          city: plant('city'),
          state: plant('state'),
          postal_code: plant('code'),
          country: 'FR',
        },
        middle: plant('unknown field'),
      },
      metadata: words('metadata'),
      consent: true,
      webhook_url: `https://${MARK}.example.org/${MARK}`,
    },
    { 'idempotency-key': randomUUID() },
  );
  expect(status, text).toBe(201);
  return body.id;
}

async function plantCompany(server: TestServer, { plant, many }: Planter): Promise<string> {
  const person = (role: object) => ({ first_name: plant('person'), last_name: plant('person'), ...role });
  const { status, body, text } = await createCompany(
    server,
    {
      company: {
        legal_name: plant('company'),
        trading_names: many('trading', 10),
        country: 'DE',
        address: { line1: plant('line1'), city: plant('city'), postal_code: plant('code'), country: 'DE' },
      },
      representatives: [person({ role: 'director' }), person({ role: 'other' })],
      ubos: [person({ ownership_percent: 40 }), { legal_name: plant('owner'), ownership_percent: 20 }],
      documents: [{ type: 'license', name: plant('announced') }],
      metadata: Object.fromEntries(many('metadata', 30).map((word, i) => [`k${i}`, word])),
    },
    { 'idempotency-key': randomUUID() },
  );
  expect(status, text).toBe(201);
  const files = [{ bytes: fakeFile({ lines: many('page', 50) }), name: plant('part'), type: 'license' }];
  const sent = await send(server, `${KYB}/${body.id}/documents`, { method: 'POST', body: form({ files }) });
  expect(sent.status, sent.text).toBe(201);
  return body.id;
}

/** Whatever people write beside a record. */
async function plantWords(server: TestServer, path: string, { plant }: Planter): Promise<void> {
  const post = async (at: string, body: unknown) => {
    const { status, text } = await sendJson(server, at, body);
    expect([at, status], text).toEqual([at, expect.toSatisfy((it: number) => it < 300)]);
  };
  await post(`${path}/notes`, { text: plant('note') });
  await post(`${path}/retention`, { legal_hold: true, reason: plant('reason') });
  await post(`${path}/retention`, { legal_hold: false });
  await post(`${path}/retention`, { relationship_ended_at: new Date(Date.now() + 1000).toISOString() });
  const { hits = [] } = (await send(server, path)).body.checks.watchlists;
  const decision = { decision: 'dismiss', reason: 'other_person' };
  for (const { id } of hits) await post(`${path}/hits/${id}`, { ...decision, note: plant('decision') });
  const { data } = (await send(server, '/v1/alerts?limit=100')).body;
  for (const { id } of data) await post(`/v1/alerts/${id}/decision`, { ...decision, note: plant('alert') });
}

/** Plants in every input of a server, and lets it all be worked on. */
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

it('of 200 planted words an export holds all that are kept, and an erasure leaves none, in a former copy neither', async () => {
  using folder = tempFolder();
  using lists = tempFolder();
  using copy = tempFolder();
  const data = join(folder.path, 'data');
  const words = planter();
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

  // The data as it was before, with the keys of today.
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
});
