import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '../../server/lib/log.ts';
import { openLogFile } from '../../server/lib/log-file.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { CARD_LINES, type FormParts } from '../support/form.ts';
import { filesBelow, formsOf } from '../support/planted.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { create, read, send, submit, withKey } from './drive.ts';
import { openStream } from './streams.ts';

/** One word for each place where a caller or a document can put personal data; no word contains another. */
const PLANTED = {
  first_name: 'Qwzelinde',
  last_name: 'Vfkorrigan',
  email: 'xjmailbox@example.org',
  phone: '+33699418273',
  line1: 'Yhrelles street 91',
  line2: 'Zpbasement left',
  city: 'Kqvillebourg',
  state: 'Wxprovincia',
  postal_code: 'JX7719Q',
  metadata_name: 'gvreference',
  metadata_value: 'Hbcustomer-5512',
  file_name: 'Tzscan-of-passport.jpg',
  part_name: 'Rqphoto-of-me.jpg',
  webhook: 'nmcallback-host',
  webhook_path: 'dyhookpath8823',
  document_number: 'XK93TBQ42',
  birth_from: '1951-07-29',
  address_read: 'Mwlane 4471 Uvtown',
  unknown_value: 'Lsmiddlename',
} as const;

const [, , , ...REST] = CARD_LINES;
const LINES = [
  'SPECIMEN IDENTITY CARD',
  `Surname: ${PLANTED.last_name.toUpperCase()}`,
  `Given names: ${PLANTED.first_name.toUpperCase()}`,
  ...REST.map((line) => (line.startsWith('Document number') ? `Document number: ${PLANTED.document_number}` : line)),
  `Address: ${PLANTED.address_read}`,
];

function planted(change: { textFailure?: 'unavailable' } = {}): FormParts {
  return {
    files: [
      {
        bytes: fakeFile({ lines: LINES, faces: [0], ...change }),
        name: PLANTED.part_name,
        type: 'national_id',
        side: 'front',
      },
      { bytes: fakeFile({ faces: [0.1] }), type: 'selfie' },
    ],
    documents_meta: {
      items: [{ type: 'national_id', side: 'front', name: PLANTED.file_name }, { type: 'selfie' }],
    },
    applicant: {
      first_name: PLANTED.first_name,
      last_name: PLANTED.last_name,
      email: PLANTED.email,
      phone: PLANTED.phone,
      middle_name: PLANTED.unknown_value,
      birth_date: { from: PLANTED.birth_from, to: '1986' },
      address: {
        line1: PLANTED.line1,
        line2: PLANTED.line2,
        city: PLANTED.city,
        state: PLANTED.state,
        postal_code: PLANTED.postal_code,
        country: 'FR',
      },
    },
    metadata: { [PLANTED.metadata_name]: PLANTED.metadata_value },
    webhook_url: `https://${PLANTED.webhook}.example.org/${PLANTED.webhook_path}`,
    consent: true,
  };
}

const FORMS = Object.entries(PLANTED).flatMap(([name, word]) => formsOf(word).map((form) => ({ name, form })));

/** The names of the planted words in these bytes. */
function leaksIn(bytes: Buffer | string): string[] {
  const buffer = Buffer.from(bytes);
  return [...new Set(FORMS.filter(({ form }) => buffer.includes(form)).map(({ name }) => name))];
}

/** The planted words in the raw bytes of every file below a folder, including free pages and write-ahead logs. */
function leaksBelow(folder: string): Record<string, string[]> {
  const files = filesBelow(folder);
  expect(files.length).toBeGreaterThan(5);
  const found = files.map(({ path, bytes }) => [path, leaksIn(bytes)] as const);
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

function tablesOf({ appliance }: TestServer, table: string): string {
  return JSON.stringify(appliance.db.prepare(`SELECT * FROM ${table}`).all());
}

const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f61';

it('the search itself finds a planted word in each form', () => {
  for (const word of Object.values(PLANTED)) {
    for (const text of [`a${word}b`, `a${word.toUpperCase()}b`]) {
      for (const lead of ['', '-', '--']) {
        const bytes = Buffer.from(lead + text);
        expect(leaksIn(bytes)).not.toEqual([]);
        expect(leaksIn(bytes.toString('base64'))).not.toEqual([]);
        expect(leaksIn(bytes.toString('hex'))).not.toEqual([]);
        expect(leaksIn(Buffer.from(lead + text, 'utf16le'))).not.toEqual([]);
      }
    }
  }
});

it('no log, event, audit entry, number or file contains personal data, whatever happens to a record', async () => {
  using folder = tempFolder();
  const server = await startTestServer({ folder: folder.path });
  const { dataDir } = server.appliance.config;
  const stream = await openStream(server, '/v1/events/stream');
  const created = await create(server, planted(), withKey(KEY));
  expect(created.status).toBe(201);
  const dead = await submit(server, planted({ textFailure: 'unavailable' }));
  await server.settle();
  expect((await create(server, planted(), withKey(KEY))).headers.get('idempotent-replayed')).toBe('true');

  // All of it exists for authorized callers, so the following checks cannot pass only because it is missing.
  const record = await read(server, created.body.id);
  expect(record.status, JSON.stringify(record.errors)).toBe('completed');
  const shown = leaksIn(JSON.stringify(record));
  const hidden = ['part_name', 'webhook', 'webhook_path', 'unknown_value'];
  expect(shown.toSorted()).toEqual(
    Object.keys(PLANTED)
      .filter((name) => !hidden.includes(name))
      .toSorted(),
  );
  expect((await read(server, dead)).status).toBe('needs_review');

  const heard = await stream.take(6);
  stream.close();
  expect(leaksIn(JSON.stringify(heard))).toEqual([]);
  expect(leaksIn((await send(server, '/v1/events?limit=100')).text)).toEqual([]);
  for (const table of ['events', 'audit', 'jobs', 'api_keys']) expect(leaksIn(tablesOf(server, table))).toEqual([]);
  const metrics = await send(server, '/metrics');
  expect(leaksIn(metrics.text)).toEqual([]);
  expect(metrics.text).not.toContain(record.id);
  expect(server.logged.length).toBeGreaterThan(5);
  expect(leaksIn(server.logged.join('\n'))).toEqual([]);
  expect(leaksBelow(dataDir)).toEqual({});

  const { key } = server;
  await server.stop();
  expect(leaksBelow(dataDir)).toEqual({});
  for (const path of readdirSync(dataDir)) {
    if (path.endsWith('.db')) expect(readFileSync(join(dataDir, path)).includes(key)).toBe(false);
  }
});

it('no error repeats what was sent, and none leaves anything behind', async () => {
  await using server = await startTestServer();
  const base = planted();
  const applicant = base.applicant as Record<string, unknown>;
  const wrong: FormParts[] = [
    { ...base, applicant: { ...applicant, dob: PLANTED.last_name } },
    { ...base, applicant: { ...applicant, nationality: PLANTED.city } },
    { ...base, applicant: { ...applicant, email: PLANTED.line1 } },
    { ...base, applicant: { ...applicant, phone: PLANTED.postal_code } },
    { ...base, applicant: { ...applicant, first_name: [PLANTED.first_name] } },
    { ...base, applicant: PLANTED.first_name },
    { ...base, consent: PLANTED.first_name },
    { ...base, webhook_url: PLANTED.webhook },
    { ...base, metadata: PLANTED.metadata_value },
    { ...base, documents_meta: { items: [{ type: PLANTED.metadata_value }] } },
    { ...base, documents_meta: { items: [{ type: 'selfie', name: PLANTED.file_name }] } },
    {
      ...base,
      files: [{ bytes: Buffer.from(PLANTED.address_read), name: PLANTED.part_name, type: 'selfie' }],
      documents_meta: null,
    },
  ];
  for (const parts of wrong) {
    const { status, text } = await create(server, parts);
    expect([400, 415]).toContain(status);
    expect(leaksIn(text)).toEqual([]);
  }
  const malformed = new FormData();
  malformed.append('applicant', `{"first_name":"${PLANTED.first_name}"`);
  expect(leaksIn((await send(server, '/v1/verifications', { method: 'POST', body: malformed })).text)).toEqual([]);
  const query = `/v1/verifications?status=${PLANTED.city}&starting_after=${PLANTED.last_name}&limit=${PLANTED.postal_code}`;
  expect(leaksIn((await send(server, query)).text)).toEqual([]);
  expect(leaksIn(server.logged.join('\n'))).toEqual([]);
  expect(leaksBelow(server.appliance.config.dataDir)).toEqual({});
});

it('a fault whose message holds what was read is logged without it, to the file too', async () => {
  using folder = tempFolder();
  const engines = fakeEngines({
    before() {
      throw new Error(`cannot go on with ${PLANTED.first_name}`);
    },
  });
  await using server = await startTestServer({ engines, start: false });
  await submit(server, planted());
  const path = join(folder.path, 'logs', 'custos.log');
  const log = createLogger(server.appliance.clock, openLogFile(path));
  await engines.text.read({ width: 1, height: 1, pixels: Buffer.from('{}') }).catch((error: unknown) => {
    log.error('job.failed', {}, error);
  });
  const written = readFileSync(path, 'utf8');
  expect(written).toContain('job.failed');
  expect(leaksIn(written)).toEqual([]);
});
