import { expect, it } from 'vitest';
import { bearer, createCompany, LEAST_COMPANY } from '../integration/drive.ts';
import { ANNA } from '../support/form.ts';
import type { TestServer } from '../support/server.ts';
import { startBodyRig } from './body-rig.ts';
import { encodeForm, type Form } from './forms/form-parts.ts';
import { oddPart } from './forms/odd-parts.ts';
import { oddWire, type WireRequest } from './forms/odd-wire.ts';
import { rightCompanyForm, rightForm, SECRET } from './forms/right-forms.ts';
import { between, type FuzzCase, fuzzRun } from './run.ts';
import { expectTold, isOutsideOurs } from './told.ts';

/** A company takes 100 files, and each of its people one form. */
const UPLOADS_A_COMPANY = 20;

/** Where the forms of a company go: its own files, and the files of each of its people. */
interface Company {
  documents: string;
  persons: string[];
  uploads: number;
}

it('whatever form is sent, it is refused by the contract and leaves nothing, or goes to an end', async () => {
  const run = fuzzRun('Forms', { share: 4, whole: 6_000 });
  await using rig = await startBodyRig();
  let company = await newCompany(rig.server);
  const seen = new Map<number, number>();
  for (const one of run.cases) {
    if (one.at === Math.floor(run.count / 10)) await rig.markHeld();
    const { request, hint } = oddRequest(one, rig.server.key, company);
    const answer = await rig.send(request, hint);
    seen.set(answer?.status ?? 0, (seen.get(answer?.status ?? 0) ?? 0) + 1);
    if (isOutsideOurs(request, answer, hint)) continue;
    // JSON can also link a person to a company.
    const wholeBodyIsJson = request.headers['Content-Type']?.startsWith('application/json') ?? false;
    await expectTold(request, answer, hint, { wholeBodyIsJson });
    if (answer.status === 201 && request.path === company.documents) company.uploads += 1;
    if (answer.status === 201 && request.path === company.persons[0]) company.persons.shift();
    const isUsedUp = company.uploads === UPLOADS_A_COMPANY || company.persons.length === 0;
    if (isUsedUp) company = await newCompany(rig.server);
  }
  console.info(`Forms: answers ${JSON.stringify(Object.fromEntries([...seen].sort()))}`);
  await rig.expectSound('Forms', SECRET);
  if (run.count < 100) return;
  for (const status of [201, 400]) expect(seen.get(status) ?? 0, `${status}`).toBeGreaterThan(run.count / 20);
});

function oddRequest({ random, hint }: FuzzCase, key: string, company: Company): { request: WireRequest; hint: string } {
  const path = pickPath(random(), company);
  const form: Form = path === company.documents ? rightCompanyForm() : rightForm();
  const kinds: string[] = [];
  const atWire = random() < 0.4;
  if (!atWire || random() < 0.3) for (let i = between(random, 1, 3); i > 0; i--) kinds.push(oddPart(form, random));
  const request: WireRequest = {
    method: 'POST',
    path,
    headers: {
      Host: 'localhost',
      Authorization: `Bearer ${key}`,
      'Content-Type': `multipart/form-data; boundary=${form.boundary}`,
    },
    body: encodeForm(form),
  };
  if (atWire) for (let i = between(random, 1, 2); i > 0; i--) kinds.push(oddWire(request, random));
  return { request, hint: `${hint} (${path}: ${kinds.join(', ')})` };
}

function pickPath(drawn: number, { documents, persons: [person = ''] }: Company): string {
  if (drawn < 0.2) return documents;
  return drawn < 0.4 ? person : '/v1/verifications';
}

async function newCompany(server: TestServer): Promise<Company> {
  const representatives = Array.from({ length: UPLOADS_A_COMPANY }, () => ({ ...ANNA, role: 'director' }));
  const created = await createCompany(server, { company: LEAST_COMPANY, representatives }, bearer(server.key));
  const path = `/v1/kyb/verifications/${created.body.id}`;
  const shown = (await (await server.fetch(path)).json()) as { representatives: { id: string }[] };
  const persons = shown.representatives.map(({ id }) => `${path}/persons/${id}/verification`);
  return { documents: `${path}/documents`, persons, uploads: 0 };
}
