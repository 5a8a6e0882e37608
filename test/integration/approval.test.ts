import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POLICY_V1, type Policy } from '../../server/checks/policy.ts';
import { testClock } from '../support/clock.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, type FormParts, form } from '../support/form.ts';
import { LISTED_PERSON_BY_YEAR, writeSmallList } from '../support/lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, createCompany, KYB, LEAST_COMPANY, send, sendBody, submit } from './drive.ts';

const KYC = '/v1/verifications';
const DAY_MS = 24 * 3600 * 1000;
const NOTE = 'Seen at the counter.';
const LISTED = { first_name: LISTED_PERSON_BY_YEAR.first_name, last_name: LISTED_PERSON_BY_YEAR.last_name };
/** A person with a public office, who is on no other list. */
const PEP_ROW = 'U-9,"QUINTANILHA, Iria",person,,,,,TEST-P,pep,2024-01-01,';
const PEP = { first_name: 'Iria', last_name: 'Quintanilha' };
const NOTHING_READ = { card: { lines: [] } };
const FOUR_EYES: Policy = { ...POLICY_V1, review: { ...POLICY_V1.review, four_eyes: true } };

async function waiting(server: TestServer, parts: Partial<FormParts>): Promise<string> {
  const path = `${KYC}/${await submit(server, { files: cardAndSelfie(NOTHING_READ), ...parts })}`;
  await server.settle();
  expect((await send(server, path)).body.status).toBe('needs_review');
  return path;
}

const approve = (server: TestServer, path: string, reason = 'accepted_risk', key = server.key): Promise<Answer> =>
  sendBody(server, `${path}/review`, { decision: 'approve', reason, note: NOTE }, { key });
const faultsOf = ({ status, body }: Answer) => [
  status,
  body.code,
  ...(body.errors ?? []).map(({ code, field }: { code: string; field?: string }) => `${field} ${code}`),
];
const blocked = (...faults: string[]) => [409, 'approval_blocked', ...faults];
const decideHit = (server: TestServer, path: string, hit: { id: string }, decision: string, key = server.key) =>
  sendBody(server, `${path}/hits/${hit.id}`, { decision, reason: 'other', note: 'Compared.' }, { key });
async function somebodyElse(server: TestServer): Promise<string> {
  const scopes = ['kyc:read', 'kyc:review', 'kyb:read', 'kyb:review'];
  return (await sendBody(server, '/v1/api-keys', { label: 'second', scopes })).body.secret;
}
async function importRows(server: TestServer, rows: readonly string[]): Promise<void> {
  using folder = tempFolder();
  const order = { paths: [writeSmallList(folder.path, rows)], code: 'small', allowOlder: true, acceptSmaller: true };
  await server.appliance.lists.importList(order, 'cli');
  await server.settle();
}

describe('an approval', () => {
  it('of a record without identity is refused, and a rejection is not', async () => {
    await using server = await startTestServer();
    const path = await waiting(server, {});
    const before = (await send(server, path)).body;
    const refused = await approve(server, path, 'documents_examined');
    expect(faultsOf(refused)).toEqual(blocked('applicant name_missing'));
    expect(refused.body.errors[0].message).toContain('No name was submitted or read');
    expect((await send(server, path)).body).toEqual(before);
    const rejected = await sendBody(server, `${path}/review`, {
      decision: 'reject',
      reason: 'document_unreadable',
      note: NOTE,
    });
    expect([rejected.status, rejected.body.status]).toEqual([200, 'failed']);
  });

  it('asks for no word on a hit that the policy ruled out, and takes it for no dismissed one', async () => {
    const screening = { ...POLICY_V1.screening, pep_levels: ['national'] as const };
    await using server = await startTestServer({ policy: { ...POLICY_V1, screening } });
    using folder = tempFolder();
    const path = join(folder.path, 'peps.csv');
    writeFileSync(path, 'name,type,roles,topics\n"QUINTANILHA, Iria",person,Mayor||||local,pep\n');
    await server.appliance.lists.importList({ paths: [path], code: 'peps' }, 'cli');
    const record = await waiting(server, { applicant: PEP });
    expect((await send(server, record)).body.checks.watchlists.hits).toMatchObject([{ ruled_out: { whole: true } }]);
    expect(faultsOf(await approve(server, record, 'hits_dismissed'))).toEqual(blocked('reason reason_unfounded'));
    expect((await approve(server, record)).status).toBe(200);
  });

  it('needs a birth date or number where the policy asks for one', async () => {
    const policy: Policy = { ...POLICY_V1, review: { ...POLICY_V1.review, birth_date_or_number: true } };
    await using server = await startTestServer({ policy });
    const path = await waiting(server, { applicant: PEP });
    expect(faultsOf(await approve(server, path))).toEqual(blocked('applicant birth_date_or_number_missing'));
    const known = await waiting(server, { applicant: { ...PEP, dob: '1980-02-03' } });
    expect((await approve(server, known)).status).toBe(200);
    const { body } = await createCompany(server, {
      company: LEAST_COMPANY,
      representatives: [{ first_name: 'Ada', last_name: 'Quarrington', role: 'director' }],
    });
    await server.settle();
    expect(faultsOf(await approve(server, `${KYB}/${body.id}`))).toEqual(
      blocked('company birth_date_or_number_missing', 'representatives[0] birth_date_or_number_missing'),
    );
  });

  it('needs each hit decided, and is refused where one is confirmed for sanctions', async () => {
    await using server = await startTestServer();
    const path = await waiting(server, { applicant: LISTED });
    const [hit] = (await send(server, path)).body.checks.watchlists.hits;
    expect(faultsOf(await approve(server, path))).toEqual(blocked('checks.watchlists.hits[0] hit_undecided'));
    await decideHit(server, path, hit, 'confirm');
    expect(faultsOf(await approve(server, path))).toEqual(blocked('checks.watchlists.hits[0] hit_prohibits'));
    expect(faultsOf(await approve(server, path, 'hits_dismissed'))).toEqual(
      blocked('checks.watchlists.hits[0] hit_prohibits', 'reason reason_unfounded'),
    );
    await decideHit(server, path, hit, 'dismiss');
    expect((await approve(server, path, 'hits_dismissed')).body.status).toBe('completed');
  });

  it('of somebody who holds an office is a matter of a note', async () => {
    await using server = await startTestServer();
    await importRows(server, [PEP_ROW]);
    const path = await waiting(server, { applicant: PEP });
    const [hit] = (await send(server, path)).body.checks.watchlists.hits;
    expect(faultsOf(await approve(server, path))).toEqual(blocked('checks.watchlists.hits[0] hit_undecided'));
    await decideHit(server, path, hit, 'confirm');
    const silent = await sendBody(server, `${path}/review`, {
      decision: 'approve',
      reason: 'accepted_risk',
      note: ' ',
    });
    expect([silent.status, silent.body.errors[0].field]).toEqual([400, 'note']);
    expect((await approve(server, path)).body.status).toBe('completed');
  });

  it('needs a second person for each hit where the policy asks for four eyes', async () => {
    await using server = await startTestServer({ policy: FOUR_EYES });
    const path = await waiting(server, { applicant: LISTED });
    const other = await somebodyElse(server);
    const [hit] = (await send(server, path)).body.checks.watchlists.hits;
    const once = blocked('checks.watchlists.hits[0] hit_second_person_missing');
    await decideHit(server, path, hit, 'dismiss');
    await decideHit(server, path, hit, 'dismiss');
    expect(faultsOf(await approve(server, path))).toEqual(once);
    expect(faultsOf(await approve(server, path, 'accepted_risk', other))).toEqual(once);
    await decideHit(server, path, hit, 'dismiss', other);
    expect((await approve(server, path)).body).toMatchObject({ status: 'needs_review', review: { state: 'proposed' } });
    await decideHit(server, path, hit, 'confirm', other);
    const prohibited = blocked('checks.watchlists.hits[0] hit_prohibits');
    expect(faultsOf(await approve(server, path, 'accepted_risk', other))).toEqual(prohibited);
  });

  it('waits for the alerts of later lists too', async () => {
    await using server = await startTestServer();
    const path = await waiting(server, { applicant: PEP });
    await importRows(server, [PEP_ROW]);
    const [alert] = (await send(server, '/v1/alerts')).body.data;
    expect(faultsOf(await approve(server, path))).toEqual(blocked(`${alert.id} hit_undecided`));
    await sendBody(server, `/v1/alerts/${alert.id}/decision`, { decision: 'dismiss', reason: 'other_person' });
    expect((await approve(server, path)).status).toBe(200);
  });

  it('of a company asks the same of it and of its people', async () => {
    await using server = await startTestServer();
    const representatives = [{ ...LISTED, role: 'director' }];
    const { body } = await createCompany(server, { company: LEAST_COMPANY, representatives });
    const path = `${KYB}/${body.id}`;
    await server.settle();
    const [hit] = (await send(server, path)).body.hits;
    expect(faultsOf(await approve(server, path, 'documents_examined'))).toEqual(
      blocked('hits[0] hit_undecided', 'reason reason_unfounded'),
    );
    await decideHit(server, path, hit, 'confirm');
    expect(faultsOf(await approve(server, path))).toEqual(blocked('hits[0] hit_prohibits'));
    await decideHit(server, path, hit, 'dismiss');
    expect((await approve(server, path)).body.status).toBe('completed');
  });

  it('needs lists, however old: the review shows their age', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    clock.advance(400 * DAY_MS);
    const path = await waiting(server, { files: cardAndSelfie(), applicant: ANNA });
    const { lists } = (await send(server, path)).body.checks.watchlists;
    clock.advance(2 * DAY_MS);
    const { status, body, text } = await approve(server, path, 'same_person');
    expect(status, text).toBe(200);
    expect(body.review.lists).toEqual([
      { name: lists[0].name, version: lists[0].version, dated: lists[0].dated, age_days: lists[0].age_days + 2 },
    ]);
  });

  it('is refused where no list was there, until the checks ran again with one', async () => {
    await using server = await startTestServer({ list: false });
    const path = await waiting(server, { files: cardAndSelfie(), applicant: ANNA });
    expect(faultsOf(await approve(server, path))).toEqual(blocked('checks.watchlists no_list_loaded'));
    const company = await createCompany(server, { company: LEAST_COMPANY });
    await server.settle();
    expect(faultsOf(await approve(server, `${KYB}/${company.body.id}`))).toEqual(
      blocked('checks.watchlists no_list_loaded'),
    );
  });

  it('of a simulated record asks for nothing', async () => {
    await using server = await startTestServer({ list: false });
    const key = server.makeKey({ livemode: false });
    const path = `${KYC}/${await submit(server, { files: cardAndSelfie(), metadata: { simulate: 'needs_review' } }, key)}`;
    await server.settle();
    expect((await approve(server, path, 'documents_examined', key)).body.status).toBe('completed');
    const real = `${KYC}/${await submit(server, { files: cardAndSelfie() }, key)}`;
    await server.settle();
    expect((await approve(server, real, 'documents_examined', key)).status).toBe(409);
  });

  it('claims only what the record shows', async () => {
    await using server = await startTestServer();
    const unfounded = blocked('reason reason_unfounded');
    const path = await waiting(server, { files: cardAndSelfie(NOTHING_READ).slice(0, 1), applicant: PEP });
    expect(faultsOf(await approve(server, path, 'same_person'))).toEqual(unfounded);
    expect(faultsOf(await approve(server, path, 'hits_dismissed'))).toEqual(unfounded);
    expect((await approve(server, path, 'documents_examined')).status).toBe(200);
  });
});

it('what holds an approval back can be asked for', async () => {
  await using server = await startTestServer();
  const path = await waiting(server, { applicant: LISTED });
  const { status, body } = await send(server, `${path}/approval?reason=hits_dismissed`);
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'approval',
    possible: false,
    errors: [
      {
        code: 'hit_undecided',
        message: expect.stringContaining('Confirm or dismiss'),
        field: 'checks.watchlists.hits[0]',
      },
    ],
  });
  const files = [{ bytes: fakeFile({ lines: ['x'] }), type: 'license' }];
  const made = await createCompany(server, { company: LEAST_COMPANY });
  const company = `${KYB}/${made.body.id}`;
  await send(server, `${company}/documents`, { method: 'POST', body: form({ files }) });
  await server.settle();
  expect((await send(server, `${company}/approval`)).body).toEqual({ object: 'approval', possible: true, errors: [] });
});
