import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/audit/log.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, read, send, submit, verify } from './drive.ts';
import { openStream } from './streams.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };
const dark = { ...clean, files: cardAndSelfie({ card: { quality: { brightness: 1 } } }) };
const damaged = { files: [{ bytes: fakeFile({ undecodable: true }), type: 'national_id' }] };
/** Contract: a stream ends within this time after its key was revoked. */
const REVOKED_WITHIN_MS = 5_000;

interface Event {
  id: string;
  type: string;
  timestamp: string;
  audit_anchor?: string;
  data: { id: string; status: string; livemode: boolean };
}

const feed = async (server: TestServer, query = '', key = server.key): Promise<Event[]> =>
  (await send(server, `/v1/events${query}`, { headers: bearer(key) })).body.data;
const nextOf = ({ headers }: Answer): string | null =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

describe('the events of a verification', () => {
  it.each([
    ['completed', clean],
    ['needs_review', dark],
    ['failed', damaged],
  ])('are created, processing and %s, once each and in this order', async (status, parts) => {
    await using server = await startTestServer({ clock: testClock() });
    const record = await verify(server, parts);
    const events = await feed(server);
    expect(events.map(({ type }) => type)).toEqual([
      'verification.created',
      'verification.processing',
      `verification.${status}`,
    ]);
    expect(events.map(({ data }) => data.status)).toEqual(['pending', 'processing', status]);
    expect(events.at(-1)).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: `verification.${status}`,
      timestamp: record.updated_at,
      data: {
        id: record.id,
        object: 'verification',
        status,
        livemode: true,
        links: { self: `/v1/verifications/${record.id}` },
      },
      audit_anchor: expect.stringMatching(/^\d+:[0-9a-f]{64}$/),
    });
  });

  it('anchor the audit log for their receiver: a log that is truncated later does not match them', async () => {
    await using server = await startTestServer();
    await verify(server, clean);
    const { appliance } = server;
    const anchors = (await feed(server)).map(({ audit_anchor = '' }) => {
      const [count, link = ''] = audit_anchor.split(':');
      return { count: Number(count), link: Buffer.from(link, 'hex') };
    });
    expect(verifyAudit(appliance, anchors)).toMatchObject({ ok: true });
    const other = anchors.map(({ count }) => ({ count, link: Buffer.alloc(32, 7) }));
    expect(verifyAudit(appliance, other)).toMatchObject({ ok: false, seq: anchors[0]?.count });
    const later = anchors.map(({ count, link }) => ({ count: count + 100, link }));
    expect(verifyAudit(appliance, later)).toMatchObject({ ok: false });
  });

  it('are the same for a simulation, in the test mode alone', async () => {
    await using server = await startTestServer();
    const key = server.makeKey({ livemode: false });
    await verify(server, { ...clean, metadata: { simulate: 'failed' } }, key);
    expect((await feed(server, '', key)).map(({ type }) => type)).toEqual([
      'verification.created',
      'verification.processing',
      'verification.failed',
    ]);
    expect(await feed(server)).toEqual([]);
  });

  it('are not there of a creation that was refused', async () => {
    await using server = await startTestServer();
    const init = { method: 'POST', body: new FormData() };
    expect((await send(server, '/v1/verifications', init)).status).toBe(400);
    expect(await feed(server)).toEqual([]);
  });
});

describe('the feed', () => {
  it('is read page by page, oldest first, without gap or double', async () => {
    await using server = await startTestServer();
    for (let i = 0; i < 5; i++) await submit(server, clean);
    await server.settle();
    const whole = await feed(server, '?limit=100');
    expect(whole).toHaveLength(15);
    expect(whole.map(({ id }) => id).toSorted()).toEqual(whole.map(({ id }) => id));
    const paged: Event[] = [];
    for (let path: string | null = '/v1/events?limit=4'; path !== null; ) {
      const page: Answer = await send(server, path);
      expect(page.body.has_more).toBe(nextOf(page) !== null);
      paged.push(...page.body.data);
      path = nextOf(page);
    }
    expect(paged).toEqual(whole);
    expect(await feed(server, `?starting_after=${whole[13]?.id}`)).toEqual(whole.slice(14));
  });

  it('shows a key without kyc:read none of them', async () => {
    await verify(server, clean);
    const page = await send(server, '/v1/events', { headers: bearer(server.makeKey({ scopes: ['events:read'] })) });
    expect(page.body).toMatchObject({ data: [], has_more: false });
  });

  it('takes no event of the other mode as its cursor', async () => {
    await verify(server, clean);
    const [event] = await feed(server);
    const key = server.makeKey({ livemode: false });
    for (const path of [`/v1/events?starting_after=${event?.id}`]) {
      expect((await send(server, path, { headers: bearer(key) })).body.code).toBe('invalid_cursor');
    }
    const headers = { ...bearer(key), 'last-event-id': event?.id ?? '' };
    expect((await send(server, '/v1/events/stream', { headers })).body.code).toBe('invalid_cursor');
  });
});

describe('the stream of one verification', () => {
  it('tells its events and each step of the work', async () => {
    const gate = Promise.withResolvers<void>();
    const engines = fakeEngines({ before: () => gate.promise });
    await using server = await startTestServer({ engines });
    const id = await submit(server, clean);
    const stream = await openStream(server, `/v1/verifications/${id}/stream`);
    const [created, processing] = await stream.take(2);
    expect([created?.event, processing?.event]).toEqual(['verification.created', 'verification.processing']);
    gate.resolve();
    const steps: (string | null)[] = [];
    let last = await stream.next();
    for (; last?.event === 'verification.progress'; last = await stream.next()) {
      const progress = JSON.parse(last.data);
      expect(progress.id).toBe(id);
      steps.push(progress.step);
    }
    expect(steps).toEqual([
      'quality',
      'read',
      'authenticity',
      'validity',
      'consistency',
      'face',
      'liveness',
      'duplicates',
      'screening',
      null,
    ]);
    expect(last?.event).toBe('verification.completed');
    expect(JSON.parse(last?.data ?? '').data).toMatchObject({ id, status: 'completed' });
    stream.close();
  });

  it('tells nothing of another', async () => {
    const one = await verify(server, clean);
    await verify(server, dark);
    const stream = await openStream(server, `/v1/verifications/${one.id}/stream`);
    const events = await stream.take(3);
    expect(events.every(({ data }) => JSON.parse(data).data.id === one.id)).toBe(true);
    stream.close();
  });
});

describe('the stream of all events', () => {
  it('begins now, and goes on behind Last-Event-ID without gap or double', async () => {
    await using server = await startTestServer();
    const former = await verify(server, clean);
    const first = await openStream(server, '/v1/events/stream');
    await submit(server, clean);
    const heard = await first.take(2);
    first.close();
    await submit(server, dark);
    await server.settle();
    const second = await openStream(server, '/v1/events/stream', { lastEventId: heard.at(-1)?.id ?? '' });
    await submit(server, clean);
    heard.push(...(await second.take(7)));
    second.close();
    const all = await feed(server, '?limit=100');
    expect(heard.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id));
    expect(heard.map(({ data }) => JSON.parse(data))).toEqual(all.slice(3));
    expect(heard.map(({ event }) => event)).toEqual(all.slice(3).map(({ type }) => type));
    expect((await read(server, former.id)).status).toBe('completed');
  });

  it('goes on behind Last-Event-ID after a restart of the appliance', async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path, start: false });
    const { key } = former;
    const stream = await openStream(former, '/v1/events/stream', { key });
    await submit(former, clean);
    const [created] = await stream.take(1);
    await former.stop();
    await using server = await startTestServer({ folder: folder.path });
    await server.settle();
    const resumed = await openStream(server, '/v1/events/stream', { key, lastEventId: created?.id ?? '' });
    const rest = await resumed.take(2);
    expect(rest.map(({ event }) => event)).toEqual(['verification.processing', 'verification.completed']);
    resumed.close();
  });

  it('tells a key its own mode alone', async () => {
    const key = server.makeKey({ livemode: false });
    const stream = await openStream(server, '/v1/events/stream', { key });
    await verify(server, clean);
    const id = await submit(server, { ...clean, metadata: { simulate: 'completed' } }, key);
    const events = await stream.take(3);
    expect(events.map(({ data }) => JSON.parse(data).data.id)).toEqual([id, id, id]);
    stream.close();
  });

  it(
    'ends within five seconds where its key is revoked, and that of another key goes on',
    inWholeRunAlone('2 s'),
    async () => {
      const made = await send(server, '/v1/api-keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ label: 'x', scopes: ['events:read', 'kyc:read'] }),
      });
      const doomed = await openStream(server, '/v1/events/stream', { key: made.body.secret });
      const other = await openStream(server, '/v1/events/stream');
      const startMs = performance.now();
      await send(server, `/v1/api-keys/${made.body.id}/revoke`, { method: 'POST' });
      expect(await doomed.next()).toBeNull();
      expect(performance.now() - startMs).toBeLessThan(REVOKED_WITHIN_MS);
      await submit(server, clean);
      expect(await other.take(1)).toMatchObject([{ event: 'verification.created' }]);
      other.close();
    },
  );

  it('answers a HEAD at once, which opens none', async () => {
    for (let i = 0; i <= LIMITS.streamsPerActorMax; i++) {
      const { status, headers } = await send(server, '/v1/events/stream', { method: 'HEAD' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    (await openStream(server, '/v1/events/stream')).close();
  });

  it('is open eight times at most for one key', async () => {
    const streams = [];
    for (let i = 0; i < LIMITS.streamsPerActorMax; i++) streams.push(await openStream(server, '/v1/events/stream'));
    expect(streams).toHaveLength(8);
    const { status, headers } = await send(server, '/v1/events/stream');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const another = await openStream(server, '/v1/events/stream', { key: server.makeKey() });
    for (const stream of [...streams, another]) stream.close();
  });
});
