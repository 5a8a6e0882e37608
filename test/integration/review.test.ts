import { beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../../models/ports.ts';
import { POLICY_V1, type Policy } from '../../server/checks/policy.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { REVIEW_REASONS } from '../../server/verifications/review-types.ts';
import { testClock } from '../support/clock.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { lenientPolicy } from '../support/kyb.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone, sampleOf } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  type Answer,
  bearer,
  codesOf,
  createCompany,
  KYB,
  LEAST_COMPANY,
  send,
  sendBody,
  submit,
  withKey,
} from './drive.ts';

const KYC = '/v1/verifications';
const APPROVAL = { decision: 'approve', reason: 'confirmed_elsewhere', note: 'Seen at the counter.' };
const REJECTION = { decision: 'reject', reason: 'suspected_fraud', note: 'Pasted portrait.' };
const FOUR_EYES: Policy = { ...POLICY_V1, review: { ...POLICY_V1.review, four_eyes: true } };
const IDEMPOTENCY_KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f60';
const BLURRED = { quality: { sharpness: 5 } };
/** Under this policy a company needs review if one of its people is not verified. */
const PEOPLE_WANTED = lenientPolicy({ person_not_verified: 'review', person_verification_pending: 'review' });

const waitingPerson = (server: TestServer) =>
  verifyAt(server, { files: cardAndSelfie({ card: BLURRED }), applicant: ANNA });

async function verifyAt(server: TestServer, parts: Parameters<typeof submit>[1]): Promise<string> {
  const path = `${KYC}/${await submit(server, parts)}`;
  server.appliance.runner.start();
  await server.settle();
  expect((await at(server, path)).status).toBe('needs_review');
  return path;
}

/** A company without owners: under the first policy it needs review. */
async function waitingCompany(server: TestServer, more: object = {}): Promise<string> {
  const { body } = await createCompany(server, { company: LEAST_COMPANY, ...more });
  server.appliance.runner.start();
  await server.settle();
  const path = `${KYB}/${body.id}`;
  expect((await at(server, path)).status).toBe('needs_review');
  return path;
}

const at = async (server: TestServer, path: string): Promise<VerificationAnswer> => (await send(server, path)).body;
const BOTH: [string, (server: TestServer) => Promise<string>][] = [
  ['a person', waitingPerson],
  ['a company', waitingCompany],
];
const KINDS = sampleOf('kinds of records', BOTH, 1);

const idOf = (path: string): string => path.split('/').at(-1) ?? '';
const statesOf = ({ appliance }: TestServer, path: string): string[] =>
  (
    appliance.db
      .prepare('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq')
      .pluck()
      .all(idOf(path)) as string[]
  ).map((kind) => kind.replace(/^(kyb\.)?verification\./, ''));
const auditOf = ({ appliance }: TestServer, path: string) =>
  (
    appliance.db
      .prepare('SELECT actor, action, details FROM audit WHERE subject_id = ? ORDER BY seq')
      .all(idOf(path)) as { actor: string; action: string; details: string }[]
  ).map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }));
/** Another operator's key, and its id. */
async function somebody(server: TestServer): Promise<{ key: string; id: string }> {
  const { body } = await sendBody(server, '/v1/api-keys', {
    label: 'second',
    scopes: ['kyc:read', 'kyc:review', 'kyb:read', 'kyb:review', 'kyc:write'],
  });
  return { key: body.secret, id: body.id };
}
const refused = (answer: Answer) => [answer.status, answer.body.code];
const CONFLICT = [409, 'state_conflict'];

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

describe.each(KINDS)('the review of %s', (_name, waiting) => {
  it.each([
    [APPROVAL, 'completed'],
    [REJECTION, 'failed'],
  ] as const)('ends it and is kept beside the result of the machine (%o)', async (review, outcome) => {
    const path = await waiting(server);
    const before = await at(server, path);
    const { status, body } = await sendBody(server, `${path}/review`, review);
    expect(status).toBe(200);
    expect(body).toEqual(await at(server, path));
    const { id: reviewId, ...said } = body.review;
    expect(reviewId).toMatch(/^rev_/);
    expect(body.status).toBe(outcome);
    expect(said).toMatchObject({
      ...review,
      state: 'decided',
      decided_by: expect.stringMatching(/^key_/),
      second: null,
      withdrawn: [],
      machine: { outcome: 'needs_review', errors: before.errors },
      requested_documents: [],
    });
    expect(body.checks).toEqual(before.checks);
    expect(body.policy_version).toBe(before.policy_version);
    expect(body.errors).toEqual(outcome === 'failed' ? before.errors : []);
    expect(statesOf(server, path)).toEqual(['created', 'processing', 'needs_review', outcome]);
    const { decision, reason } = review;
    expect(auditOf(server, path).at(-1)).toEqual({
      actor: said.decided_by,
      action: 'review.decided',
      details: { review: reviewId, decision, reason },
    });
    expect(JSON.stringify(auditOf(server, path))).not.toContain(review.note);
  });

  it('is possible in needs_review alone', async () => {
    await using server = await startTestServer({ start: false });
    const path = await waiting(server);
    await sendBody(server, `${path}/review`, APPROVAL);
    for (const [act, body] of [
      ['review', REJECTION],
      ['rerun', {}],
      ['request-documents', { types: [{ type: 'proof_of_address' }] }],
    ] as const) {
      const answer = await sendBody(server, `${path}/${act}`, body);
      expect(refused(answer)).toEqual(CONFLICT);
      expect(answer.body.detail).toContain('completed');
    }
    expect(statesOf(server, path)).toEqual(['created', 'processing', 'needs_review', 'completed']);
  });

  it('while a re-run is queued is refused, and so is another re-run', async () => {
    await using server = await startTestServer();
    const path = await waiting(server);
    await server.appliance.runner.stop(0);
    expect((await sendBody(server, `${path}/rerun`, {})).status).toBe(200);
    expect(refused(await sendBody(server, `${path}/review`, APPROVAL))).toEqual(CONFLICT);
    expect(refused(await sendBody(server, `${path}/rerun`, {}))).toEqual(CONFLICT);
    await server.stop();
  });

  it('by two at once is decided by one of them', async () => {
    const path = await waiting(server);
    const { key } = await somebody(server);
    const answers = await Promise.all([
      sendBody(server, `${path}/review`, APPROVAL),
      sendBody(server, `${path}/review`, REJECTION, { key }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = answers.find(({ status }) => status === 200) as Answer;
    expect((await at(server, path)).review).toEqual(body.review);
    expect(statesOf(server, path)).toHaveLength(4);
  });

  it('needs a reason of its decision and a note, each told by name', async () => {
    const path = await waiting(server);
    for (const [body, field] of [
      [{}, 'decision'],
      [{ ...APPROVAL, decision: 'ignore' }, 'decision'],
      [{ ...APPROVAL, reason: undefined }, 'reason'],
      [{ ...APPROVAL, reason: 'suspected_fraud' }, 'reason'],
      [{ ...APPROVAL, note: undefined }, 'note'],
      [{ ...APPROVAL, note: ' \n' }, 'note'],
      [{ ...APPROVAL, note: 'x'.repeat(LIMITS.noteCharsMax + 1) }, 'note'],
    ] as const) {
      const answer = await sendBody(server, `${path}/review`, body);
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
    }
    expect((await at(server, path)).review).toBeNull();
    const note = 'x'.repeat(LIMITS.noteCharsMax);
    expect((await sendBody(server, `${path}/review`, { ...APPROVAL, note })).body.review.note).toBe(note);
  });

  it('sent again under its Idempotency-Key is answered alike and done once', async () => {
    const path = await waiting(server);
    const headers = withKey(IDEMPOTENCY_KEY);
    const first = await sendBody(server, `${path}/review`, APPROVAL, { headers });
    const again = await sendBody(server, `${path}/review`, APPROVAL, { headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await sendBody(server, `${path}/review`, REJECTION, { headers })).status).toBe(422);
    expect(auditOf(server, path).filter(({ action }) => action === 'review.decided')).toHaveLength(1);
  });

  it('keeps notes and what is asked for sealed', async () => {
    await using server = await startTestServer();
    const path = await waiting(server);
    const secret = 'Zanzibar-4711';
    await sendBody(server, `${path}/notes`, { text: secret });
    await sendBody(server, `${path}/request-documents`, { types: [{ type: 'proof_of_address' }], note: secret });
    await sendBody(server, `${path}/review`, { ...APPROVAL, note: secret }, { headers: withKey(IDEMPOTENCY_KEY) });
    expect(JSON.stringify(await at(server, path)).split(secret)).toHaveLength(3);
    const tables = ['reviews', 'notes', 'document_requests', 'idempotency', 'audit', 'events', 'verifications'];
    for (const table of tables) {
      const rows = server.appliance.db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
      const texts = rows
        .flatMap(Object.values)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value));
      expect(texts.join(' '), table).not.toContain(secret);
    }
    expect(server.logged.join('\n')).not.toContain(secret);
  });
});

describe.each(KINDS)('four eyes over %s', (_name, waiting) => {
  /** The first policy passes companies exactly as the lenient one does; only the review differs. */
  const start = () => startTestServer({ policy: FOUR_EYES });

  it('make the first decision a proposal, which nobody confirms alone and somebody else puts in force', async () => {
    await using server = await start();
    const path = await waiting(server);
    const proposed = await sendBody(server, `${path}/review`, APPROVAL);
    expect(proposed.body).toMatchObject({
      status: 'needs_review',
      review: { ...APPROVAL, state: 'proposed', second: null },
    });
    const own = await sendBody(server, `${path}/review`, APPROVAL);
    expect(refused(own)).toEqual(CONFLICT);
    expect(own.body.detail).toContain('yourself');
    const { key, id } = await somebody(server);
    const second = { decision: 'approve', reason: 'accepted_risk', note: 'I agree.' };
    const { body } = await sendBody(server, `${path}/review`, second, { key });
    expect(body).toMatchObject({
      status: 'completed',
      review: { ...APPROVAL, state: 'decided', id: proposed.body.review.id, second: { ...second, decided_by: id } },
    });
    expect(statesOf(server, path)).toEqual(['created', 'processing', 'needs_review', 'completed']);
    expect(auditOf(server, path).slice(-2)).toMatchObject([
      { action: 'review.proposed', actor: proposed.body.review.decided_by },
      { action: 'review.decided', actor: id, details: { confirms: proposed.body.review.id } },
    ]);
  });

  it('let another decision withdraw the proposal and take its place', async () => {
    await using server = await start();
    const path = await waiting(server);
    await sendBody(server, `${path}/review`, APPROVAL);
    const { key, id } = await somebody(server);
    const other = (await sendBody(server, `${path}/review`, REJECTION, { key })).body;
    expect(other).toMatchObject({
      status: 'needs_review',
      review: { ...REJECTION, state: 'proposed', withdrawn: [{ ...APPROVAL, withdrawn_by: id }] },
    });
    expect((await sendBody(server, `${path}/review`, REJECTION)).body.status).toBe('failed');
  });

  it('let nobody use up what others need to end it', inWholeRunAlone('1 s'), async () => {
    await using server = await start();
    const path = await waiting(server);
    for (let i = 0; i < LIMITS.reviewsMax; i++) {
      const review = i % 2 === 0 ? REJECTION : APPROVAL;
      expect((await sendBody(server, `${path}/review`, review)).status).toBe(200);
    }
    expect(refused(await sendBody(server, `${path}/review`, REJECTION))).toEqual(CONFLICT);
    const [second, third] = [await somebody(server), await somebody(server)];
    expect((await sendBody(server, `${path}/review`, REJECTION, second)).body.status).toBe('needs_review');
    expect((await sendBody(server, `${path}/review`, REJECTION, third)).body.status).toBe('failed');
  });

  it('take a rotated key for the same person', async () => {
    await using server = await start();
    const path = await waiting(server);
    const first = await somebody(server);
    await sendBody(server, `${path}/review`, APPROVAL, { key: first.key });
    const rotated = await send(server, `/v1/api-keys/${first.id}/rotate`, { method: 'POST' });
    const key = rotated.body.secret;
    expect(refused(await sendBody(server, `${path}/review`, APPROVAL, { key }))).toEqual(CONFLICT);
  });

  it('forget a proposal when the record is run again', async () => {
    await using server = await start();
    const path = await waiting(server);
    await sendBody(server, `${path}/review`, APPROVAL);
    const { key } = await somebody(server);
    expect((await sendBody(server, `${path}/rerun`, {})).body.review).toMatchObject({
      state: 'open',
      decision: null,
      machine: null,
      withdrawn: [APPROVAL],
    });
    await server.settle();
    expect((await sendBody(server, `${path}/review`, APPROVAL, { key })).body).toMatchObject({
      status: 'needs_review',
      review: { state: 'proposed' },
    });
  });
});

describe.each(KINDS)('a re-run of %s', (_name, waiting) => {
  it('makes every result again and keeps the earlier ones', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const path = await waiting(server);
    const before = await at(server, path);
    const kept = { results: stepRows(server, path), decision: decisionRow(server, path) };
    clock.advance(1_000);
    const opened = await sendBody(server, `${path}/rerun`, {}, { headers: withKey(IDEMPOTENCY_KEY) });
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({ status: 'processing', policy_version: null, errors: [], review: null });
    await server.settle();
    const after = await at(server, path);
    expect(after).toMatchObject({ status: 'needs_review', errors: before.errors });
    expect(statesOf(server, path)).toEqual(['created', 'processing', 'needs_review', 'processing', 'needs_review']);
    const steps = stepRows(server, path);
    expect(steps.map(({ step }) => step)).toEqual(kept.results.map(({ step }) => step));
    expect(steps.every(({ finished_at }) => finished_at === clock.now())).toBe(true);
    const former = server.appliance.db
      .prepare('SELECT step, finished_at, sealed_result FROM former_results WHERE verification_id = ? ORDER BY step')
      .all(idOf(path));
    expect(former).toEqual(kept.results);
    const { body } = await send(server, `${path}/attempts`);
    const [attempt] = body.data;
    expect(body.data).toHaveLength(1);
    expect(attempt).toMatchObject({
      attempt: 1,
      outcome: 'needs_review',
      policy_version: 1,
      opened_again: { by: 'rerun' },
    });
    expect(codesOf(attempt.errors)).toEqual(codesOf(before.errors));
    expect(attempt.steps.sort()).toEqual(kept.results.map(({ step }) => step));
    expect(auditOf(server, path).find(({ action }) => action.endsWith('.reopened'))).toMatchObject({
      actor: attempt.opened_again.actor,
      details: { by: 'rerun' },
    });
    const again = await sendBody(server, `${path}/rerun`, {}, { headers: withKey(IDEMPOTENCY_KEY) });
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([opened.text, 'true']);
    expect(statesOf(server, path)).toHaveLength(5);
  });

  it('is refused where the queue or the disk is full, and nothing changes', async () => {
    const path = await waiting(server);
    const { appliance } = server;
    appliance.diskFreeBytes = () => 0;
    expect(refused(await sendBody(server, `${path}/rerun`, {}))).toEqual([503, 'disk_full']);
    appliance.diskFreeBytes = () => Number.POSITIVE_INFINITY;
    const { queueLengthMax } = appliance;
    appliance.queueLengthMax = 0;
    expect(refused(await sendBody(server, `${path}/rerun`, {}))).toEqual([503, 'queue_full']);
    appliance.queueLengthMax = queueLengthMax;
    expect((await at(server, path)).status).toBe('needs_review');
  });

  it('has a limit', async () => {
    const path = await waiting(server);
    const insert = server.appliance.db.prepare(
      "INSERT INTO former_attempts (verification_id, attempt, cause, opened_by, opened_at) VALUES (?, ?, 'rerun', 'key', 0)",
    );
    for (let attempt = 1; attempt <= LIMITS.rerunsMax; attempt++) insert.run(idOf(path), attempt);
    expect(refused(await sendBody(server, `${path}/rerun`, {}))).toEqual(CONFLICT);
    expect((await sendBody(server, `${path}/review`, APPROVAL)).status).toBe(200);
    server.appliance.db.prepare('DELETE FROM former_attempts WHERE verification_id = ?').run(idOf(path));
  });
});

const stepRows = ({ appliance }: TestServer, path: string) =>
  appliance.db
    .prepare('SELECT step, finished_at, sealed_result FROM step_results WHERE verification_id = ? ORDER BY step')
    .all(idOf(path)) as { step: string; finished_at: number; sealed_result: Buffer }[];
const decisionRow = ({ appliance }: TestServer, path: string) =>
  appliance.db.prepare('SELECT sealed_decision FROM verifications WHERE id = ?').pluck().get(idOf(path));

it('a person who needs review because of a fault of the appliance is run again after the repair', async () => {
  let mended = false;
  const before = (call: string) => {
    if (call === 'text' && !mended) throw new EngineError('unavailable', 'not loaded');
  };
  await using server = await startTestServer({ engines: fakeEngines({ before }) });
  const path = await verifyAt(server, { files: cardAndSelfie(), applicant: ANNA });
  expect(codesOf((await at(server, path)).errors)).toEqual(['engine_unavailable']);
  mended = true;
  await sendBody(server, `${path}/rerun`, {});
  await server.settle();
  expect(await at(server, path)).toMatchObject({ status: 'completed', errors: [] });
});

it('what was simulated is reviewed and run again like the rest, in its mode', async () => {
  const key = server.makeKey({ livemode: false });
  const id = await submit(server, { files: cardAndSelfie(), metadata: { simulate: 'needs_review' } }, key);
  await server.settle();
  const path = `${KYC}/${id}`;
  expect((await sendBody(server, `${path}/rerun`, {}, { key })).body.status).toBe('processing');
  await server.settle();
  expect((await sendBody(server, `${path}/review`, APPROVAL, { key })).body).toMatchObject({
    status: 'completed',
    livemode: false,
    review: { machine: { outcome: 'needs_review' } },
  });
});

describe('a dismissed hit', () => {
  const LISTED = 'U-5,"MARTELLO, Anna Lucia",person,,,,,TEST-A,sanction,2024-01-01,';
  async function startListed(policy?: Policy): Promise<TestServer> {
    const server = await startTestServer(policy ? { policy } : {});
    using folder = tempFolder();
    await server.appliance.lists.importList({ paths: [writeSmallList(folder.path, [LISTED])], code: 'small' }, 'cli');
    return server;
  }
  const dismissAll = async (server: TestServer, path: string, hits: readonly { id: string }[], key = server.key) => {
    expect(hits.length).toBeGreaterThan(0);
    for (const { id } of hits) {
      const body = { decision: 'dismiss', reason: 'other_person' };
      expect((await sendBody(server, `${path}/hits/${id}`, body, { key })).status).toBe(200);
    }
  };

  it('of a person counts no more when the record is run again', async () => {
    await using server = await startListed();
    const path = await verifyAt(server, { files: cardAndSelfie(), applicant: ANNA });
    await dismissAll(server, path, (await at(server, path)).checks.watchlists.hits);
    expect((await at(server, path)).status).toBe('needs_review');
    await sendBody(server, `${path}/rerun`, {});
    await server.settle();
    const after = await at(server, path);
    expect(after).toMatchObject({ status: 'completed', errors: [], checks: { watchlists: { passed: true } } });
    expect(codesOf(after.checks.watchlists.findings)).toContain('hit_dismissed');
  });

  it('by one person alone lets nobody pass where the policy asks for four eyes', async () => {
    await using server = await startListed(FOUR_EYES);
    const path = await verifyAt(server, { files: cardAndSelfie(), applicant: ANNA });
    const { key } = await somebody(server);
    const { hits } = (await at(server, path)).checks.watchlists;
    await dismissAll(server, path, hits);
    await sendBody(server, `${path}/rerun`, {});
    await server.settle();
    const still = await at(server, path);
    expect(still.status).toBe('needs_review');
    await dismissAll(server, path, still.checks.watchlists.hits, key);
    await sendBody(server, `${path}/rerun`, {}, { key });
    await server.settle();
    expect((await at(server, path)).status).toBe('completed');
  });

  it('of a company likewise', async () => {
    await using server = await startListed(lenientPolicy({ hit_possible: 'review' }));
    const ubos = [{ first_name: 'Anna Lucia', last_name: 'Martello', ownership_percent: 100 }];
    const path = await waitingCompany(server, { ubos });
    await dismissAll(server, path, (await send(server, path)).body.hits);
    await sendBody(server, `${path}/rerun`, {});
    await server.settle();
    expect(await at(server, path)).toMatchObject({ status: 'completed', errors: [] });
  });
});

describe('further files for a person', () => {
  const upload = (server: TestServer, path: string, parts: Parameters<typeof form>[0], headers = {}) =>
    send(server, `${path}/documents`, { method: 'POST', body: form(parts), headers });
  const [card, selfie] = cardAndSelfie() as [
    Parameters<typeof form>[0]['files'][0],
    Parameters<typeof form>[0]['files'][0],
  ];

  it('take the place of the former ones of their type and side, and all is looked at again', async () => {
    const path = await waitingPerson(server);
    const before = await at(server, path);
    const { status, body, headers } = await upload(server, path, { files: [card] });
    expect([status, headers.get('location')]).toEqual([201, path]);
    expect(body).toMatchObject({ id: before.id, status: 'processing', warnings: [], links: { self: path } });
    expect(body.documents).toHaveLength(3);
    await server.settle();
    const after = await at(server, path);
    expect(after).toMatchObject({ status: 'completed', errors: [] });
    const ids = after.documents.map(({ id }) => id);
    expect(after.documents.map(({ replaced_by }) => replaced_by)).toEqual([ids[2], null, null]);
    expect(after.documents.map(({ quality }) => quality === null)).toEqual([true, false, false]);
    expect(statesOf(server, path)).toEqual(['created', 'processing', 'needs_review', 'processing', 'completed']);
    expect(auditOf(server, path).map(({ action }) => action)).toContain('documents.added');
    expect((await send(server, `${path}/attempts`)).body.data).toMatchObject([{ opened_again: { by: 'document' } }]);
  });

  it('of another type or side, or of none, stand beside them', async () => {
    const path = await waitingPerson(server);
    const files = [
      { ...card, side: 'back' },
      { ...selfie, type: 'other' },
      { ...selfie, type: 'other' },
    ];
    const { body } = await upload(server, path, { files });
    expect(body.documents.map(({ replaced_by }: { replaced_by: string | null }) => replaced_by)).toEqual(
      Array(5).fill(null),
    );
  });

  it('keep to the grammar of the create, and parts that mean nothing here are told', async () => {
    const path = await waitingPerson(server);
    for (const [parts, code] of [
      [{ files: [] }, 'documents_missing'],
      [{ files: [card], documents_meta: { items: [] } }, 'documents_meta_mismatch'],
      [{ files: [{ ...card, type: 'license' }] }, 'invalid_request'],
    ] as const) {
      expect(refused(await upload(server, path, { ...parts, files: [...parts.files] }))).toEqual([400, code]);
    }
    expect(refused(await upload(server, path, { files: [{ ...card, bytes: Buffer.from('text') }] }))[0]).toBe(415);
    const { status, body } = await upload(server, path, { files: [selfie], applicant: ANNA });
    expect([status, body.warnings]).toEqual([201, [{ code: 'unknown_field', field: 'applicant' }]]);
  });

  it('sent again under their Idempotency-Key are kept once', async () => {
    const path = await waitingPerson(server);
    const headers = withKey(IDEMPOTENCY_KEY);
    const first = await upload(server, path, { files: [card] }, headers);
    const again = await upload(server, path, { files: [card] }, headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await at(server, path)).documents).toHaveLength(3);
    expect((await upload(server, path, { files: [selfie] }, headers)).status).toBe(422);
  });

  it('come while it waits for a person alone, and over the limit none is kept', async () => {
    const path = await waitingPerson(server);
    const some = { files: Array.from({ length: LIMITS.filesMax }, () => ({ ...card, type: 'other' })) };
    for (let count = 2; count + LIMITS.filesMax <= LIMITS.personDocumentsMax; count += LIMITS.filesMax) {
      expect((await upload(server, path, some)).status).toBe(201);
      await server.settle();
    }
    expect(refused(await upload(server, path, some))).toEqual([400, 'too_many_documents']);
    await sendBody(server, `${path}/review`, APPROVAL);
    expect(refused(await upload(server, path, { files: [card] }))).toEqual(CONFLICT);
    const { documents } = await at(server, path);
    expect(await server.appliance.vault.filesOf(idOf(path))).toHaveLength(documents.length);
  });
});

describe('what is asked for', () => {
  it('is in the review, for each kind by its own types', async () => {
    const person = await waitingPerson(server);
    const company = await waitingCompany(server);
    const types = [{ type: 'passport', side: 'front' }, { type: 'selfie' }];
    const asked = await sendBody(server, `${person}/request-documents`, { types, note: 'Sharper, please.' });
    expect(asked.status).toBe(200);
    const [request] = asked.body.review.requested_documents;
    expect(request).toMatchObject({
      types: [
        { type: 'passport', side: 'front' },
        { type: 'selfie', side: null },
      ],
      note: 'Sharper, please.',
      requested_by: expect.stringMatching(/^key_/),
    });
    expect(asked.body).toMatchObject({ status: 'needs_review', review: { state: 'open', decision: null } });
    expect(auditOf(server, person).at(-1)).toMatchObject({
      action: 'documents.requested',
      details: { types: 'passport:front selfie' },
    });
    expect(statesOf(server, person)).toHaveLength(3);
    const ofCompany = await sendBody(server, `${company}/request-documents`, { types: [{ type: 'ubo_declaration' }] });
    expect(ofCompany.body.review.requested_documents).toMatchObject([
      { types: [{ type: 'ubo_declaration' }], note: null },
    ]);
    for (const [path, body, field] of [
      [person, { types: [] }, 'types'],
      [person, { types: [{ type: 'ubo_declaration' }] }, 'types[0].type'],
      [company, { types: [{ type: 'selfie' }] }, 'types[0].type'],
      [company, {}, 'types'],
    ] as const) {
      const answer = await sendBody(server, `${path}/request-documents`, body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
  });
});

describe.each(KINDS)('the assignment of %s', (_name, waiting) => {
  it('is set, listed by, and removed', async () => {
    await using server = await startTestServer();
    const path = await waiting(server);
    const other = await waiting(server);
    const { id } = await somebody(server);
    const { status, body } = await sendBody(server, `${path}/assignment`, { assignee: id }, { method: 'PUT' });
    expect([status, body.assignment.assignee]).toEqual([200, id]);
    expect(body).toEqual(await at(server, path));
    const list = path.slice(0, path.lastIndexOf('/'));
    const idsOf = async (query: string) =>
      (await send(server, `${list}?${query}`)).body.data.map((record: { id: string }) => record.id);
    expect(await idsOf(`assignee=${id}&status=needs_review`)).toEqual([idOf(path)]);
    expect(await idsOf('assignee=opr_nobody')).toEqual([]);
    expect((await idsOf('status=needs_review')).sort()).toEqual([idOf(path), idOf(other)].sort());
    const removed = await send(server, `${path}/assignment`, { method: 'DELETE' });
    expect([removed.status, removed.body.assignment]).toEqual([200, null]);
    expect(await idsOf(`assignee=${id}`)).toEqual([]);
    expect(auditOf(server, path).slice(-2)).toMatchObject([
      { action: 'assignment.set', details: { assignee: id } },
      { action: 'assignment.removed', details: {} },
    ]);
  });

  it('is to somebody who can act, and ends with the record', async () => {
    const path = await waiting(server);
    const { id } = await somebody(server);
    const give = (assignee: unknown) => sendBody(server, `${path}/assignment`, { assignee }, { method: 'PUT' });
    await send(server, `/v1/api-keys/${id}/revoke`, { method: 'POST' });
    const test = await sendBody(server, '/v1/api-keys', { label: 'test', scopes: ['kyc:review'], livemode: false });
    for (const assignee of [id, test.body.id, 'opr_nobody', 7]) {
      const answer = await give(assignee);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'assignee']);
    }
    await sendBody(server, `${path}/review`, APPROVAL);
    expect(refused(await give((await somebody(server)).id))).toEqual(CONFLICT);
  });
});

describe.each(KINDS)('notes beside %s', (_name, waiting) => {
  it('are added in any state, listed newest first, and never changed', async () => {
    const path = await waiting(server);
    const { key, id } = await somebody(server);
    const first = await sendBody(server, `${path}/notes`, { text: 'Called the branch.' });
    expect([first.status, first.headers.get('location')]).toEqual([201, `${path}/notes`]);
    await sendBody(server, `${path}/review`, APPROVAL);
    const second = await sendBody(server, `${path}/notes`, { text: 'Filed.' }, { key });
    expect(second.body).toMatchObject({ text: 'Filed.', written_by: id });
    const page = await send(server, `${path}/notes?limit=1`);
    expect(page.body).toMatchObject({ has_more: true, data: [second.body] });
    const rest = await send(server, `${path}/notes?starting_after=${second.body.id}`);
    expect(rest.body).toMatchObject({ has_more: false, data: [first.body] });
    expect((await send(server, `${path}/notes?starting_after=${second.body.id}x`)).status).toBe(400);
    expect((await sendBody(server, `${path}/notes`, { text: '' })).status).toBe(400);
    for (const method of ['PUT', 'DELETE']) {
      expect((await send(server, `${path}/notes`, { method })).status).toBe(405);
    }
    expect(auditOf(server, path).filter(({ action }) => action === 'note.added')).toHaveLength(2);
  });
});

describe('a company that waits for the verification of a person', () => {
  it.each([
    [APPROVAL, 'completed', []],
    [REJECTION, 'failed', ['person_verification_failed']],
  ] as const)('is opened again when a reviewer ends that (%o)', async (review, outcome, codes) => {
    const policy = { ...PEOPLE_WANTED, severity: { ...PEOPLE_WANTED.severity, consent_refused: 'review' as const } };
    await using server = await startTestServer({ policy });
    const ubos = [{ first_name: 'Anna Lucia', last_name: 'Martello', ownership_percent: 100 }];
    const company = await waitingCompany(server, { ubos });
    const person = await verifyAt(server, { files: cardAndSelfie(), applicant: ANNA, consent: false });
    const owner = (await send(server, company)).body.ubos[0].id;
    const linked = await sendBody(server, `${company}/persons/${owner}/verification`, {
      verification_id: idOf(person),
    });
    expect(linked.status).toBe(201);
    await server.settle();
    expect((await at(server, company)).status).toBe('needs_review');
    expect((await sendBody(server, `${person}/review`, review)).body.status).toBe(outcome);
    await server.settle();
    const after = (await send(server, company)).body;
    expect(after.ubos[0].verification_status).toBe(outcome);
    expect(after.status).toBe('completed');
    expect(codesOf(after.checks.persons.findings)).toEqual(codes);
    expect(statesOf(server, company)).toEqual(['created', 'processing', 'needs_review', 'processing', 'completed']);
  });
});

it('the reasons of a review are closed lists, each with a sentence, that the description of the API tells', async () => {
  await using server = await startTestServer({ start: false });
  const { text } = await send(server, '/v1/openapi.json');
  for (const reasons of Object.values(REVIEW_REASONS)) {
    for (const [code, sentence] of Object.entries(reasons)) {
      expect(text).toContain(JSON.stringify(`\`${code}\`: ${sentence}`).slice(1, -1));
    }
  }
});

it('a key without the scope of review decides, assigns, notes and runs nothing again', async () => {
  const path = await waitingPerson(server);
  const key = server.makeKey({ scopes: ['kyc:read', 'kyc:write', 'kyb:review'] });
  for (const [act, method] of [
    ['review', 'POST'],
    ['rerun', 'POST'],
    ['assignment', 'PUT'],
    ['notes', 'POST'],
  ] as const) {
    expect((await sendBody(server, `${path}/${act}`, APPROVAL, { method, key })).status).toBe(403);
  }
  expect((await send(server, `${path}/notes`, { headers: bearer(key) })).status).toBe(200);
});

it('the queue says what a record waits for: a decision, documents that were asked for, or a second person', async () => {
  await using server = await startTestServer({ policy: FOUR_EYES });
  const path = await waitingPerson(server);
  const waitsFor = async () => (await sendBody(server, '/v1/search', {})).body.data[0].waits_for;
  expect(await waitsFor()).toBe('decision');
  await sendBody(server, `${path}/request-documents`, { types: [{ type: 'passport' }] });
  expect(await waitsFor()).toBe('documents');
  await sendBody(server, `${path}/review`, APPROVAL);
  expect(await waitsFor()).toBe('second_person');
  await sendBody(server, `${path}/rerun`, {});
  await server.settle();
  expect(await waitsFor()).toBe('decision');
  const { key } = await somebody(server);
  await sendBody(server, `${path}/review`, REJECTION);
  await sendBody(server, `${path}/review`, REJECTION, { key });
  expect(await waitsFor()).toBeNull();
});
