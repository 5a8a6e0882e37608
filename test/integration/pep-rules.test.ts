import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommandIo } from '../../server/commands/io.ts';
import { runCommand } from '../../server/commands/run.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, KYB, send, sendJson, submit } from './drive.ts';

const HEAD = 'id,name,type,birth_dates,roles,topics';
const FORMER = '1,"MARTELLO, Anna Lucia",person,1986-08-12,Mayor of Valletta|MT|2005|2009-03-01|local,pep';
const WHY = 'Left office on 2009-03-01, more than 10 years ago.';
const YEARS = { 'screening.pep_years_after_office': 10 };

async function importPeps(server: TestServer, rows: readonly string[]): Promise<void> {
  using folder = tempFolder();
  const path = join(folder.path, 'peps.csv');
  writeFileSync(path, [HEAD, ...rows].map((row) => `${row}\n`).join(''));
  await server.appliance.lists.importList({ paths: [path], code: 'peps', name: 'Politicians' }, 'cli');
  await server.settle();
}

async function setPolicy(server: TestServer, changes: object): Promise<void> {
  const answer = await sendJson(server, '/v1/policies', {
    based_on: 1,
    note: 'By the risk of the institution',
    changes,
  });
  expect(answer.status).toBe(201);
}

it('a person who left office long ago is shown with the reason, and passes', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer();
  await importPeps(server, [FORMER]);
  await setPolicy(server, YEARS);
  const id = await submit(server, { files: cardAndSelfie(), applicant: ANNA });
  await server.settle();
  const record = (await send(server, `/v1/verifications/${id}`)).body;
  expect(record.status).toBe('completed');
  expect(record.checks.watchlists).toMatchObject({
    passed: true,
    findings: [],
    hits: [
      {
        entity: { roles: [{ title: 'Mayor of Valletta', country: 'MT', from: '2005', level: 'local' }] },
        ruled_out: {
          whole: true,
          explanation: WHY,
          reasons: [{ rule: 'office_left', until: '2009-03-01', years: 10 }],
        },
      },
    ],
  });
  const pdf = await server.fetch(`/v1/verifications/${id}/report`, { headers: bearer(server.key) });
  const text = (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).pages.join(' ').replace(/\s+/g, ' ');
  for (const part of ['ruled out', WHY, 'Mayor of Valletta, MT, local (2005 to 2009-03-01)'])
    expect(text).toContain(part);
});

it('the same holds of the people of a company, of a question and of the command', async () => {
  await using server = await startTestServer();
  await importPeps(server, [FORMER]);
  const ask = () => sendJson(server, '/v1/screenings', { name: 'Anna Lucia Martello', dob: '1986-08-12' });
  const before = (await ask()).body.results[0];
  expect([before.passed, before.hits[0].ruled_out]).toEqual([false, undefined]);
  await setPolicy(server, { 'screening.pep_levels': ['national', 'regional', 'international'] });
  const why = 'Under the policy, offices of the level local do not count.';
  const after = (await ask()).body.results[0];
  expect([after.passed, after.hits[0].ruled_out.explanation]).toEqual([true, why]);
  const out: string[] = [];
  const io = { cwd: '/', out: (text: string) => void out.push(text), err: () => {} } as unknown as CommandIo;
  await runCommand(server.appliance, ['screen', 'Anna Lucia Martello', '--dob', '1986-08-12'], io);
  expect(out.join('')).toContain(`ruled out: ${why}`);

  const { first_name, last_name, dob } = ANNA;
  const created = await sendJson(server, KYB, {
    company: { legal_name: 'Harrow Lane Trading Ltd', country: 'MT', address: { country: 'MT' } },
    ubos: [{ first_name, last_name, dob, ownership_percent: 100 }],
  });
  await server.settle();
  const company = (await send(server, `${KYB}/${created.body.id}`)).body;
  expect(company.checks.pep).toMatchObject({ passed: true, findings: [] });
  expect(company.hits).toMatchObject([{ ruled_out: { whole: true, explanation: why } }]);
  expect(company.ubos[0].screening.passed).toBe(true);
  expect(codesOf(company.errors)).not.toContain('hit_confirmed_for_review');
  expect(company.risk.factors.filter(({ factor }: { factor: string }) => factor === 'hits')).toEqual([]);
});

it('a list that comes later alerts of no one whose office does not count, and of them once it is held again', async () => {
  await using server = await startTestServer();
  await setPolicy(server, YEARS);
  await submit(server, { files: cardAndSelfie(), applicant: ANNA });
  await server.settle();
  await importPeps(server, [FORMER]);
  expect((await send(server, '/v1/alerts')).body.data).toEqual([]);
  await importPeps(server, [FORMER.replace('2009-03-01', '')]);
  expect((await send(server, '/v1/alerts')).body.data).toMatchObject([
    { change: 'changed', hit: { list: { code: 'peps' } } },
  ]);
});

it('a preview counts who would still be a hit, by rules in force or asked for', async () => {
  await using server = await startTestServer();
  await importPeps(server, [FORMER]);
  await submit(server, { files: cardAndSelfie(), applicant: ANNA });
  await server.settle();
  const preview = async (body: object) => {
    const { id } = (await sendJson(server, '/v1/policies/preview', body)).body;
    for (;;) {
      const { body: found } = await send(server, `/v1/policies/preview/${id}`);
      if (found.status !== 'running') return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  expect(await preview({})).toMatchObject({
    pep_years_after_office: null,
    steps: expect.arrayContaining([{ from: 0.7, subjects: 1 }]),
  });
  expect(await preview({ pep_years_after_office: 10 })).toMatchObject({
    steps: expect.arrayContaining([{ from: 0.7, subjects: 0 }]),
  });
  expect(await preview({ pep_levels: ['national'] })).toMatchObject({
    pep_levels: ['national'],
    steps: expect.arrayContaining([{ from: 0.7, subjects: 0 }]),
  });
  await setPolicy(server, YEARS);
  expect(await preview({})).toMatchObject({
    pep_years_after_office: 10,
    steps: expect.arrayContaining([{ from: 0.7, subjects: 0 }]),
  });
  expect(await preview({ pep_years_after_office: null })).toMatchObject({
    steps: expect.arrayContaining([{ from: 0.7, subjects: 1 }]),
  });
});

it.each([
  [{ 'screening.pep_levels': ['royal'] }, 'must be a list of: national, regional, local, international'],
  [{ 'screening.pep_years_after_office': 0 }, 'must be a whole number from 1 to 50, or null'],
])('%j is refused', async (changes, message) => {
  await using server = await startTestServer();
  const answer = await sendJson(server, '/v1/policies', { based_on: 1, note: 'No', changes });
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(message)]);
});
