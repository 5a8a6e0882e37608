import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { cardAndSelfie } from '../support/form.ts';
import { lenientPolicy } from '../support/kyb.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  type Answer,
  bearer,
  createCompany,
  holdings,
  KYB,
  LEAST_COMPANY,
  NOTHING,
  send,
  submit,
  withKey,
} from './drive.ts';
import { openStream } from './streams.ts';

const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f60';
const LEAST = { company: LEAST_COMPANY };
const COUNT = 13;

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);
const linkOf = ({ headers }: Answer, rel: string): string | null =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1] ?? null;

describe('the list of companies', () => {
  let server: TestServer;
  let ids: string[];
  let failed: string[];
  let key: string;
  let person: string;

  beforeAll(async () => {
    server = await startTestServer({ policy: lenientPolicy({ simulated_failed: 'fail' }) });
    key = server.makeKey({ livemode: false });
    ids = [];
    for (let i = 0; i < COUNT; i++) {
      const simulate = i % 4 === 0 ? 'failed' : 'completed';
      const made = await createCompany(server, { ...LEAST, metadata: { simulate } }, bearer(key));
      ids.unshift(made.body.id);
    }
    failed = ids.filter((_, index) => (COUNT - 1 - index) % 4 === 0);
    await createCompany(server, LEAST);
    person = await submit(server, { files: cardAndSelfie() }, key);
    await server.settle();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const list = (query = '', as = key) => send(server, `${KYB}${query}`, { headers: bearer(as) });

  async function follow(query: string, rel: 'next' | 'prev'): Promise<Answer[]> {
    const pages: Answer[] = [];
    for (let next: string | null = `${KYB}${query}`; next !== null; next = linkOf(pages.at(-1) as Answer, rel)) {
      pages.push(await send(server, next, { headers: bearer(key) }));
      expect(pages.length).toBeLessThanOrEqual(COUNT);
    }
    return pages;
  }

  it('has ten of the newest by default, each as it is when read, and none of the other mode or kind', async () => {
    const page = await list();
    expect(page.body).toMatchObject({ object: 'list', url: KYB, has_more: true });
    expect(idsOf(page)).toEqual(ids.slice(0, 10));
    const one = await send(server, `${KYB}/${ids[0]}`, { headers: bearer(key) });
    expect(page.body.data[0]).toEqual(one.body);
    expect(idsOf(await list('?limit=100'))).toEqual(ids);
    expect(idsOf(await list('', server.key))).toHaveLength(1);
  });

  it('is walked whole by its links, forth and back', async () => {
    const forth = await follow('?limit=4', 'next');
    expect(forth.flatMap(idsOf)).toEqual(ids);
    expect(forth.map(({ body }) => body.has_more)).toEqual([true, true, true, false]);
    const back = await follow(`?limit=4&ending_before=${ids.at(-1)}`, 'prev');
    expect(back.toReversed().flatMap(idsOf)).toEqual(ids.slice(0, -1));
  });

  it('goes on after an id and back before one, both exclusive', async () => {
    expect(idsOf(await list(`?limit=3&starting_after=${ids[2]}`))).toEqual(ids.slice(3, 6));
    expect(idsOf(await list(`?limit=3&ending_before=${ids[5]}`))).toEqual(ids.slice(2, 5));
    expect(idsOf(await list(`?starting_after=${ids.at(-1)}`))).toEqual([]);
  });

  it('is filtered by status, on every page', async () => {
    expect((await follow('?status=failed&limit=2', 'next')).flatMap(idsOf)).toEqual(failed);
    expect(idsOf(await list('?status=completed&limit=100'))).toEqual(ids.filter((id) => !failed.includes(id)));
    expect((await list('?status=pending')).body).toMatchObject({ data: [], has_more: false });
  });

  it.each([
    ['?status=done', 'invalid_request', 'status'],
    ['?limit=0', 'invalid_request', 'limit'],
    ['?limit=101', 'invalid_request', 'limit'],
    ['?limit=1e1', 'invalid_request', 'limit'],
    ['?starting_after=x', 'invalid_cursor', 'starting_after'],
    ['?ending_before=kyb_ver_01h455vb4pex5vsknk084sn02q', 'invalid_cursor', 'ending_before'],
  ])('refuses %s', async (query, code, field) => {
    const { status, body } = await list(query);
    expect([status, body.code, body.errors[0].field]).toEqual([400, code, field]);
  });

  it('takes no cursor of another kind, of the other mode, or two at once', async () => {
    for (const query of [
      `?starting_after=${person}`,
      `?starting_after=${idsOf(await list('', server.key))[0]}`,
      `?starting_after=${ids[0]}&ending_before=${ids[1]}`,
    ]) {
      expect([query, (await list(query)).body.code]).toEqual([query, 'invalid_cursor']);
    }
  });
});

describe('the same company with the same key', () => {
  const BODY = { company: { ...LEAST_COMPANY, tax_id: '1' }, ubos: [{ ownership_percent: 50 }], metadata: { a: 'é' } };

  it('is answered byte for byte as before, whatever the writing of its JSON', async () => {
    await using server = await startTestServer();
    const first = await createCompany(server, BODY, withKey(KEY));
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = `{ "metadata": {"a":"\\u00e9"}, "ubos":[{"ownership_percent":5e1}],
      "company":{"tax_id":"1","country":"DE","address":{"country":"DE"},"legal_name":"${LEAST_COMPANY.legal_name}"}}`;
    for (const key of [KEY, `"${KEY}"`, KEY.toUpperCase()]) {
      const replay = await createCompany(server, again, withKey(key));
      expect([replay.status, replay.text]).toEqual([201, first.text]);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      expect(replay.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(await holdings(server)).toMatchObject({ verifications: 1, jobs: 1, keys: 1, idempotency: 1 });
  });

  it('ten times at once makes one record', async () => {
    await using server = await startTestServer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => createCompany(server, BODY, withKey(KEY))));
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'idempotency_in_progress']);
    }
    expect(await holdings(server)).toMatchObject({ verifications: 1, idempotency: 1 });
  });

  it.each([
    ['a number', { ...BODY, ubos: [{ ownership_percent: 50.1 }] }],
    ['an order', { ...BODY, ubos: [{ ownership_percent: 50 }, { ownership_percent: 0 }] }],
    ['an unknown field', { ...BODY, whatever: 1 }],
    ['metadata', { ...BODY, metadata: {} }],
  ])('but another value, such as %s, is 422 and stores nothing', async (_name, other) => {
    await using server = await startTestServer({ start: false });
    expect((await createCompany(server, BODY, withKey(KEY))).status).toBe(201);
    const before = await holdings(server);
    const { status, body } = await createCompany(server, other, withKey(KEY));
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await holdings(server)).toEqual(before);
    await server.stop();
  });

  it('is another request after seven days, by another API key, and on another path', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const first = await createCompany(server, BODY, withKey(KEY));
    const others = [server.makeKey(), server.makeKey({ livemode: false })];
    const ids = new Set([first.body.id]);
    for (const key of others) ids.add((await createCompany(server, BODY, { ...bearer(key), ...withKey(KEY) })).body.id);
    await server.settle();
    clock.advance(LIMITS.idempotencyKeepMs);
    ids.add((await createCompany(server, BODY, withKey(KEY))).body.id);
    expect(ids.size).toBe(4);
  });

  it('is not used up by a request that was refused', async () => {
    await using server = await startTestServer({ start: false, config: { queueLengthMax: 1 } });
    expect((await createCompany(server, {}, withKey(KEY))).status).toBe(400);
    expect(await holdings(server)).toEqual(NOTHING);
    expect((await createCompany(server, LEAST, withKey('nothing'))).body.code).toBe('invalid_idempotency_key');
    expect((await createCompany(server, LEAST)).status).toBe(201);
    expect((await createCompany(server, LEAST, withKey(KEY))).status).toBe(503);
    server.appliance.runner.start();
    await server.settle();
    expect((await createCompany(server, LEAST, withKey(KEY))).status).toBe(201);
    await server.settle();
  });
});

describe('the stream of a company', () => {
  it('tells its events from the first on, and no other', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { body } = await createCompany(server, LEAST);
    await createCompany(server, LEAST);
    await server.settle();
    const stream = await openStream(server, `${KYB}/${body.id}/stream`);
    const events = await stream.take(3);
    stream.close();
    expect(events.map(({ event }) => event)).toEqual(
      ['created', 'processing', 'completed'].map((state) => `kyb.verification.${state}`),
    );
    for (const { data } of events)
      expect(JSON.parse(data).data).toMatchObject({ id: body.id, object: 'kyb_verification' });
  });

  it('tells the steps of the work by a name of their own', async () => {
    await using server = await startTestServer({ start: false, policy: lenientPolicy() });
    const { body } = await createCompany(server, LEAST);
    const stream = await openStream(server, `${KYB}/${body.id}/stream`);
    server.appliance.runner.start();
    const steps: { id: string; step: string | null }[] = [];
    for (
      let message = await stream.next();
      message?.event !== 'kyb.verification.completed';
      message = await stream.next()
    ) {
      if (message === null) throw new Error('the stream has ended');
      if (message.event === 'kyb.verification.progress') steps.push(JSON.parse(message.data));
    }
    stream.close();
    expect(steps.map(({ step }) => step)).toContain('registry');
    expect(steps.every(({ id }) => id === body.id)).toBe(true);
  });
});
