import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { exportSubject } from '../../server/retention/export.ts';
import { WEBHOOK_KINDS } from '../../server/webhooks/kinds.ts';
import { type TestClock, testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { type Receiver, startReceiver, verified } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  type Answer,
  bearer,
  create,
  createCompany,
  LEAST_COMPANY,
  listOrigin,
  send,
  sendJson,
  submit,
} from './drive.ts';

const PATH = '/v1/webhook-endpoints';
const clean = { files: cardAndSelfie(), applicant: ANNA };
const KYC = ['verification.created', 'verification.processing', 'verification.completed'];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function addEndpoint(server: TestServer, body: object, key = server.key) {
  const { status, body: made, text } = await sendJson(server, PATH, body, key);
  if (status !== 201) throw new Error(`creating an endpoint was answered with ${status}: ${text}`);
  return made as { id: string; secret: string };
}

const patch = (server: TestServer, id: string, body: object): Promise<Answer> =>
  send(server, `${PATH}/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const post = (server: TestServer, path: string): Promise<Answer> => send(server, path, { method: 'POST' });

const iso = (clock: TestClock): string => new Date(clock.now()).toISOString();

/** Sends everything that is due now. */
async function deliver(server: TestServer): Promise<void> {
  server.appliance.webhooks.wake();
  await server.appliance.webhooks.settle();
}

/** Moves the clock, and sends what has become due. */
async function later(server: TestServer, clock: TestClock, ms: number): Promise<void> {
  clock.advance(ms);
  await deliver(server);
}

const deliveriesOf = async (server: TestServer, id: string, query = '?limit=100') =>
  (await send(server, `${PATH}/${id}/deliveries${query}`)).body.data;

const typesOf = ({ received }: Receiver): string[] => received.map(({ event }) => event.type);

describe('an endpoint', () => {
  it('gets one signed event for each state that a verification enters, which standardwebhooks verifies', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { secret } = await addEndpoint(server, { url: receiver.url });
    const id = await submit(server, clean);
    await server.settle();
    await deliver(server);
    expect(typesOf(receiver).toSorted()).toEqual(KYC.toSorted());
    for (const webhook of receiver.received) {
      expect(verified(secret, webhook)).toEqual(webhook.event);
      expect(webhook.headers['webhook-id']).toBe(webhook.event.id);
      expect(webhook.event.data).toEqual({
        id,
        object: 'verification',
        status: expect.any(String),
        livemode: true,
        links: { self: `/v1/verifications/${id}` },
      });
      expect(() => verified(secret, { ...webhook, body: `${webhook.body} ` })).toThrow('No matching signature');
    }
    const feed = (await send(server, '/v1/events')).body.data;
    expect(receiver.received.map(({ event }) => event)).toEqual(expect.arrayContaining(feed));
  });

  it('gets the events of companies and of alerts by the same way', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { secret } = await addEndpoint(server, { url: receiver.url });
    const { body } = await createCompany(server, { company: LEAST_COMPANY });
    await server.settle();
    await deliver(server);
    expect(typesOf(receiver)).toEqual(
      expect.arrayContaining(['kyb.verification.created', 'kyb.verification.processing']),
    );
    expect(receiver.received).toHaveLength(3);
    for (const webhook of receiver.received) {
      expect(verified(secret, webhook).data).toMatchObject({ id: body.id, object: 'kyb_verification' });
    }
  });

  it('gets the kinds that it names, of its own mode', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const testKey = server.makeKey({ livemode: false });
    await addEndpoint(server, { url: receiver.url, kinds: ['verification.completed'] });
    await submit(server, clean);
    await submit(server, clean, testKey);
    await server.settle();
    await deliver(server);
    expect(typesOf(receiver)).toEqual(['verification.completed']);
    await addEndpoint(server, { url: receiver.url, kinds: ['verification.created'] }, testKey);
    await submit(server, clean, testKey);
    await deliver(server);
    expect(typesOf(receiver)).toEqual(['verification.completed', 'verification.created']);
    expect(receiver.received[1]?.event.data['livemode']).toBe(false);
  });

  it('has its deliveries in the transaction of the event: a change that is undone leaves neither', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer({ start: false });
    await addEndpoint(server, { url: receiver.url });
    const { db, events } = server.appliance;
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    const append = () => events.append({ kind: 'verification.created', subjectId: 'ver_x', livemode: true, data: {} });
    const undone = db.transaction(() => {
      append();
      expect([count('events'), count('webhook_deliveries')]).toEqual([1, 1]);
      throw new Error('undone');
    });
    expect(() => undone.immediate()).toThrow('undone');
    expect([count('events'), count('webhook_deliveries')]).toEqual([0, 0]);
    expect(append).toThrow('commits together');
  });

  it('shows each secret once, signs with two for 24 hours after a rotation, then with the new one', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock });
    const { id, secret } = await addEndpoint(server, { url: receiver.url });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const rotated = (await post(server, `${PATH}/${id}/rotate-secret`)).body;
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.previous_secret_until).toBe(new Date(clock.now() + DAY).toISOString());
    expect((await send(server, `${PATH}/${id}`)).text + (await send(server, PATH)).text).not.toContain('whsec_');
    await post(server, `${PATH}/${id}/test`);
    await later(server, clock, DAY - 1);
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    const [, before] = receiver.received;
    expect(String(before?.headers['webhook-signature'])).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const one of [secret, rotated.secret]) expect(verified(one, before as never, clock.now())).toBeTruthy();
    clock.advance(1);
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    const [, , after] = receiver.received;
    expect(verified(rotated.secret, after as never, clock.now())).toBeTruthy();
    expect(() => verified(secret, after as never, clock.now())).toThrow('No matching signature');
  });

  it('gets a test event, and nobody else does', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    await using server = await startTestServer();
    const { id, secret } = await addEndpoint(server, { url: receiver.url, kinds: ['verification.failed'] });
    await addEndpoint(server, { url: other.url });
    const { status, body } = await post(server, `${PATH}/${id}/test`);
    expect([status, body.state, body.event.type]).toEqual([202, 'pending', 'webhook.test']);
    await deliver(server);
    expect(verified(secret, receiver.received[0] as never)).toMatchObject({ type: 'webhook.test', data: { id } });
    expect(other.received).toEqual([]);
    const [delivery] = await deliveriesOf(server, id);
    expect(delivery).toMatchObject({
      id: body.id,
      state: 'delivered',
      error: null,
      next_attempt_at: null,
      attempts: [{ status: 204, error: null, duration_ms: expect.any(Number) }],
    });
  });

  it('can be changed, listed page by page, switched off and on, and deleted', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const ids: string[] = [];
    for (const description of ['a', 'b', 'c'])
      ids.push((await addEndpoint(server, { url: receiver.url, description })).id);
    const page = (await send(server, `${PATH}?limit=2`)).body;
    expect([page.has_more, page.data.map((it: { description: string }) => it.description)]).toEqual([true, ['c', 'b']]);
    const [id = ''] = ids;
    const next = await send(server, `${PATH}?starting_after=${ids[1]}`);
    expect(next.body.data.map((it: { id: string }) => it.id)).toEqual([id]);
    const changed = await patch(server, id, { kinds: ['webhook.test'], description: 'z' });
    expect(changed.body).toMatchObject({ url: receiver.url, kinds: ['webhook.test'], description: 'z', enabled: true });
    const off = await patch(server, id, { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, disabled_reason: 'by_hand' });
    expect((await post(server, `${PATH}/${id}/test`)).body.code).toBe('state_conflict');
    expect((await patch(server, id, { enabled: true })).body).toMatchObject({ enabled: true, disabled_reason: null });
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    expect((await send(server, `${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await send(server, `${PATH}/${id}`)).status).toBe(404);
    const left = server.appliance.db.prepare('SELECT count(*) FROM webhook_attempts').pluck().get();
    expect(left).toBe(0);
  });

  it('is refused where it cannot be sent to, with its field and the remedy, and beyond the limit', async () => {
    await using server = await startTestServer();
    const urls = [
      'http://203.0.113.9/',
      'http://user@127.0.0.1/',
      'http://169.254.169.254/',
      `${server.baseUrl}/v1/events`,
    ];
    for (const url of urls) {
      const { status, body } = await sendJson(server, PATH, { url });
      expect([status, body.errors]).toEqual([
        400,
        [{ code: 'webhook_url_not_allowed', field: 'url', message: expect.stringContaining('CUSTOS_WEBHOOK_ALLOW') }],
      ]);
    }
    for (const [body, field] of [
      [{}, 'url'],
      [{ url: 'ftp://x' }, 'url'],
      [{ url: 'http://127.0.0.1/', kinds: [] }, 'kinds'],
      [{ url: 'http://127.0.0.1/', kinds: ['all'] }, 'kinds[0]'],
    ] as const) {
      expect((await sendJson(server, PATH, body)).body.errors[0].field).toBe(field);
    }
    for (let i = 0; i < LIMITS.webhookEndpointsMax; i++) await addEndpoint(server, { url: 'http://127.0.0.1:9/' });
    expect((await sendJson(server, PATH, { url: 'http://127.0.0.1:9/' })).status).toBe(409);
  });
});

describe('a failed attempt', () => {
  it('is repeated by the schedule under the same id, and each one is kept', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock, outbound: { random: () => 0 } });
    const { id, secret } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.writeHead(500).end();
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    const waits = [5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
    for (const [i, wait] of waits.entries()) {
      expect(receiver.received).toHaveLength(i + 1);
      const [{ next_attempt_at }] = await deliveriesOf(server, id);
      expect(next_attempt_at).toBe(new Date(clock.now() + wait).toISOString());
      await later(server, clock, wait - 1);
      expect(receiver.received).toHaveLength(i + 1);
      await later(server, clock, 1);
    }
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(verified(secret, receiver.received[9] as never, clock.now())).toBeTruthy();
    const [delivery] = await deliveriesOf(server, id);
    expect(delivery).toMatchObject({ state: 'failed', error: 'status', next_attempt_at: null });
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual(Array(10).fill(500));
    expect((await send(server, `${PATH}/${id}`)).body.failing_since).not.toBeNull();
  });

  it.each([
    [
      (receiver: Receiver) => (receiver.answer = (response) => void response.writeHead(302, { location: '/' }).end()),
      'redirect',
      302,
    ],
    [(receiver: Receiver) => (receiver.answer = (response) => void response.destroy()), 'connection_failed', null],
  ])('tells why it failed', async (break_, error, status) => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { id } = await addEndpoint(server, { url: receiver.url });
    break_(receiver);
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    const [{ attempts, state }] = await deliveriesOf(server, id);
    expect([state, attempts]).toEqual(['pending', [expect.objectContaining({ error, status })]]);
  });

  it('waits for as long as Retry-After asks', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock, outbound: { random: () => 0 } });
    const { id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.writeHead(503, { 'retry-after': '60' }).end();
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    await later(server, clock, 59_999);
    expect(receiver.received).toHaveLength(1);
    await later(server, clock, 1);
    expect(receiver.received).toHaveLength(2);
  });

  it('with 410 switches the endpoint off at once, which its answer, the log and the audit log tell', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.writeHead(410).end();
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    expect((await send(server, `${PATH}/${id}`)).body).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(server.logged.join('\n')).toContain('webhook.endpoint_disabled');
    const audited = server.appliance.db.prepare("SELECT details FROM audit WHERE action = 'webhook_endpoint.disabled'");
    expect(audited.pluck().all()).toEqual(['{"reason":"gone"}']);
    await submit(server, clean);
    await server.settle();
    await deliver(server);
    expect(receiver.received).toHaveLength(1);
  });

  it('after five days without a success switches the endpoint off; what waits is cancelled', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock, outbound: { random: () => 0 } });
    const { id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.writeHead(500).end();
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    await later(server, clock, LIMITS.webhookFailingMsMax - 1);
    expect((await send(server, `${PATH}/${id}`)).body.enabled).toBe(true);
    await later(server, clock, 300_000);
    expect((await send(server, `${PATH}/${id}`)).body).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect(await deliveriesOf(server, id)).toMatchObject([{ state: 'cancelled', error: 'endpoint_disabled' }]);
    expect((await patch(server, id, { enabled: true })).body.failing_since).toBeNull();
  });

  it('of a former address counts for nothing where the endpoint has another one', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock, outbound: { random: () => 0 } });
    const { id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.writeHead(500).end();
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    await later(server, clock, LIMITS.webhookFailingMsMax - 1);
    expect((await patch(server, id, { url: `${receiver.url}/new` })).body.failing_since).toBeNull();
    await later(server, clock, 1);
    expect((await send(server, `${PATH}/${id}`)).body).toMatchObject({ enabled: true, failing_since: iso(clock) });
    const changed = new Promise<void>((resolve) => {
      receiver.answer = async (response) => {
        receiver.answer = (next) => void next.writeHead(204).end();
        await patch(server, id, { url: `${receiver.url}/newer` });
        response.writeHead(410).end();
        resolve();
      };
    });
    await later(server, clock, DAY);
    await changed;
    await deliver(server);
    expect((await send(server, `${PATH}/${id}`)).body).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('leaves a delivery that was cancelled on its way with what cancelled it', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = async (response) => {
      await patch(server, id, { enabled: false });
      response.writeHead(500).end();
    };
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    expect(await deliveriesOf(server, id)).toMatchObject([
      { state: 'cancelled', error: 'endpoint_disabled', attempts: [{ status: 500, error: 'status' }] },
    ]);
  });

  it('counts no more after a success', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock });
    const { id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.writeHead(500).end();
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    receiver.answer = (response) => void response.writeHead(200).end();
    await later(server, clock, 6_000);
    expect((await send(server, `${PATH}/${id}`)).body.failing_since).toBeNull();
  });
});

describe('a delivery in full', () => {
  const inFull = async (server: TestServer, endpoint: string, delivery: string) =>
    (await send(server, `${PATH}/${endpoint}/deliveries/${delivery}`)).body;

  it('tells of each attempt what was sent, as it was signed, and what was answered', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock });
    const { id, secret } = await addEndpoint(server, { url: receiver.url, keep_answers: true });
    receiver.answer = (response) =>
      void response.writeHead(500, { 'content-type': 'text/plain', 'x-trace': 't-1' }).end('the table is locked');
    await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    receiver.answer = (response) => void response.writeHead(204).end();
    await later(server, clock, HOUR);
    const [listed] = await deliveriesOf(server, id);
    const delivery = await inFull(server, id, listed.id);
    expect(delivery).toMatchObject({ ...listed, attempts: listed.attempts });
    expect(delivery.attempts).toMatchObject([
      { answer: { headers: { 'x-trace': 't-1' }, body: 'the table is locked', truncated: false } },
      { answer: { body: '', truncated: false } },
    ]);
    for (const [i, got] of receiver.received.entries()) {
      const { url, headers } = delivery.attempts[i].request;
      expect(url).toBe(receiver.url);
      expect(got.headers).toMatchObject(headers);
      // The reported values let a receiver verify the webhook.
      const at = Number(headers['webhook-timestamp']) * 1_000;
      expect(verified(secret, { ...got, headers, body: delivery.body }, at)).toEqual(got.event);
    }
    const other = await addEndpoint(server, { url: receiver.url });
    expect((await send(server, `${PATH}/${other.id}/deliveries/${listed.id}`)).status).toBe(404);
  });

  it('tells nothing of what was answered where the endpoint does not ask for it', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    receiver.answer = (response) => void response.writeHead(200, { 'x-inner': 'secret' }).end('of another service');
    const { id } = await addEndpoint(server, { url: receiver.url });
    const answers = async () => {
      await post(server, `${PATH}/${id}/test`);
      await deliver(server);
      const listed = await deliveriesOf(server, id);
      const full = await Promise.all(listed.map((one: { id: string }) => inFull(server, id, one.id)));
      return full.map(({ attempts }) => [attempts[0].status, attempts[0].answer?.body ?? null]);
    };
    expect(await answers()).toEqual([[200, null]]);
    expect((await patch(server, id, { keep_answers: true })).body.keep_answers).toBe(true);
    expect(await answers()).toEqual([
      [200, 'of another service'],
      [200, null],
    ]);
    await patch(server, id, { keep_answers: false });
    expect(await answers()).toEqual(Array(3).fill([200, null]));
  });

  it('says that nothing was answered, and that nothing was sent', async () => {
    await using server = await startTestServer();
    const closed = await addEndpoint(server, { url: 'http://127.0.0.1:9/' });
    const nameless = await addEndpoint(server, { url: 'http://nowhere.internal/hook' });
    for (const { id } of [closed, nameless]) await post(server, `${PATH}/${id}/test`);
    await deliver(server);
    const attemptOf = async (id: string) => {
      const [{ id: delivery }] = await deliveriesOf(server, id);
      return (await inFull(server, id, delivery)).attempts[0];
    };
    expect(await attemptOf(closed.id)).toMatchObject({ request: { url: 'http://127.0.0.1:9/' }, answer: null });
    expect(await attemptOf(nameless.id)).toMatchObject({ request: null, answer: null });
  });

  it('is of the subject: exported with it, and no longer known once it is erased', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    receiver.answer = (response, { event }) => void response.writeHead(200).end(`Anna of ${event.id}`);
    const { id: endpoint } = await addEndpoint(server, {
      url: receiver.url,
      kinds: ['verification.completed'],
      keep_answers: true,
    });
    const id = await submit(server, clean);
    await server.settle();
    await deliver(server);
    const [{ id: delivery, event }] = await deliveriesOf(server, endpoint);
    expect((await inFull(server, endpoint, delivery)).attempts[0].answer.body).toBe(`Anna of ${event.id}`);
    const { db } = server.appliance;
    const sealed = db.prepare('SELECT sealed_exchange FROM webhook_attempts').pluck().get() as Buffer;
    expect(sealed.includes('Anna')).toBe(false);
    const exported = exportSubject(server.appliance.retention, { kind: 'kyc', id, livemode: true }, 'cli');
    expect(exported.deliveries[0]).toMatchObject({ exchange: { answer: { body: `Anna of ${event.id}` } } });
    expect((await send(server, `/v1/verifications/${id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await deliveriesOf(server, endpoint)).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM webhook_attempts').pluck().get()).toBe(0);
    const replay = await sendJson(server, `/v1/webhook-endpoints/${endpoint}/replay`, { delivery_id: delivery });
    expect([replay.status, replay.body.code]).toEqual([404, 'not_found']);
  });

  it('of a record that is erased before it arrived arrives all the same, and goes then', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock });
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id: endpoint } = await addEndpoint(server, { url: receiver.url, kinds: ['verification.completed'] });
    const other = await submit(server, clean);
    const id = await submit(server, clean);
    await server.settle();
    await deliver(server);
    expect((await send(server, `/v1/verifications/${id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect((await deliveriesOf(server, endpoint)).map(({ state }: { state: string }) => state)).toEqual([
      'pending',
      'pending',
    ]);
    receiver.answer = (response) => void response.writeHead(204).end();
    await later(server, clock, 600_000);
    expect([...receiver.taken()]).toHaveLength(2);
    const [left, ...more] = await deliveriesOf(server, endpoint);
    expect([left.state, more]).toEqual(['delivered', []]);
    const subject = server.appliance.db
      .prepare('SELECT subject_id FROM events WHERE id = ?')
      .pluck()
      .get(left.event.id);
    expect(subject).toBe(other);
  });
});

describe('a receiver that is down for an hour', () => {
  it('gets every event in the end, each verifiable, in whatever order', inWholeRunAlone('1 s'), async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock });
    const { secret, id } = await addEndpoint(server, { url: receiver.url });
    receiver.answer = (response) => void response.destroy();
    for (let minute = 0; minute < 60; minute += 10) {
      await submit(server, clean);
      await server.settle();
      await deliver(server);
      await later(server, clock, 600_000);
    }
    expect(receiver.taken().size).toBe(0);
    const failures = receiver.received.length;
    receiver.answer = (response) => void response.writeHead(200).end();
    for (let passed = 0; passed < 3 * HOUR; passed += 600_000) await later(server, clock, 600_000);
    const feed = (await send(server, '/v1/events?limit=100')).body.data as { id: string }[];
    expect(feed).toHaveLength(18);
    expect([...receiver.taken()].toSorted()).toEqual(feed.map((event) => event.id).toSorted());
    for (const webhook of receiver.received.slice(failures)) {
      const sentMs = Number(webhook.headers['webhook-timestamp']) * 1000;
      expect(feed).toContainEqual(verified(secret, webhook, sentMs));
    }
    expect(new Set((await deliveriesOf(server, id)).map(({ state }: { state: string }) => state))).toEqual(
      new Set(['delivered']),
    );
  });
});

describe('a receiver that hangs', () => {
  it('delays nobody else', inWholeRunAlone('1 s'), async () => {
    await using hanging = await startReceiver();
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    hanging.answer = () => {};
    await addEndpoint(server, { url: hanging.url });
    await addEndpoint(server, { url: receiver.url });
    for (let i = 0; i < 5; i++) await submit(server, clean);
    await server.settle();
    await expect.poll(() => receiver.taken().size).toBe(15);
    // Its own lane is full, so no more attempts are made for it.
    expect(hanging.received).toHaveLength(LIMITS.webhookLaneAttemptsMax);
    expect(hanging.taken().size).toBe(0);
    const metrics = (await send(server, '/metrics')).text;
    expect(metrics).toContain('custos_webhook_deliveries{state="delivered"} 15');
    expect(metrics).toContain('custos_webhook_deliveries{state="pending"} 15');
    expect(metrics).toMatch(/custos_webhook_lag_seconds \d/);
  });
});

describe('the webhook_url of a verification', () => {
  it('takes the place of all endpoints for it, signed with the secret of its mode', async () => {
    await using own = await startReceiver();
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    await addEndpoint(server, { url: receiver.url });
    listOrigin(server, own.url);
    const { status, body } = await create(server, { ...clean, webhook_url: own.url });
    expect([status, body.warnings]).toEqual([201, []]);
    await server.settle();
    await deliver(server);
    expect(typesOf(own).toSorted()).toEqual(KYC.toSorted());
    expect(receiver.received).toEqual([]);
    const secret = (await send(server, `${PATH}/signing-secret`)).body;
    expect(secret).toMatchObject({ livemode: true, previous_secret_until: null });
    for (const webhook of own.received)
      expect(verified(secret.secret, webhook)).toMatchObject({ data: { id: body.id } });
    const deliveries = (await send(server, `/v1/verifications/${body.id}/deliveries`)).body.data;
    expect(deliveries).toHaveLength(3);
    expect(deliveries[0]).toMatchObject({ state: 'delivered', endpoint_id: null, verification_id: body.id });
    // A test key has a different secret. A new secret signs together with the old one.
    const test = await send(server, `${PATH}/signing-secret`, { headers: bearer(server.makeKey({ livemode: false })) });
    expect(test.body.secret).not.toBe(secret.secret);
    const rotated = (await post(server, `${PATH}/signing-secret/rotate`)).body;
    expect(rotated.previous_secret_until).not.toBeNull();
    await create(server, { ...clean, webhook_url: own.url });
    await deliver(server);
    for (const each of [secret, rotated]) expect(verified(each.secret, own.received[3] as never)).toBeTruthy();
  });

  it('that is not allowed is taken with a warning, and blocked until an administrator allows it', async () => {
    await using own = await startReceiver();
    using folder = tempFolder();
    const first = await startTestServer({ folder: folder.path, config: { webhookAllow: ['http://10.0.0.0/8'] } });
    listOrigin(first, own.url);
    const { status, body } = await create(first, { ...clean, webhook_url: own.url });
    expect([status, body.warnings]).toEqual([201, [{ code: 'webhook_url_not_allowed', field: 'webhook_url' }]]);
    await first.settle();
    await deliver(first);
    const states = async (server: TestServer) =>
      (await send(server, `/v1/verifications/${body.id}/deliveries`)).body.data.map(
        ({ state, error, attempts }: { state: string; error: string; attempts: [] }) => [state, error, attempts.length],
      );
    expect(await states(first)).toEqual(Array(3).fill(['blocked', 'not_allowed', 0]));
    expect(first.logged.join('\n')).toContain('egress.denied');
    await first.stop();
    await using again = await startTestServer({
      folder: folder.path,
      config: { webhookAllow: ['http://127.0.0.0/8:*'] },
    });
    await deliver(again);
    expect(own.taken().size).toBe(3);
    expect(await states(again)).toEqual(Array(3).fill(['delivered', null, 1]));
  });

  it('of a record whose key was destroyed is no longer sent anything', async () => {
    await using own = await startReceiver();
    const server = await startTestServer({ start: false });
    const { body } = await create(server, { ...clean, webhook_url: own.url });
    server.appliance.keys.deleteDataKey(body.id);
    server.appliance.webhooks.start(null);
    await deliver(server);
    const rows = server.appliance.db.prepare('SELECT state, last_error FROM webhook_deliveries').raw().all();
    expect([rows, own.received]).toEqual([[['cancelled', 'receiver_gone']], []]);
    await server.stop();
  });

  it('whose name has no address now is warned of and tried again', async () => {
    await using server = await startTestServer();
    listOrigin(server, 'http://nowhere.internal');
    const { body } = await create(server, { ...clean, webhook_url: 'http://nowhere.internal/hook' });
    expect(body.warnings).toEqual([{ code: 'webhook_url_not_allowed', field: 'webhook_url' }]);
    await server.settle();
    await deliver(server);
    const { data } = (await send(server, `/v1/verifications/${body.id}/deliveries`)).body;
    expect(data.length).toBeGreaterThan(0);
    for (const delivery of data) expect(delivery).toMatchObject({ state: 'pending', error: 'name_not_resolved' });
  });

  it('is resolved for each attempt, and the address that was judged is the one connected to', async () => {
    await using own = await startReceiver();
    const addresses = [['127.0.0.1'], ['127.0.0.1'], ['169.254.169.254']];
    let asked = 0;
    const lookup = async () => addresses[Math.min(asked++, 2)] ?? [];
    await using server = await startTestServer({ outbound: { lookup }, start: false });
    server.appliance.webhooks.start(null);
    listOrigin(server, `http://turning.internal:${own.port}`);
    const { body } = await create(server, { ...clean, webhook_url: `http://turning.internal:${own.port}/` });
    await deliver(server);
    expect(own.received.map(({ headers }) => headers.host)).toEqual([`turning.internal:${own.port}`]);
    server.appliance.runner.start();
    await server.settle();
    await deliver(server);
    expect(own.received).toHaveLength(1);
    const { data } = (await send(server, `/v1/verifications/${body.id}/deliveries?state=blocked`)).body;
    expect(data.map(({ error }: { error: string }) => error)).toEqual(['address_forbidden', 'address_forbidden']);
  });
});

describe('a replay', () => {
  it('sends one event again, under its id', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer();
    const { id } = await addEndpoint(server, { url: receiver.url });
    await submit(server, clean);
    await server.settle();
    await deliver(server);
    const [latest] = await deliveriesOf(server, id);
    const { status, body } = await sendJson(server, `${PATH}/${id}/replay`, { delivery_id: latest.id });
    expect([status, body]).toEqual([202, { object: 'webhook_replay', deliveries: 1 }]);
    await deliver(server);
    expect(receiver.received).toHaveLength(4);
    expect(receiver.received[3]?.event.id).toBe(latest.event.id);
  });

  it('sends one event to the webhook_url of its verification again, and to no other', async () => {
    await using own = await startReceiver();
    await using server = await startTestServer();
    own.answer = (response) => void response.writeHead(410).end();
    const ids: string[] = [];
    listOrigin(server, own.url);
    for (let i = 0; i < 2; i++) ids.push((await create(server, { ...clean, webhook_url: own.url })).body.id);
    await server.settle();
    await deliver(server);
    own.answer = (response) => void response.writeHead(204).end();
    const [path, other] = ids.map((id) => `/v1/verifications/${id}/deliveries`);
    const [failed] = (await send(server, `${path}?state=failed`)).body.data;
    const before = own.received.length;
    const body = { delivery_id: failed.id };
    for (const [wrong, key] of [
      [other, server.key],
      [path, server.makeKey({ livemode: false })],
    ] as const) {
      expect((await sendJson(server, `${wrong}/replay`, body, key)).status).toBe(404);
    }
    expect((await sendJson(server, `${path}/replay`, {})).body.errors[0].field).toBe('delivery_id');
    expect(await sendJson(server, `${path}/replay`, body)).toMatchObject({ status: 202, body: { deliveries: 1 } });
    await deliver(server);
    expect(own.received.slice(before).map(({ event }) => event.id)).toEqual([failed.event.id]);
    const [latest] = (await send(server, path ?? '')).body.data;
    expect(latest).toMatchObject({ state: 'delivered', event: failed.event, verification_id: ids[0] });
  });

  it('sends the events of a time again, those alone that the endpoint takes', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using own = await startReceiver();
    await using server = await startTestServer({ clock });
    const ends: string[] = [];
    for (let i = 0; i < 4; i++) {
      ends.push(await submit(server, clean));
      await server.settle();
      clock.advance(60_000);
    }
    await create(server, { ...clean, webhook_url: own.url });
    await server.settle();
    const { id } = await addEndpoint(server, { url: receiver.url, kinds: ['verification.completed', 'webhook.test'] });
    const at = (minutes: number) => new Date(clock.now() - 240_000 + minutes * 60_000).toISOString();
    const range = { from: at(1), to: at(3) };
    expect((await sendJson(server, `${PATH}/${id}/replay`, range)).body.deliveries).toBe(2);
    await deliver(server);
    expect(receiver.received.map(({ event }) => event.data['id'])).toEqual(ends.slice(1, 3));
    expect((await sendJson(server, `${PATH}/${id}/replay`, { from: at(0), to: at(9) })).body.deliveries).toBe(4);
    for (const [wrong, field] of [
      [{}, 'from'],
      [{ from: at(1) }, 'from'],
      [{ from: at(3), to: at(1) }, 'from'],
      [{ delivery_id: 'whd_01h455vb4pex5vsknk084sn02q', from: at(1) }, 'delivery_id'],
      [{ from: 'noon', to: at(1) }, 'from'],
    ] as const) {
      const answer = await sendJson(server, `${PATH}/${id}/replay`, wrong);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
    const unknown = { delivery_id: 'whd_01h455vb4pex5vsknk084sn02q' };
    expect((await sendJson(server, `${PATH}/${id}/replay`, unknown)).status).toBe(404);
  });

  it('of a time leaves out what is blocked, which is sent once that is allowed', async () => {
    const clock = testClock();
    let address = '10.0.0.1';
    const outbound = { lookup: async () => [address] };
    await using server = await startTestServer({ clock, outbound });
    const { id } = await addEndpoint(server, { url: 'http://hooks.example.org/' });
    address = '203.0.113.9';
    await submit(server, clean);
    await server.settle();
    await deliver(server);
    expect(await deliveriesOf(server, id, '?state=blocked')).toHaveLength(KYC.length);
    const range = { from: iso(clock), to: new Date(clock.now() + 1).toISOString() };
    expect((await sendJson(server, `${PATH}/${id}/replay`, range)).body.deliveries).toBe(0);
  });

  it('brings what a disabled endpoint missed', async () => {
    const clock = testClock();
    await using receiver = await startReceiver();
    await using server = await startTestServer({ clock });
    const { id } = await addEndpoint(server, { url: receiver.url });
    await patch(server, id, { enabled: false });
    await submit(server, clean);
    await server.settle();
    await deliver(server);
    expect(receiver.received).toEqual([]);
    const range = { from: new Date(clock.now() - 1).toISOString(), to: new Date(clock.now() + 1).toISOString() };
    expect((await sendJson(server, `${PATH}/${id}/replay`, range)).status).toBe(409);
    await patch(server, id, { enabled: true });
    expect((await sendJson(server, `${PATH}/${id}/replay`, range)).body.deliveries).toBe(3);
    await deliver(server);
    expect(typesOf(receiver).toSorted()).toEqual(KYC.toSorted());
  });
});

it('nothing that is sent, logged, counted or stored in the clear contains personal data, an address or a secret', async () => {
  await using receiver = await startReceiver();
  using folder = tempFolder();
  const server = await startTestServer({ folder: folder.path });
  const word = 'qwhidden-path-7713';
  const { id, secret } = await addEndpoint(server, { url: `${receiver.url}/${word}` });
  const mode = (await send(server, `${PATH}/signing-secret`)).body.secret;
  const own = await create(server, { ...clean, metadata: { ref: word }, webhook_url: `${receiver.url}/${word}?own` });
  const applicant = { ...ANNA, first_name: 'Xvplanted', email: 'xvplanted@example.org' };
  await submit(server, { ...clean, applicant, metadata: { ref: word } });
  await server.settle();
  receiver.answer = (response) => void response.writeHead(500).end(word);
  await post(server, `${PATH}/${id}/test`);
  await deliver(server);
  expect(receiver.received.length).toBeGreaterThanOrEqual(7);
  const secrets = [secret, mode, secret.slice(6), mode.slice(6)];
  const hidden = [word, 'Xvplanted', 'xvplanted', 'XVPLANTED', ...Object.values(ANNA), ...secrets];
  const told = [
    ...receiver.received.flatMap(({ body, headers }) => [body, JSON.stringify(headers)]),
    ...server.logged,
    (await send(server, '/metrics')).text,
    (await send(server, '/v1/events?limit=100')).text,
    (await send(server, `${PATH}/${id}/deliveries?limit=100`)).text,
    (await send(server, `/v1/verifications/${own.body.id}/deliveries`)).text,
  ];
  for (const text of told) for (const each of hidden) expect(text).not.toContain(each);
  const { dataDir } = server.appliance.config;
  await server.stop();
  for (const path of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    if (!statSync(join(dataDir, path)).isFile()) continue;
    const bytes = readFileSync(join(dataDir, path));
    for (const each of [...hidden, `:${receiver.port}/`])
      expect(bytes.includes(each), `${each} in ${path}`).toBe(false);
  }
});

it('every kind of the contract is one that can be chosen', () => {
  expect(WEBHOOK_KINDS).toHaveLength(22);
});
