import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { runCommand } from '../../server/commands/run.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { ANNA, cardAndSelfie, type FormParts } from '../support/form.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, codesOf, send, sendBody, submit, withKey } from './drive.ts';

const NOTE = 'The applicant stands on the right.';
const APPROVAL = { decision: 'approve', reason: 'documents_examined', note: 'Compared with the picture.' };
const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f61';
/** Radians from the portrait's face: the applicant, and another person. */
const APPLICANT = 0.1;
const STRANGER = 1.5;
const TWO = [STRANGER, APPLICANT];

async function waiting(server: TestServer, selfie: number[] = TWO, parts: Partial<FormParts> = {}) {
  const files = cardAndSelfie({ selfie: { faces: selfie } });
  const path = `/v1/verifications/${await submit(server, { files, applicant: ANNA, ...parts })}`;
  await server.settle();
  const record = await at(server, path);
  expect(record.status).toBe('needs_review');
  const idOf = (wanted: string) =>
    record.documents.find(({ type }) => (type === 'selfie') === (wanted === 'selfie'))?.id ?? '';
  return { path, selfie: idOf('selfie'), card: idOf('card') };
}
const at = async (server: TestServer, path: string): Promise<VerificationAnswer> => (await send(server, path)).body;
const choose = (server: TestServer, path: string, body: object, headers: Record<string, string> = {}) =>
  sendBody(server, `${path}/face-choices`, { note: NOTE, ...body }, { headers });

it('faces are told with how many there are, and the one that a person chooses is compared, decided by a person', async () => {
  await using server = await startTestServer();
  const { path, selfie } = await waiting(server);
  const before = await at(server, path);
  expect(before.face_match).toMatchObject({ score: null, passed: null, faces: { reference: 1, selfie: 2 } });
  expect(before.face_match.findings).toMatchObject([{ code: 'face_several', evidence: { faces: 2 } }]);
  expect(before.face_choices).toEqual([]);
  const answer = await choose(server, path, { document_id: selfie, face: 1 });
  expect([answer.status, answer.body.status], answer.text).toEqual([200, 'processing']);
  await server.settle();
  const after = await at(server, path);
  expect(after.face_match).toMatchObject({ passed: true, findings: [] });
  expect(after.documents.find(({ id }) => id === selfie)?.boxes.faces.map(({ compared }) => compared)).toEqual([
    false,
    true,
  ]);
  expect([after.status, after.errors]).toMatchObject(['needs_review', [{ code: 'face_chosen', document_index: 1 }]]);
  const { x, y, width, height } = after.documents.find(({ id }) => id === selfie)?.boxes.faces[1] ?? {};
  expect(after.face_choices).toEqual([
    {
      id: expect.stringMatching(/^fch_/),
      document_id: selfie,
      box: { x, y, width, height },
      in_force: true,
      note: NOTE,
      chosen_by: expect.stringMatching(/^key_/),
      chosen_at: expect.any(String),
    },
  ]);
  const [attempt] = (await send(server, `${path}/attempts`)).body.data;
  expect(attempt).toMatchObject({ opened_again: { by: 'face_choice' } });
  expect(attempt.steps.toSorted()).toEqual(['duplicates', 'face']);
  expect((await sendBody(server, `${path}/review`, APPROVAL)).body.status).toBe('completed');
});

it('a choice is in the audit log and the timeline by its ids, sealed in its row, and done again by a replay', async () => {
  await using server = await startTestServer();
  const { path, selfie } = await waiting(server);
  await choose(server, path, { document_id: selfie, face: 1 });
  await server.settle();
  const { face_choices } = await at(server, path);
  const { db } = server.appliance;
  const acts = db.prepare("SELECT details FROM audit WHERE action = 'face.chosen'").pluck().all();
  expect(acts.map((act) => JSON.parse(String(act)))).toEqual([
    { choice: face_choices[0]?.id, document: selfie, face: '1' },
  ]);
  const entries = (await send(server, `${path}/timeline`)).body.data.map(({ code }: { code: string }) => code);
  expect(entries).toContain('face.chosen');
  expect(JSON.stringify(db.prepare('SELECT * FROM face_choices').all())).not.toContain('stands on');
  let said = '';
  const say = (text: string): void => {
    said += text;
  };
  await runCommand(server.appliance, ['replay', path.split('/').at(-1) ?? ''], { out: say, err: say, cwd: '/' });
  expect(said).toMatch(/^decision: same$/m);
  expect(said).toMatch(/^face: same$/m);
  const report = await server.fetch(`${path}/report`, { headers: bearer(server.key) });
  const text = (await readPdf(new Uint8Array(await report.arrayBuffer()))).pages.join(' ').replace(/\s+/g, ' ');
  expect(text).toContain('1 on documents, 2 on selfies');
  expect(text).toContain(`Face chosen by ${face_choices[0]?.chosen_by}`);
  expect(text).toContain(NOTE);
  const bundle = await send(server, `${path}/evidence`);
  expect(bundle.text).toContain(face_choices[0]?.id);
});

it('a stranger who is chosen fails nobody, the choice stays when all runs again, and can be taken back', async () => {
  await using server = await startTestServer();
  const { path, selfie } = await waiting(server);
  await choose(server, path, { document_id: selfie, face: 0 });
  await server.settle();
  const strange = await at(server, path);
  expect([strange.status, codesOf(strange.errors)]).toEqual(['needs_review', ['faces_chosen_differ', 'face_chosen']]);
  await sendBody(server, `${path}/rerun`, {});
  await server.settle();
  expect(codesOf((await at(server, path)).errors)).toEqual(['faces_chosen_differ', 'face_chosen']);
  await choose(server, path, { document_id: selfie, face: null });
  await server.settle();
  const back = await at(server, path);
  expect(codesOf(back.errors)).toEqual(['face_several']);
  expect(back.face_choices.map(({ box, in_force }) => [box === null, in_force])).toEqual([
    [false, false],
    [true, true],
  ]);
});

it('where the appliance took the wrong one of two faces, a person is asked, and the right one can be chosen', async () => {
  const face = { ...POLICY_V1.face, largest_ratio_min: 1 };
  await using server = await startTestServer({ policy: { ...POLICY_V1, face } });
  // The second face is nearer to the middle.
  const { path, selfie } = await waiting(server, [APPLICANT, STRANGER]);
  expect(codesOf((await at(server, path)).errors)).toEqual(['face_other_matches']);
  await choose(server, path, { document_id: selfie, face: 0 });
  await server.settle();
  expect(codesOf((await at(server, path)).errors)).toEqual(['face_chosen']);
});

it('another face of a document can be chosen', async () => {
  await using server = await startTestServer();
  const files = cardAndSelfie({ card: { faces: [STRANGER, 0] } });
  const { path, card } = await waiting(server, [APPLICANT], { files });
  expect(codesOf((await at(server, path)).face_match.findings)).toEqual(['face_portrait_others', 'face_other_matches']);
  await choose(server, path, { document_id: card, face: 1 });
  await server.settle();
  const { face_match, errors } = await at(server, path);
  expect([face_match.passed, codesOf(errors)]).toEqual([true, ['face_chosen']]);
});

it('is done once under its Idempotency-Key, in needs_review alone', async () => {
  await using server = await startTestServer();
  const { path, selfie } = await waiting(server);
  const body = { document_id: selfie, face: 1 };
  const first = await choose(server, path, body, withKey(KEY));
  await server.settle();
  const again = await choose(server, path, body, withKey(KEY));
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await at(server, path)).face_choices).toHaveLength(1);
  await sendBody(server, `${path}/review`, APPROVAL);
  expect((await choose(server, path, body)).body.code).toBe('state_conflict');
});

it('withdraws what somebody proposed, and with four eyes the choice alone decides nothing', async () => {
  const policy = { ...POLICY_V1, review: { ...POLICY_V1.review, four_eyes: true } };
  await using server = await startTestServer({ policy });
  const { path, selfie } = await waiting(server);
  expect((await sendBody(server, `${path}/review`, APPROVAL)).body.review.state).toBe('proposed');
  await choose(server, path, { document_id: selfie, face: 1 });
  await server.settle();
  const { status, review } = await at(server, path);
  expect([status, review?.state, review?.withdrawn.length]).toEqual(['needs_review', 'open', 1]);
  expect((await sendBody(server, `${path}/review`, APPROVAL)).body).toMatchObject({
    status: 'needs_review',
    review: { state: 'proposed' },
  });
});

it('what names no face is refused by its name, and nothing is kept', async () => {
  await using server = await startTestServer();
  const { path, selfie } = await waiting(server);
  const refused: [object, string][] = [
    [{ document_id: selfie }, 'face'],
    [{ document_id: selfie, face: 2 }, 'face'],
    [{ document_id: selfie, face: -1 }, 'face'],
    [{ document_id: selfie, face: 0.5 }, 'face'],
    [{ document_id: selfie, face: 1, note: ' ' }, 'note'],
    [{ document_id: 'doc_01h455vb4pex5vsknk084sn02q', face: 0 }, 'document_id'],
    [{ document_id: 'doc_01h455vb4pex5vsknk084sn02q', face: null }, 'document_id'],
  ];
  for (const [body, field] of refused) {
    const answer = await choose(server, path, body);
    expect([answer.status, answer.body.errors[0]?.field], answer.text).toEqual([400, field]);
  }
  expect((await at(server, path)).face_choices).toEqual([]);
});

it('a lost file is reported with what to do, before anything changes', async () => {
  await using server = await startTestServer();
  const { path, selfie } = await waiting(server);
  const file = join(server.appliance.config.dataDir, 'files', path.split('/').at(-1) ?? '', selfie);
  const stored = readFileSync(file);
  rmSync(file);
  const answer = await choose(server, path, { document_id: selfie, face: 1 });
  expect(answer.body).toMatchObject({ code: 'file_lost', detail: expect.stringMatching(/from a backup, or request/) });
  writeFileSync(file, stored);
  const { status, face_choices } = await at(server, path);
  expect([status, face_choices]).toEqual(['needs_review', []]);
});
