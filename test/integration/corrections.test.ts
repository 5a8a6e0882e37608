import { expect, it } from 'vitest';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { ANNA, cardAndSelfie, type FormParts } from '../support/form.ts';
import { LISTED_PERSON_BY_YEAR } from '../support/lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { codesOf, send, sendBody, submit, withKey } from './drive.ts';

const KYC = '/v1/verifications';
const NOTE = 'Typed from the picture.';
const APPROVAL = { decision: 'approve', reason: 'documents_examined', note: 'Compared with the picture.' };
const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f60';

async function waiting(server: TestServer, parts: Partial<FormParts> = {}) {
  const path = `${KYC}/${await submit(server, { files: cardAndSelfie({ card: { lines: [] } }), ...parts })}`;
  await server.settle();
  const record = await at(server, path);
  expect(record.status).toBe('needs_review');
  return { path, card: record.documents[0]?.id ?? '' };
}
const at = async (server: TestServer, path: string): Promise<VerificationAnswer> => (await send(server, path)).body;
const correct = (server: TestServer, path: string, body: object, headers: Record<string, string> = {}) =>
  sendBody(server, `${path}/corrections`, { note: NOTE, ...body }, { headers });

it('a record of which nothing was read gets a name from a person, is searched by it, and can then be approved', async () => {
  await using server = await startTestServer();
  const { path, card } = await waiting(server);
  expect((await sendBody(server, `${path}/review`, APPROVAL)).body.code).toBe('approval_blocked');
  const fields = { last_name: 'Quarrington', first_name: 'Ada', date_of_birth: '1979-02-03', document_number: 'X123' };
  const { status, body } = await correct(server, path, { document_id: card, type: 'passport', fields });
  expect([status, body.status]).toEqual([200, 'processing']);
  await server.settle();
  const after = await at(server, path);
  expect(after.status).toBe('needs_review');
  expect(after.ocr['passport']).toMatchObject({
    ...fields,
    sources: { last_name: { person: { value: 'Quarrington' } } },
  });
  expect(after.checks.watchlists.searched).toEqual([{ source: 'corrected', name: 'Ada Quarrington' }]);
  expect(codesOf(after.errors)).toContain('value_corrected');
  expect(codesOf(after.errors)).not.toContain('name_missing');
  expect(after.corrections).toEqual([
    {
      id: expect.stringMatching(/^cor_/),
      document_id: card,
      type: { value: 'passport', was: 'national_id' },
      fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, was: null }])),
      note: NOTE,
      corrected_by: expect.stringMatching(/^key_/),
      corrected_at: expect.any(String),
    },
  ]);
  const [attempt] = (await send(server, `${path}/attempts`)).body.data;
  expect(attempt).toMatchObject({ opened_again: { by: 'correction' } });
  expect(attempt.steps.toSorted()).toEqual(['authenticity', 'consistency', 'duplicates', 'screening', 'validity']);
  expect((await sendBody(server, `${path}/review`, APPROVAL)).body.status).toBe('completed');
});

it('both values stay, the newest counts, and the audit log tells who and which, never what', async () => {
  await using server = await startTestServer();
  const { path, card } = await waiting(server, { files: cardAndSelfie({ card: { quality: { sharpness: 5 } } }) });
  for (const last_name of ['Martelli', 'Martello-Rossi']) {
    expect((await correct(server, path, { document_id: card, fields: { last_name } })).status).toBe(200);
    await server.settle();
  }
  const { ocr, corrections } = await at(server, path);
  expect(Object.values(ocr)[0]).toMatchObject({ last_name: 'Martello-Rossi', first_name: 'ANNA LUCIA' });
  expect(corrections.map(({ fields }) => fields['last_name'])).toEqual([
    { value: 'Martelli', was: 'MARTELLO' },
    { value: 'Martello-Rossi', was: 'Martelli' },
  ]);
  const acts = server.appliance.db
    .prepare("SELECT details FROM audit WHERE action = 'document.corrected'")
    .pluck()
    .all();
  expect(acts).toHaveLength(2);
  expect(JSON.parse(String(acts[0]))).toEqual({ correction: corrections[0]?.id, document: card, fields: 'last_name' });
  const entries = (await send(server, `${path}/timeline`)).body.data.map(({ code }: { code: string }) => code);
  expect(entries.filter((code: string) => code === 'document.corrected')).toHaveLength(2);
  const sealed = JSON.stringify(server.appliance.db.prepare('SELECT * FROM corrections').all());
  expect(sealed).not.toMatch(/Martelli|Typed from/);
});

it('what a person types lets nobody pass by itself, and hides no hit', async () => {
  const policy = { ...POLICY_V1, severity: { ...POLICY_V1.severity, image_blurred: 'review' as const } };
  await using server = await startTestServer({ policy });
  const listed = { first_name: LISTED_PERSON_BY_YEAR.first_name, last_name: LISTED_PERSON_BY_YEAR.last_name };
  const lines = [`Surname: ${listed.last_name.toUpperCase()}`, `Given names: ${listed.first_name.toUpperCase()}`];
  const { path, card } = await waiting(server, { files: cardAndSelfie({ card: { lines } }) });
  expect((await at(server, path)).checks.watchlists.hits).toHaveLength(1);
  await correct(server, path, { document_id: card, fields: { last_name: 'Quarrington', first_name: 'Ada' } });
  await server.settle();
  const { status, checks } = await at(server, path);
  expect(status).toBe('needs_review');
  expect(checks.watchlists.hits).toHaveLength(1);
  expect(checks.watchlists.searched.map(({ source }) => source).toSorted()).toEqual(['corrected', 'read']);
  // A document without any name left hides no hit either.
  await correct(server, path, { document_id: card, fields: { last_name: null, first_name: null } });
  await server.settle();
  expect((await at(server, path)).checks.watchlists.hits).toHaveLength(1);
});

it('a correction stays when the record is run again', async () => {
  await using server = await startTestServer();
  const { path, card } = await waiting(server, { applicant: ANNA });
  await correct(server, path, { document_id: card, fields: { last_name: 'Martello', first_name: 'Anna Lucia' } });
  await server.settle();
  await sendBody(server, `${path}/rerun`, {});
  await server.settle();
  const { status, ocr, errors, checks } = await at(server, path);
  expect(status).toBe('needs_review');
  expect(Object.values(ocr)[0]).toMatchObject({ last_name: 'Martello' });
  expect(codesOf(errors)).toContain('value_corrected');
  expect(codesOf(checks.consistency.findings)).not.toContain('name_not_compared');
});

it('is done once under its Idempotency-Key, in needs_review alone', async () => {
  await using server = await startTestServer();
  const { path, card } = await waiting(server);
  const body = { document_id: card, fields: { last_name: 'Quarrington' } };
  const first = await correct(server, path, body, withKey(KEY));
  await server.settle();
  const again = await correct(server, path, body, withKey(KEY));
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await at(server, path)).corrections).toHaveLength(1);
  await sendBody(server, `${path}/review`, { ...APPROVAL, decision: 'reject', reason: 'document_unreadable' });
  expect((await correct(server, path, body)).body.code).toBe('state_conflict');
});

it('what cannot be a value of a document is refused by its name, and nothing is kept', async () => {
  await using server = await startTestServer();
  const { path, card } = await waiting(server);
  const selfie = (await at(server, path)).documents.find(({ type }) => type === 'selfie')?.id ?? '';
  const refused: [object, string][] = [
    [{ document_id: card }, 'fields'],
    [{ document_id: card, fields: { date_of_birth: '1979-02-30' } }, 'fields.date_of_birth'],
    [{ document_id: card, fields: { nationality: 'XX' } }, 'fields.nationality'],
    [{ document_id: card, fields: { last_name: ' ' } }, 'fields.last_name'],
    [{ document_id: card, type: 'selfie', fields: {} }, 'type'],
    [{ document_id: card, note: '', fields: { sex: 'F' } }, 'note'],
    [{ document_id: selfie, fields: { last_name: 'X' } }, 'document_id'],
    [{ document_id: 'doc_01h455vb4pex5vsknk084sn02q', fields: { last_name: 'X' } }, 'document_id'],
  ];
  for (const [body, field] of refused) {
    const answer = await correct(server, path, body);
    expect([answer.status, answer.body.errors[0]?.field], answer.text).toEqual([400, field]);
  }
  expect((await at(server, path)).corrections).toEqual([]);
});
