import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { must } from '../../server/lib/assert.ts';
import { readArchive } from '../../server/reports/evidence/archive.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, KYB, send, sendJson, verify } from './drive.ts';

const HEAD = 'name,type,birth_dates,text,source,date,title,url';
const FINED = 'Anna Lucia Martello was fined for false accounts.';
const REPORT = `Anna Lucia Martello,person,1986-08-12,${FINED},The Quay,2024-03-01,Fined,https://quay.example/1`;
const APPEAL = 'Anna Lucia Martello,person,1986-08-12,The appeal of Martello failed.,Herald,2025-01-02,,';
const CLEAN = { files: cardAndSelfie(), applicant: ANNA };

async function importReports(server: TestServer, rows: readonly string[]): Promise<string> {
  using folder = tempFolder();
  const path = join(folder.path, 'press.csv');
  writeFileSync(path, [HEAD, ...rows].map((row) => `${row}\n`).join(''));
  const { id } = await server.appliance.lists.importList({ paths: [path], code: 'press', name: 'Press' }, 'cli');
  await server.settle();
  return id;
}

it(
  'a person of whom the press tells is for a person to look at, with the passage',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer();
    await importReports(server, [REPORT, APPEAL]);
    const lists = (await send(server, '/v1/watchlists')).body.data;
    expect(lists.find(({ code }: { code: string }) => code === 'press')).toMatchObject({
      format: 'adverse_media_csv',
      entries: 1,
    });
    const record = await verify(server, CLEAN);
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.checks.watchlists.findings)).toEqual(['hit_confirmed_for_review']);
    expect(record.checks.watchlists.hits[0]?.entity).toMatchObject({
      topics: ['adverse_media'],
      media_count: 2,
      media: [
        { source: 'Herald', date: '2025-01-02', passage: 'The appeal of Martello failed.' },
        { source: 'The Quay', date: '2024-03-01', title: 'Fined', url: 'https://quay.example/1', passage: FINED },
      ],
    });
    const path = `/v1/verifications/${record.id}`;
    const bundle = await server.fetch(`${path}/evidence`, { headers: bearer(server.key) });
    const kept = must(readArchive(new Uint8Array(await bundle.arrayBuffer())), 'it is an archive').files;
    const told = kept.filter(({ data }) => Buffer.from(data).includes(FINED)).map(({ name }) => name);
    expect(told).toContain('record.json');
    const pdf = await server.fetch(`${path}/report`, { headers: bearer(server.key) });
    const text = (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).pages.join(' ').replace(/\s+/g, ' ');
    for (const part of ['Media report, 2024-03-01', 'The Quay, Fined', FINED]) expect(text).toContain(part);
  },
);

it('a question of the lists and one of a company show the passage too', async () => {
  await using server = await startTestServer();
  await importReports(server, [REPORT]);
  const asked = await sendJson(server, '/v1/screenings', { name: 'Anna Lucia Martello', dob: '1986-08-12' });
  expect(asked.body.results[0].hits[0].entity.media).toMatchObject([{ passage: FINED }]);
  const { first_name, last_name, dob } = ANNA;
  const created = await sendJson(server, KYB, {
    company: { legal_name: 'Harrow Lane Trading Ltd', country: 'MT', address: { country: 'MT' } },
    ubos: [{ first_name, last_name, dob, ownership_percent: 100 }],
  });
  await server.settle();
  const company = (await send(server, `${KYB}/${created.body.id}`)).body;
  expect(company.checks.adverse_media).toMatchObject({ passed: false, findings: [{ field: 'ubos[0]' }] });
  expect(company.hits[0].entity.media).toMatchObject([{ source: 'The Quay', passage: FINED }]);
});

it('a further report changes the entry and alerts for each person screened before', async () => {
  await using server = await startTestServer();
  await importReports(server, [REPORT.replaceAll('Anna', 'Hanna').replace('1986', '1950')]);
  const record = await verify(server, CLEAN);
  expect(record.checks.watchlists.hits).toEqual([]);
  const before = await importReports(server, [REPORT.replace('Anna', 'Hanna').replace('1986', '1950'), REPORT]);
  const first = (await send(server, '/v1/alerts')).body.data;
  expect(first).toMatchObject([{ change: 'added', hit: { entity: { media_count: 1 } } }]);
  const after = await importReports(server, [REPORT.replace('Anna', 'Hanna').replace('1986', '1950'), REPORT, APPEAL]);
  const changes = (await send(server, `/v1/watchlists/${after}/changes?against=${before}`)).body;
  expect(changes).toMatchObject({ counts: { added: 0, changed: 1, removed: 0 }, data: [{ fields: ['media'] }] });
  const alerts = (await send(server, '/v1/alerts')).body.data;
  expect(alerts[0]).toMatchObject({ change: 'changed', hit: { entity: { media_count: 2 } } });
});
