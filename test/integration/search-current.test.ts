import { expect, it } from 'vitest';
import type { QueueItemAnswer } from '../../server/contract/search.ts';
import type { Decision } from '../../server/decision/types.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { logInAs, setUpAdmin } from '../support/browser.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { fillDataFolder, storeManyRecords } from '../support/many-records.ts';
import { startTestServer, type TestServer, testConfig } from '../support/server.ts';
import { bearer, createCompany, LEAST_COMPANY, send, sendBody, sendJson, submit, verify } from './drive.ts';

const BLURRED = { quality: { sharpness: 5 } };
const PASSPORT = [
  'PASSPORT',
  'P<UTOMARTELLO<<ANNA<LUCIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO8608125F3604144<<<<<<<<<<<<<<<4',
];

/** Searches after the names of existing records have been read. */
async function find(server: TestServer, text: string): Promise<QueueItemAnswer[]> {
  await server.appliance.queueIndex.settled();
  const { status, body, text: answer } = await sendJson(server, '/v1/search', { text });
  expect(status, answer).toBe(200);
  return body.data;
}

const finds = async (server: TestServer, text: string): Promise<string[]> =>
  (await find(server, text)).map(({ id }) => id);

it('words of a name find a person in any order, by their beginnings, without accents and in another script', async () => {
  await using server = await startTestServer({ start: false });
  const files = cardAndSelfie();
  const jose = await submit(server, {
    files,
    applicant: { first_name: 'José María', last_name: "O'Donnell-Núñez", nationality: 'ES' },
    metadata: { notes: 'Zanzibar', internal_ref: 'AB-77/Köln' },
  });
  const ivan = await submit(server, { files, applicant: { first_name: 'Иван', last_name: 'Петров' } });
  for (const text of [
    'jose',
    'NUNEZ josé',
    'nuñ mar',
    'odonn',
    "o'donnell",
    'maria  jos',
    'ab-77',
    'koln',
    '77 jose',
    jose,
  ]) {
    expect([text, await finds(server, text)]).toEqual([text, [jose]]);
  }
  for (const text of ['ose', 'jose petrov', 'zanzibar', '!?', `${jose} petrov`, 'ver_01']) {
    expect([text, await finds(server, text)]).toEqual([text, text === 'ver_01' ? await finds(server, 'ver_') : []]);
  }
  expect(await finds(server, 'petrov ivan')).toEqual([ivan]);
  expect(await finds(server, 'ПЕТ')).toEqual([ivan]);
  expect(await finds(server, '  ')).toEqual([ivan, jose]);
  expect((await find(server, 'jose'))[0]).toMatchObject({
    object: 'verification',
    name: "José María O'Donnell-Núñez",
    reference: 'AB-77/Köln',
    country: 'ES',
    status: 'pending',
    waiting_since: null,
    links: { self: `/v1/verifications/${jose}` },
  });
});

it('a company is found by its names, by its people and by its reference', async () => {
  await using server = await startTestServer({ start: false });
  const { body } = await createCompany(server, {
    company: { ...LEAST_COMPANY, trading_names: ['Polarlicht'], former_names: ['Südwind AG'] },
    representatives: [{ first_name: 'Élodie', last_name: 'Lefèvre', role: 'director' }],
    ubos: [{ legal_name: 'Harrow Lane Holdings', ownership_percent: 100 }],
    metadata: { reference: 'K 9' },
  });
  for (const text of ['nordlicht', 'polar', 'sudwind', 'elodie lef', 'harrow nordlicht', 'K 9']) {
    expect([text, await finds(server, text)]).toEqual([text, [body.id]]);
  }
  const [item] = await find(server, 'nordlicht');
  expect(item).toMatchObject({
    object: 'kyb_verification',
    kind: 'kyb',
    name: LEAST_COMPANY.legal_name,
    reference: 'K 9',
    country: 'DE',
    links: { self: `/v1/kyb/verifications/${body.id}` },
  });
});

it('somebody who gave no name is found by that of their document once it was read', async () => {
  await using server = await startTestServer({ start: false });
  const id = await submit(server, {
    files: [
      { bytes: fakeFile({ lines: PASSPORT, faces: [0] }), type: 'passport' },
      { bytes: fakeFile({ faces: [0.1] }), type: 'selfie' },
    ],
  });
  expect((await find(server, id))[0]).toMatchObject({ name: null, reference: null, country: null });
  expect(await finds(server, 'martello')).toEqual([]);
  server.appliance.runner.start();
  await server.settle();
  expect((await find(server, 'lucia martello'))[0]).toMatchObject({ id, name: 'ANNA LUCIA MARTELLO' });
});

it('what waits for review says since when and why, and who has it; a decision ends that', async () => {
  await using server = await startTestServer();
  const { id, errors } = await verify(server, { files: cardAndSelfie({ card: BLURRED }), applicant: ANNA });
  const self = `/v1/verifications/${id}`;
  const [waiting] = await find(server, id);
  const codes = [...new Set(errors.map(({ code }) => code))];
  expect(waiting).toMatchObject({ status: 'needs_review', reasons: codes, assignee: null, alerts_open: 0 });
  expect(codes.length).toBeGreaterThan(0);
  expect(waiting?.waiting_since).toBe(waiting?.updated_at);
  const admin = await setUpAdmin(server);
  const { id: operator } = await logInAs(server, admin, 'reviewer');
  await sendBody(server, `${self}/assignment`, { assignee: operator }, { method: 'PUT' });
  expect((await find(server, id))[0]?.assignee).toEqual({ id: operator, name: 'Somebody' });
  expect((await sendJson(server, '/v1/search', { assignee: operator })).body.data).toHaveLength(1);
  const counts = await sendJson(server, '/v1/search/counts', { assignee: 'none' });
  expect(counts.body).toMatchObject({ total: 0, reasons: [], oldest_waiting: null });
  await send(server, `${self}/assignment`, { method: 'DELETE' });
  const rerun = await sendJson(server, `${self}/rerun`, {});
  expect((await find(server, id))[0]).toMatchObject({ status: rerun.body.status, waiting_since: null, reasons: [] });
  await server.settle();
  expect((await find(server, id))[0]).toMatchObject({ status: 'needs_review', reasons: codes });
  await sendJson(server, `${self}/review`, { decision: 'approve', reason: 'documents_examined', note: 'Seen.' });
  expect((await find(server, id))[0]).toMatchObject({ status: 'completed', waiting_since: null, reasons: [] });
});

it('open alerts are counted until they are decided', async () => {
  await using server = await startTestServer();
  const { db, vault } = server.appliance;
  const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
  db.prepare(
    `INSERT INTO alerts (id, kind, verification_id, party, livemode, entity_id, revision, list_version_id, change, state, created_at,
       updated_at, sealed_hit) VALUES ('alt_1', 'kyc', ?, '', 1, 'ent_1', 'r', 'lst_1', 'added', 'open', 1, 1, ?)`,
  ).run(id, vault.sealJson(id, 'alerts.hit', {}));
  expect((await find(server, id))[0]?.alerts_open).toBe(1);
  db.prepare("UPDATE alerts SET state = 'dismissed' WHERE id = 'alt_1'").run();
  expect((await find(server, id))[0]?.alerts_open).toBe(0);
});

it('an erased record is gone at once, from memory too', async () => {
  await using server = await startTestServer();
  const { queueIndex } = server.appliance;
  const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
  await queueIndex.settled();
  expect(queueIndex.find(id)?.words).toContain('martello');
  await send(server, `/v1/verifications/${id}`, { method: 'DELETE' });
  expect(queueIndex.find(id)).toBeUndefined();
  expect(await finds(server, 'martello')).toEqual([]);
  const after = await sendJson(server, '/v1/search', { starting_after: id });
  expect(after.body.code).toBe('invalid_cursor');
});

it('a start reads all of it again, finds all meanwhile but by names, and says so', inWholeRunAlone('1 s'), async () => {
  using folder = tempFolder();
  const ids = fillDataFolder(testConfig(folder.path), { count: 600, idle: false });
  await using server = await startTestServer({ folder: folder.path, list: false, start: false });
  const early = await sendJson(server, '/v1/search', { limit: 200, order: 'oldest' });
  expect(early.body).toMatchObject({ complete: false, has_more: true });
  expect(early.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 200));
  await server.appliance.queueIndex.settled();
  const late = await sendJson(server, '/v1/search', { text: 'CASE-000599' });
  expect(late.body).toMatchObject({ complete: true, data: [{ id: ids[599], reference: 'CASE-000599' }] });
  expect(server.logged.filter((line) => line.includes('queue.indexed'))).toHaveLength(1);
});

it(
  'the reasons of what an older program decided are read once, and a process that ends goes on',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path, list: false, start: false });
    storeManyRecords(first.appliance, { count: 700, idle: false });
    const before = (await sendJson(first, '/v1/search/counts', {})).body.reasons;
    expect(before.length).toBeGreaterThan(5);
    const { db } = first.appliance;
    db.exec('DELETE FROM verification_reasons');
    db.exec('INSERT INTO reasons_missing SELECT max(seq) FROM verifications');
    await first.stop();
    const second = await startTestServer({ folder: folder.path, list: false, start: false });
    const { queueIndex } = second.appliance;
    queueIndex.start();
    const missing = second.appliance.db.prepare('SELECT until_seq FROM reasons_missing').pluck();
    while (missing.get() === 700) await new Promise(setImmediate);
    expect(queueIndex.isComplete()).toBe(false);
    await queueIndex.stop();
    const left = Number(missing.get());
    expect(left).toBeLessThan(700);
    expect(left).toBeGreaterThan(0);
    await second.stop();
    await using third = await startTestServer({ folder: folder.path, list: false, start: false });
    await third.appliance.queueIndex.settled();
    expect((await sendJson(third, '/v1/search/counts', {})).body).toMatchObject({ complete: true, reasons: before });
    expect(third.appliance.db.prepare('SELECT count(*) FROM reasons_missing').pluck().get()).toBe(0);
  },
);

it('a damaged record is reported, and is found by all but its names', async () => {
  await using server = await startTestServer({ start: false });
  const { db, vault } = server.appliance;
  const parts = { files: cardAndSelfie({ card: BLURRED }), applicant: ANNA };
  const [damaged, whole] = [await submit(server, parts), await submit(server, parts)];
  server.appliance.runner.start();
  await server.settle();
  const sealed = db.prepare('SELECT sealed_submission, sealed_decision FROM verifications WHERE id = ?').get(damaged);
  const set = db.prepare('UPDATE verifications SET sealed_submission = @s, sealed_decision = @d WHERE id = @id');
  set.run({ id: damaged, s: Buffer.alloc(40, 1), d: Buffer.alloc(40, 1) });
  db.exec('DELETE FROM verification_reasons; INSERT INTO reasons_missing SELECT max(seq) FROM verifications');
  expect(await finds(server, 'martello')).toEqual([whole]);
  expect((await find(server, damaged))[0]).toMatchObject({ name: null, status: 'needs_review' });
  const told = server.logged.filter((line) => line.includes('unreadable') && line.includes(damaged));
  expect(told.some((line) => line.includes('queue.subject_unreadable'))).toBe(true);
  expect(told.some((line) => line.includes('queue.decision_unreadable'))).toBe(true);
  const decision = vault.openJson<Decision>(whole, 'verifications.decision', decisionOf(server, whole));
  expect((await find(server, whole))[0]?.reasons).toEqual([...new Set(decision.reasons.map(({ code }) => code))]);
  const { sealed_submission: s, sealed_decision: d } = sealed as { sealed_submission: Buffer; sealed_decision: Buffer };
  set.run({ id: damaged, s, d });
});

const decisionOf = ({ appliance }: TestServer, id: string): Buffer =>
  appliance.db.prepare('SELECT sealed_decision FROM verifications WHERE id = ?').pluck().get(id) as Buffer;

it('only reviewers see who else may review', async () => {
  await using server = await startTestServer({ start: false });
  const admin = await setUpAdmin(server);
  const reviewer = await logInAs(server, admin, 'reviewer');
  const gone = await logInAs(server, admin, 'reviewer', 'gone');
  const operator = await logInAs(server, admin, 'operator');
  await admin.send(`/v1/operators/${gone.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ active: false }),
  });
  const { status, body } = await reviewer.send('/v1/assignees');
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { id: expect.any(String), name: 'Ada Lindqvist', role: 'administrator' },
    { id: reviewer.id, name: 'Somebody', role: 'reviewer' },
  ]);
  expect((await operator.send('/v1/assignees')).status).toBe(403);
  const mine = await reviewer.post('/v1/search', { assignee: 'me' });
  expect([mine.status, mine.body.data]).toEqual([200, []]);
  const key = server.makeKey({ scopes: ['kyc:review'] });
  expect((await send(server, '/v1/assignees', { headers: bearer(key) })).status).toBe(200);
  const testKey = server.makeKey({ livemode: false });
  expect((await send(server, '/v1/assignees', { headers: bearer(testKey) })).body.data).toEqual([]);
  const trying = await reviewer.send('/v1/assignees', { headers: { 'custos-mode': 'test' } });
  expect(trying.body.data).toEqual(body.data);
});

it('a page lets other work have its turn, and leaves out who is erased meanwhile', async () => {
  await using server = await startTestServer({ start: false, list: false });
  const parts = { files: cardAndSelfie(), applicant: ANNA };
  const ids: string[] = [];
  for (let made = 0; made < 4; made++) ids.unshift(await submit(server, parts));
  await server.appliance.queueIndex.settled();
  const { db, vault } = server.appliance;
  const { opener } = vault;
  const setErasure = (erasure: string) =>
    db.prepare('UPDATE verifications SET erasure = ? WHERE id = ?').run(erasure, ids[0]);
  const limits = LIMITS as { queueSliceMs: number };
  const former = limits.queueSliceMs;
  const turns: string[] = [];
  vault.opener = (id) => {
    turns.push(id);
    setImmediate(() => turns.push('turn'));
    if (id === ids[1]) setErasure('erasing');
    return opener(id);
  };
  limits.queueSliceMs = 0;
  try {
    const { body } = await sendJson(server, '/v1/search', {});
    expect(body.data.map(({ id }: QueueItemAnswer) => id)).toEqual(ids.slice(1));
    expect(turns.slice(0, 4)).toEqual([ids[0], 'turn', ids[1], 'turn']);
  } finally {
    limits.queueSliceMs = former;
    vault.opener = opener;
    setErasure('none');
  }
});
