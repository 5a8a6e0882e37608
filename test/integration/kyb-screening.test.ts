import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { LISTED_COMPANY, LISTED_PERSON, writeSmallList } from '../support/lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, KYB, send, sendJson, verify } from './drive.ts';

const DISMISS = { decision: 'dismiss', reason: 'other_person', note: 'Born elsewhere, seen in person.' };
const ANNA_ROW = 'U-5,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2024-01-01,';
const ANNA_CHANGED = ANNA_ROW.replace('TEST-A', 'TEST-B');
const MINISTER_ROW = 'U-6,"OKONJO, Temperance Adaeze",person,,1961-05-04,,,,pep,2024-01-01,';

const PARTY = { first_name: 'Anna Lucia', last_name: 'Martello', dob: '1986-08-12' };
const MINISTER = { first_name: 'Temperance Adaeze', last_name: 'Okonjo', dob: '1961-05-04', role: 'director' };
const OTHER = { first_name: 'Iria', last_name: 'Quintanilha', dob: '1979-11-30' };
const HARROW = { legal_name: 'Harrow Lane Trading Ltd', country: 'MT', address: { country: 'MT' } };

interface Submitted {
  company?: object;
  representatives?: object[];
  ubos?: object[];
}

/** Creates a company's verification, waits for its end, and returns the record. */
async function verifyCompany(server: TestServer, parts: Submitted, key = server.key) {
  const body = { company: HARROW, ubos: [{ ...OTHER, ownership_percent: 100 }], ...parts };
  const created = await sendJson(server, KYB, body, key);
  expect(created.status).toBe(201);
  await server.settle();
  return (await send(server, `${KYB}/${created.body.id}`, { headers: bearer(key) })).body;
}

async function importRows(server: TestServer, rows: readonly string[]): Promise<void> {
  using folder = tempFolder();
  const paths = [writeSmallList(folder.path, rows)];
  await server.appliance.lists.importList({ paths, code: 'small', allowOlder: true, acceptSmaller: true }, 'cli');
  await server.settle();
}

const alertsOf = async (server: TestServer, key = server.key) =>
  (await send(server, '/v1/alerts', { headers: bearer(key) })).body.data;

it('a company of which nobody is on a list passes, and the kinds that no list has are not claimed', async () => {
  await using server = await startTestServer();
  const record = await verifyCompany(server, {});
  expect(record.checks.sanctions).toMatchObject({ passed: true, findings: [] });
  for (const name of ['watchlists', 'pep', 'adverse_media']) {
    expect(record.checks[name].passed, name).toBeNull();
    expect(codesOf(record.checks[name].findings), name).toEqual(['list_kind_missing']);
  }
  expect(codesOf(record.errors)).not.toContain('list_kind_missing');
});

it('a listed company fails by its number, whatever name it goes by now', async () => {
  await using server = await startTestServer();
  const { registration_number, legal_name } = LISTED_COMPANY;
  const byNumber = await verifyCompany(server, { company: { ...HARROW, legal_name, registration_number } });
  expect(byNumber).toMatchObject({ status: 'failed', checks: { sanctions: { passed: false } } });
  const former = await verifyCompany(server, {
    company: { ...HARROW, former_names: [legal_name], registration_number },
  });
  expect(former.checks.sanctions.findings).toMatchObject([{ code: 'hit_confirmed', field: 'company' }]);
});

it('a sanctioned owner fails the company, and the hit is theirs alone', async () => {
  await using server = await startTestServer();
  const { first_name, last_name, dob, nationality } = LISTED_PERSON;
  const listed = { first_name, last_name, dob, nationality, ownership_percent: 30 };
  const record = await verifyCompany(server, { ubos: [{ ...OTHER, ownership_percent: 70 }, listed] });
  expect(record.status).toBe('failed');
  expect(record.checks.sanctions.findings).toMatchObject([{ code: 'hit_confirmed', field: 'ubos[1]' }]);
  expect(record.hits).toMatchObject([{ party: record.ubos[1].id, entity: { name: 'QUILLONEZ, Zdravko' } }]);
  expect(record.ubos[0].screening.hits).toEqual([]);
});

it('a director who is a politically exposed person is for a person to look at', async () => {
  await using server = await startTestServer();
  await importRows(server, [MINISTER_ROW]);
  const record = await verifyCompany(server, { representatives: [MINISTER] });
  expect(record.status).toBe('needs_review');
  expect(record.checks.sanctions.passed).toBe(true);
  expect(record.checks.pep).toMatchObject({
    passed: false,
    findings: [{ code: 'hit_confirmed_for_review', field: 'representatives[0]' }],
  });
  expect(record.errors[0]).toMatchObject({ code: 'hit_confirmed_for_review', field: 'representatives[0]' });
});

it('a dismissed hit stays away from the same person in other companies, until the entry changes', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW]);
  const ubos = [{ ...PARTY, ownership_percent: 100 }];
  const first = await verifyCompany(server, { ubos });
  expect(first.status).toBe('failed');
  const path = `${KYB}/${first.id}/hits/${first.hits[0].id}`;
  const decided = await sendJson(server, path, DISMISS);
  expect([decided.status, decided.body.decision]).toEqual([200, 'dismissed']);
  const stored = (await send(server, `${KYB}/${first.id}`)).body;
  expect(stored.hits).toEqual([{ ...first.hits[0], decision: decided.body }]);
  expect(stored.status).toBe('failed');
  const company = { ...HARROW, legal_name: 'Quite Another Company Ltd' };
  const next = await verifyCompany(server, { company, ubos, representatives: [{ ...PARTY, role: 'director' }] });
  expect(next.checks.sanctions.passed).toBe(true);
  expect(codesOf(next.checks.sanctions.findings)).toEqual(['hit_dismissed']);
  expect(codesOf(next.errors)).not.toContain('hit_dismissed');
  await importRows(server, [ANNA_CHANGED]);
  const last = await verifyCompany(server, { ubos });
  expect(last.status).toBe('failed');
});

it('a dismissal in a company counts for nobody else of that name', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW]);
  const { first_name, last_name } = PARTY;
  const ubos = [0, 1].map(() => ({ first_name, last_name, ownership_percent: 50 }));
  const record = await verifyCompany(server, { ubos });
  expect(codesOf(record.checks.sanctions.findings)).toEqual(['hit_possible', 'hit_possible']);
  await sendJson(server, `${KYB}/${record.id}/hits/${record.hits[0].id}`, DISMISS);
  expect((await verifyCompany(server, { ubos })).checks.sanctions.passed).toBe(false);
});

it('a newer list alerts of the party it bears on, by the scope of its kind alone', async () => {
  await using server = await startTestServer();
  const record = await verifyCompany(server, {
    ubos: [
      { ...OTHER, ownership_percent: 50 },
      { ...PARTY, ownership_percent: 50 },
    ],
  });
  expect(record.checks.sanctions.passed).toBe(true);
  const person = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
  await importRows(server, [ANNA_ROW]);
  const [ofCompany, ofPerson] = ['kyb', 'kyc'].map((kind) =>
    server.makeKey({ scopes: [`${kind}:read` as 'kyb:read', `${kind}:review` as 'kyb:review', 'events:read'] }),
  );
  const [alert, ...others] = await alertsOf(server, ofCompany);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    kind: 'kyb',
    verification_id: record.id,
    party: record.ubos[1].id,
    hit: { entity: { name: 'MARTELLO, Anna Lucia' } },
    links: { verification: `${KYB}/${record.id}` },
  });
  expect(await alertsOf(server, ofPerson)).toMatchObject([
    { kind: 'kyc', verification_id: person.id, party: null, links: { verification: `/v1/verifications/${person.id}` } },
  ]);
  expect(await alertsOf(server)).toHaveLength(2);
  const path = `/v1/alerts/${alert.id}`;
  expect((await send(server, path, { headers: bearer(ofPerson ?? '') })).status).toBe(404);
  expect((await sendJson(server, `${path}/decision`, DISMISS, ofPerson)).status).toBe(404);
  const told = async (key = '') => {
    const { data } = (await send(server, '/v1/events?limit=100', { headers: bearer(key) })).body;
    const alerts = data.filter(({ type }: { type: string }) => type === 'watchlist.alert.created');
    return alerts.map((event: { data: { verification_id: string } }) => event.data.verification_id);
  };
  expect([await told(ofCompany), await told(ofPerson)]).toEqual([[record.id], [person.id]]);
  const decided = await sendJson(server, `${path}/decision`, DISMISS, ofCompany);
  expect(decided.body).toMatchObject({ state: 'dismissed', decision: { reason: 'other_person' } });
  expect((await send(server, `${KYB}/${record.id}`)).body).toEqual(record);
});

it('a hit is decided on under its own kind and mode', async () => {
  await using server = await startTestServer();
  await importRows(server, [ANNA_ROW]);
  const record = await verifyCompany(server, { ubos: [{ ...PARTY, ownership_percent: 100 }] });
  const hit = `${record.id}/hits/${record.hits[0].id}`;
  expect((await sendJson(server, `/v1/verifications/${hit}`, DISMISS)).status).toBe(404);
  expect((await sendJson(server, `${KYB}/${hit}`, DISMISS, server.makeKey({ livemode: false }))).status).toBe(404);
  expect(
    (await sendJson(server, `${KYB}/${hit}`, DISMISS, server.makeKey({ scopes: ['kyc:review', 'kyb:write'] }))).status,
  ).toBe(403);
});
