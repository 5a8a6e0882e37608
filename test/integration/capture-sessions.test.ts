import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { exportSubject } from '../../server/retention/export.ts';
import { getVerification } from '../../server/verifications/store.ts';
import { BATCH, createSession, Device, frameOf, Head, switchCaptureOn, tokenOf } from '../support/capture.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA } from '../support/form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const SELFIE = () => frameOf();

async function open(options: Parameters<typeof startTestServer>[0] = {}) {
  const clock = testClock();
  const server = await startTestServer({ clock, ...options });
  const base = await switchCaptureOn(server);
  return { clock, server, base, device: new Device(base) };
}

const statesOf = ({ appliance }: TestServer, id: string): string[] =>
  (appliance.db.prepare('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq').pluck().all(id) as string[]).map(
    (kind) => kind.replace('capture_session.', ''),
  );

const actsOf = ({ appliance }: TestServer, id: string): string[] =>
  (appliance.db.prepare('SELECT action FROM audit WHERE subject_id = ? ORDER BY seq').pluck().all(id) as string[]).map(
    (action) => action.replace('capture_session.', ''),
  );

const read = async (server: TestServer, id: string) =>
  (await server.fetch(`/v1/capture-sessions/${id}`)).json() as Promise<Record<string, unknown>>;

const act = (server: TestServer, id: string, what: string) =>
  server.fetch(`/v1/capture-sessions/${id}/${what}`, { method: 'POST' });

describe('a capture session', () => {
  it('goes from its link to a record with the proof of a challenge', async () => {
    const { clock, server, device } = await open();
    await using _ = server;
    const created = await createSession(server, { applicant: ANNA, client_reference: 'case-7', language: 'fr' });
    expect(created).toMatchObject({
      state: 'created',
      language: 'fr',
      client_reference: 'case-7',
      link_reach: 'machine',
    });
    expect(created.pairing_code).toMatch(/^\d{8}$/);
    const claimed = await device.post('/c/claim', { token: tokenOf(created) });
    expect(claimed.cookie).toMatch(/^custos_capture=[\w-]{43};.*Path=\/c;.*HttpOnly; Secure; SameSite=Strict$/);
    expect(claimed.body).toMatchObject({ state: 'claimed', confirmed: false });
    const shown = await read(server, created.id);
    expect(shown).toMatchObject({
      confirmation_code: claimed.body.confirmation_code,
      device: { kind: 'link', network: 'machine' },
    });
    expect((await device.consent()).status).toBe(409);
    expect((await act(server, created.id, 'confirm')).status).toBe(200);
    expect((await device.consent()).body).toMatchObject({ state: 'consented', language: 'fr' });
    expect((await device.document()).body.code).toBe('state_conflict');
    expect((await device.post('/c/document', { type: 'passport' })).body.steps.map(({ id }) => id)).toEqual([
      'document_1',
      'face',
    ]);
    expect((await device.document()).body).toMatchObject({ state: 'capturing' });
    expect((await device.post('/c/submit')).status).toBe(409);
    const begun = (await device.begin()).body;
    expect(begun).toMatchObject({ state: 'look_ahead', move: null, moves_done: 0, moves_total: 3 });
    const ended = await new Head(clock.advance).follow(device, begun);
    expect(ended).toMatchObject({ state: 'done', moves_done: 3, reason: null });
    const submitted = await device.post('/c/submit');
    expect(submitted.body).toMatchObject({ state: 'done', last_error: null });
    const done = (await read(server, created.id)) as { verification_id: string };
    expect(done).toMatchObject({ state: 'done', client_reference: 'case-7', ended_at: expect.any(String) });
    expect(statesOf(server, created.id)).toEqual(['created', 'claimed', 'consented', 'capturing', 'submitted', 'done']);
    expect(actsOf(server, created.id)).toEqual([
      'created',
      'claimed',
      'device_confirmed',
      'consented',
      'document_chosen',
      'capturing',
      'picture_stored',
      'challenge_ended',
      'submitted',
      'done',
    ]);
    const record = getVerification(server.appliance, done.verification_id, true);
    expect(record?.submission).toMatchObject({
      applicant: ANNA,
      consent: true,
      capture: { sessionId: created.id, attended: null, consent: { version: expect.any(String), language: 'fr' } },
    });
    const selfie = record?.documents.find(({ type }) => type === 'selfie');
    expect(selfie?.liveness).toMatchObject({
      proof: { verdict: 'proven' },
      frameChain: expect.stringMatching(/^\w{64}$/),
    });
    const { frames = [], frameCount = 0 } = selfie?.liveness ?? {};
    // How many frames there are depends on the moves that were drawn.
    expect(frameCount).toBeGreaterThan(2 * BATCH);
    expect(frames.length).toBe(Math.min(LIMITS.captureFramesKeptMax, frameCount));
    for (const { documentId } of frames)
      expect((await server.appliance.vault.readFile(done.verification_id, documentId)).length).toBeGreaterThan(0);
    expect(server.appliance.keys.dataKey(created.id)).toBeNull();
    expect(await server.appliance.vault.fileOwners()).toEqual([done.verification_id]);
  });

  it('takes a plain selfie if the challenge is off, offered, or an operator looks', async () => {
    const { server, base } = await open();
    await using _ = server;
    for (const [liveness, before, attended] of [
      ['off', null, null],
      ['offered', null, null],
      ['required', { reason: 'flashing' }, 'flashing'],
    ] as const) {
      const device = new Device(base);
      await device.reachCapturing(await createSession(server, { liveness }));
      await device.document();
      if (before) {
        expect((await device.picture('/c/picture/face', SELFIE())).status).toBe(409);
        const answer = await device.post('/c/attended', before);
        expect(answer.body).toMatchObject({ attended: true, steps: [{}, { id: 'face', state: 'attended' }] });
        expect((await device.begin()).status).toBe(409);
      }
      if (liveness === 'off') expect((await device.begin()).status).toBe(409);
      expect((await device.picture('/c/picture/face', SELFIE())).body.steps.at(-1)).toMatchObject({
        state: 'captured',
      });
      expect((await device.picture('/c/picture/face', SELFIE())).status).toBe(200);
      expect((await device.post('/c/submit')).body.state).toBe('done');
      const record = server.appliance.db
        .prepare('SELECT id FROM verifications ORDER BY seq DESC')
        .pluck()
        .get() as string;
      const { submission, documents } = getVerification(server.appliance, record, true) ?? {};
      expect(submission?.capture?.attended ?? null).toBe(attended);
      expect(documents?.map(({ type }) => type)).toEqual(['passport', 'selfie']);
    }
  });

  it('captures both sides of a card, and only what the office chose', async () => {
    const { server, base, device } = await open();
    await using _ = server;
    await device.reachCapturing(await createSession(server, { liveness: 'off' }), 'national_id');
    expect((await device.view()).body.steps.map(({ id, side }) => [id, side])).toEqual([
      ['document_1', 'front'],
      ['document_2', 'back'],
      ['face', null],
    ]);
    await device.document();
    const again = (await device.post('/c/document', { type: 'passport' })).body;
    expect(again).toMatchObject({ may_choose: true, steps: [{ state: 'waiting' }, { id: 'face' }] });
    await device.document();
    await device.picture('/c/picture/face', SELFIE());
    const done = (await device.post('/c/submit')).body;
    expect(done).toMatchObject({ state: 'done', may_choose: false });
    const id = server.appliance.db.prepare('SELECT id FROM verifications').pluck().get() as string;
    expect(getVerification(server.appliance, id, true)?.documents.map(({ type }) => type)).toEqual([
      'passport',
      'selfie',
    ]);
    const other = new Device(base);
    const documents = [{ type: 'driving_license', side: 'front' }];
    await other.reachCapturing(await createSession(server, { liveness: 'off', documents }), null);
    const { may_choose, steps } = (await other.view()).body;
    expect(may_choose).toBe(false);
    expect(steps.map(({ document_type }) => document_type)).toEqual(['driving_license', null]);
    expect((await other.post('/c/document', { type: 'passport' })).status).toBe(409);
    expect((await other.picture('/c/picture/nothing', SELFIE())).status).toBe(404);
  });

  it('ends when the applicant refuses or leaves, or the operator cancels', async () => {
    const { server, base } = await open();
    await using _ = server;
    const ways = [
      ['consent_denied', async (device: Device) => device.consent(false)],
      ['left_by_applicant', async (device: Device) => device.post('/c/leave')],
      ['canceled_by_operator', async (_device: Device, id: string) => act(server, id, 'cancel')],
    ] as const;
    for (const [why, end] of ways) {
      const device = new Device(base);
      const created = await createSession(server);
      await device.reachCapturing(created);
      await device.document();
      expect((await end(device, created.id)).status).toBe(200);
      expect(await read(server, created.id)).toMatchObject({
        state: 'canceled',
        last_error: why,
        verification_id: null,
      });
      expect((await device.document()).status).toBe(why === 'left_by_applicant' ? 401 : 409);
      expect(server.appliance.keys.dataKeyIds()).toEqual([]);
      expect(await server.appliance.vault.fileOwners()).toEqual([]);
      expect((await act(server, created.id, 'cancel')).status).toBe(200);
    }
  });

  it('expires if nobody claims it in 10 minutes, or 30 minutes after the claim', async () => {
    const { clock, server, base, device } = await open();
    await using _ = server;
    const { capture } = server.appliance;
    const late = await createSession(server);
    clock.advance(LIMITS.captureClaimMs - 1);
    await capture.tick();
    expect((await read(server, late.id))['state']).toBe('created');
    clock.advance(1);
    expect((await device.post('/c/claim', { pairing_code: late.pairing_code })).status).toBe(401);
    await capture.tick();
    expect(await read(server, late.id)).toMatchObject({ state: 'expired', last_error: 'not_claimed' });
    const slow = await createSession(server);
    await device.reachCapturing(slow);
    await device.document();
    clock.advance(LIMITS.captureSessionMs);
    expect((await new Device(base).post('/c/leave')).status).toBe(401);
    expect((await device.document()).status).toBe(409);
    await capture.tick();
    expect(await read(server, slow.id)).toMatchObject({ state: 'expired', last_error: 'session_expired' });
    expect(server.appliance.keys.dataKeyIds()).toEqual([]);
    clock.advance(LIMITS.captureKeptMs + 1);
    await capture.tick();
    expect((await server.fetch(`/v1/capture-sessions/${slow.id}`)).status).toBe(404);
  });

  it('gives a new link to another device, which resumes', async () => {
    const { server, base, device } = await open();
    await using _ = server;
    const created = await createSession(server, { liveness: 'off' });
    await device.reachCapturing(created);
    await device.document();
    const renewed = (await (await act(server, created.id, 'renew-link')).json()) as typeof created;
    expect(renewed.pairing_code).not.toBe(created.pairing_code);
    expect(await read(server, created.id)).toMatchObject({ state: 'capturing', device: null, confirmed: false });
    expect((await device.view()).status).toBe(401);
    const next = new Device(base);
    const claimed = await next.post('/c/claim', { pairing_code: renewed.pairing_code });
    expect(claimed.body).toMatchObject({ state: 'capturing', steps: [{ state: 'captured' }, { state: 'waiting' }] });
    await next.picture('/c/picture/face', SELFIE());
    expect((await next.post('/c/submit')).body.state).toBe('done');
    for (const what of ['renew-link', 'cancel', 'confirm'])
      expect((await act(server, created.id, what)).status, what).toBe(409);
  });

  it('adds requested documents to a record that waits, with a challenge for a selfie', async () => {
    const { clock, server, device } = await open();
    await using _ = server;
    const first = new Device(device.base);
    await first.reachCapturing(await createSession(server, { liveness: 'off' }));
    await first.document();
    await first.picture('/c/picture/face', SELFIE());
    await first.post('/c/submit');
    await server.settle();
    const [record] = server.appliance.db.prepare('SELECT id FROM verifications').pluck().all() as string[];
    const path = `/v1/verifications/${record}`;
    expect(await (await server.fetch(path)).json()).toMatchObject({ status: 'needs_review' });
    const refused = await server.fetch('/v1/capture-sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ verification_id: record }),
    });
    expect(refused.status).toBe(409);
    await server.fetch(`${path}/request-documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ types: [{ type: 'proof_of_address' }, { type: 'selfie' }] }),
    });
    const created = await createSession(server, { verification_id: record });
    expect(created).toMatchObject({ purpose: 'requested_documents', verification_id: record });
    expect(created.steps.map(({ id, document_type }) => [id, document_type])).toEqual([
      ['document_1', 'proof_of_address'],
      ['face', null],
    ]);
    await device.reachCapturing(created, null);
    await device.document();
    expect((await new Head(clock.advance).follow(device, (await device.begin()).body)).state).toBe('done');
    expect((await device.post('/c/submit')).body.state).toBe('done');
    const added = getVerification(server.appliance, record as string, true);
    expect(added?.documents.map(({ type }) => type)).toEqual(['passport', 'selfie', 'proof_of_address', 'selfie']);
    expect(added?.documents.at(-1)?.liveness?.frames.length).toBeGreaterThan(20);
    const listed = await server.fetch(`/v1/capture-sessions?verification_id=${record}`);
    expect(((await listed.json()) as { data: object[] }).data).toHaveLength(2);
    await server.settle();
    const waiting = await createSession(server, { verification_id: record, documents: [{ type: 'selfie' }] });
    const which = { kind: 'kyc', id: record as string, livemode: true } as const;
    const exported = exportSubject(server.appliance.retention, which, 'cli');
    expect(exported.held['capture_sessions']).toHaveLength(3);
    expect(exported.held['capture_sessions']?.at(-1)).toMatchObject({ id: waiting.id, content: { pictures: {} } });
    const text = JSON.stringify(exported);
    for (const secret of [tokenOf(waiting), waiting.pairing_code as string]) expect(text).not.toContain(secret);
    expect(exported.events.map(({ subject_id }) => subject_id)).toContain(created.id);
    expect((await server.fetch(path, { method: 'DELETE' })).status).toBe(200);
    await server.appliance.capture.tick();
    expect(server.appliance.keys.dataKey(waiting.id)).toBeNull();
    expect(server.appliance.db.prepare('SELECT count(*) FROM capture_sessions').pluck().get()).toBe(0);
  });

  it('ends if its record is decided or erased before it is submitted', async () => {
    const { server, device } = await open();
    await using _ = server;
    const first = new Device(device.base);
    await first.reachCapturing(await createSession(server, { liveness: 'off' }));
    await first.document();
    await first.picture('/c/picture/face', SELFIE());
    await first.post('/c/submit');
    await server.settle();
    const [record] = server.appliance.db.prepare('SELECT id FROM verifications').pluck().all() as string[];
    const documents = [{ type: 'proof_of_address' }];
    const created = await createSession(server, { verification_id: record, documents });
    await device.reachCapturing(created, null);
    await device.document();
    const decision = { decision: 'reject', reason: 'other', note: 'It was withdrawn.' };
    const decided = await server.fetch(`/v1/verifications/${record}/review`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(decision),
    });
    expect(decided.status).toBe(200);
    expect((await device.post('/c/submit')).body).toMatchObject({ state: 'canceled', last_error: 'record_changed' });
    expect(server.appliance.keys.dataKeyIds()).toEqual([record]);
  });

  it('counts an attempt once its first move was told, and leaves the rest to an operator after three', async () => {
    const { clock, server, device } = await open();
    await using _ = server;
    await device.reachCapturing(await createSession(server));
    await device.document();
    const attemptsLeft = async () => (await device.view()).body.steps.at(-1)?.attempts_left;
    for (let dropped = 0; dropped < 3; dropped++) await device.begin();
    expect(await attemptsLeft()).toBe(3);
    for (const left of [2, 1]) {
      await new Head(clock.advance).follow(device, (await device.begin()).body, ({ move }) => move !== null);
      clock.advance(1_000);
      expect(await attemptsLeft()).toBe(left + 1);
      await device.begin();
      expect(await attemptsLeft()).toBe(left);
    }
    const head = new Head(clock.advance);
    const told = await head.follow(device, (await device.begin()).body, ({ move }) => move !== null);
    const wrong = { left: 'right', right: 'left', up: 'down', down: 'up' }[told.move ?? 'left'] as string;
    const { challenge_id } = told;
    let { nonce, counter } = told;
    let answer = { body: told };
    while (answer.body.state === 'move') {
      answer = await device.send({ challenge_id, nonce, counter, frames: head.frames(wrong) });
      ({ nonce, counter } = answer.body);
    }
    expect(answer.body).toMatchObject({ state: 'failed', reason: 'wrong_move' });
    expect((await device.view()).body).toMatchObject({
      last_error: 'attempts_used_up',
      steps: [{}, { state: 'failed', attempts_left: 0, last_error: 'wrong_move' }],
    });
    expect((await device.begin()).status).toBe(409);
    await device.picture('/c/picture/face', SELFIE());
    expect((await device.post('/c/submit')).body.state).toBe('done');
  });
});

describe('creating a session', () => {
  it('needs the listener, valid fields and a scope', async () => {
    const { server } = await open();
    await using _ = server;
    const create = (body: object, headers: Record<string, string> = {}) =>
      server.fetch('/v1/capture-sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    expect((await create({ client_reference: 'Jane Doe' })).status).toBe(400);
    expect((await create({ documents: [] })).status).toBe(400);
    expect((await create({ verification_id: 'ver_01kf0000000000000000000000' })).status).toBe(404);
    const reader = server.makeKey({ scopes: ['kyc:read'] });
    expect((await create({}, { authorization: `Bearer ${reader}` })).status).toBe(403);
    const test = server.makeKey({ livemode: false });
    const hidden = await create({}, { authorization: `Bearer ${test}` });
    expect(hidden.status).toBe(201);
    const { id } = (await hidden.json()) as { id: string };
    expect((await server.fetch(`/v1/capture-sessions/${id}`)).status).toBe(404);
    await server.appliance.lan.capture.change({ on: false }, 'cli');
    expect((await create({})).status).toBe(409);
  });

  it('answers a repeated request with the same session', async () => {
    const { server, device } = await open();
    await using _ = server;
    const headers = { 'idempotency-key': 'c2f1a3de-75c7-4b45-9d4c-0d9b1c9d1a11' };
    const first = await createSession(server, { client_reference: 'one' }, headers);
    const again = await createSession(server, { client_reference: 'one' }, headers);
    expect(again).toEqual(first);
    const other = await server.fetch('/v1/capture-sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ client_reference: 'two' }),
    });
    expect(other.status).toBe(422);
    await device.post('/c/claim', { pairing_code: first.pairing_code });
    const claimed = await createSession(server, { client_reference: 'one' }, headers);
    expect(claimed).toMatchObject({ id: first.id, state: 'claimed', link: null, pairing_code: null });
  });
});

describe('after a restart', () => {
  it('a session resumes on its device, and a submitted one becomes its record', async () => {
    using folder = tempFolder();
    const clock = testClock();
    const full = { folder: folder.path, clock, config: { queueLengthMax: 0 } };
    const before = await startTestServer(full);
    const base = await switchCaptureOn(before);
    const [running, submitted] = [new Device(base), new Device(base)];
    await running.reachCapturing(await createSession(before, { liveness: 'off' }));
    await running.document();
    const waiting = await createSession(before, { liveness: 'off' });
    await submitted.reachCapturing(waiting);
    await submitted.document();
    await submitted.picture('/c/picture/face', SELFIE());
    expect((await submitted.post('/c/submit')).body.state).toBe('submitted');
    expect((await submitted.post('/c/leave')).status).toBe(409);
    await before.stop();
    await using after = await startTestServer({ folder: folder.path, clock, list: false });
    await after.appliance.capture.tick();
    expect((await submitted.view()).body.state).toBe('done');
    expect(statesOf(after, waiting.id).at(-1)).toBe('done');
    expect((await running.view()).body).toMatchObject({ state: 'capturing', steps: [{ state: 'captured' }, {}] });
    await running.picture('/c/picture/face', SELFIE());
    expect((await running.post('/c/submit')).body.state).toBe('done');
  });

  it('a session without its files expires, as in a restored folder', async () => {
    using folder = tempFolder();
    const clock = testClock();
    const before = await startTestServer({ folder: folder.path, clock });
    const device = new Device(await switchCaptureOn(before));
    const created = await createSession(before);
    await device.reachCapturing(created);
    await device.document();
    await before.appliance.vault.removeFiles(created.id);
    await before.stop();
    await using after = await startTestServer({ folder: folder.path, clock, list: false });
    expect(await read(after, created.id)).toMatchObject({ state: 'expired', last_error: 'session_expired' });
    expect(after.appliance.keys.dataKey(created.id)).toBeNull();
  });
});
