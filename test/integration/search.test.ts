import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueItemAnswer } from '../../server/contract/search.ts';
import { transact } from '../../server/db/transact.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { storeManyRecords } from '../support/many-records.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, sendJson } from './drive.ts';

const RECORDS = rounds(1_200, 600);
const ASSIGNEE = 'key_01h455vb4pex5vsknk084sn02q';

const search = (server: TestServer, body: object, key = server.key): Promise<Answer> =>
  sendJson(server, '/v1/search', body, key);
const count = (server: TestServer, body: object, key = server.key): Promise<Answer> =>
  sendJson(server, '/v1/search/counts', body, key);

/** All records that a search finds, page by page. */
async function searchAll(server: TestServer, body: object, limit = 200): Promise<QueueItemAnswer[]> {
  const found: QueueItemAnswer[] = [];
  for (;;) {
    const after = found.at(-1)?.id;
    const answer = await search(server, { ...body, limit, ...(after === undefined ? {} : { starting_after: after }) });
    expect(answer.status, answer.text).toBe(200);
    found.push(...answer.body.data);
    if (!answer.body.has_more) return found;
    expect(answer.body.data).toHaveLength(limit);
  }
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

describe('many records', () => {
  let server: TestServer;
  let all: QueueItemAnswer[];
  /** Turns of the event loop during the reading of all records. */
  let turns = 0;
  beforeAll(async () => {
    server = await startTestServer({ start: false, list: false });
    storeManyRecords(server.appliance, { count: RECORDS, assignees: [ASSIGNEE], dueHours: 24, idle: false, seed: 7 });
    storeManyRecords(server.appliance, { count: 20, livemode: false, idle: false, seed: 8 });
    server.appliance.queueIndex.start();
    while (!server.appliance.queueIndex.isComplete()) {
      await new Promise(setImmediate);
      turns += 1;
    }
    all = await searchAll(server, {});
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('are read a slice at a time, so that requests have their turn', () => {
    expect(turns).toBeGreaterThan(RECORDS / LIMITS.queueRecordsAtOnce);
  });

  it('come page by page in each order, each once', async () => {
    const ids = server.appliance.db
      .prepare('SELECT id FROM verifications WHERE livemode = 1 ORDER BY seq')
      .pluck()
      .all();
    expect(idsOf(await searchAll(server, { order: 'oldest' }, 193))).toEqual(ids);
    expect(idsOf(all)).toEqual([...ids].reverse());
    const waiting = await searchAll(server, { order: 'longest_waiting' }, 31);
    expect(idsOf(waiting)).toEqual(
      server.appliance.db
        .prepare(
          "SELECT id FROM verifications WHERE livemode = 1 AND status = 'needs_review' ORDER BY review_since, seq",
        )
        .pluck()
        .all(),
    );
    expect(waiting.every(({ waiting_since }) => waiting_since !== null)).toBe(true);
    const due = await searchAll(server, { order: 'due' }, 17);
    expect(idsOf(due)).toEqual(
      server.appliance.db
        .prepare(
          "SELECT id FROM verifications WHERE livemode = 1 AND status = 'needs_review' ORDER BY due_at_ms NULLS LAST, seq",
        )
        .pluck()
        .all(),
    );
    expect(new Set(due.map(({ due_at }) => due_at === null))).toEqual(new Set([false, true]));
  });

  it('are found by any conditions together, and counted by the same', inWholeRunAlone('1 s'), async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const maybe = <T>(value: T): T | undefined => (random() < 0.4 ? value : undefined);
    const codes = [...new Set(all.flatMap(({ reasons }) => reasons))];
    for (let round = 0; round < 40; round++) {
      const named = draw(all);
      const filter = {
        kinds: maybe([draw(['kyc', 'kyb'] as const)]),
        reasons: maybe([draw(codes), draw(codes)]),
        assignee: maybe(draw(['none', ASSIGNEE, 'me'])),
        created_from: maybe(draw(all).created_at),
        created_to: maybe(draw(all).created_at),
        text: maybe(draw([named.name?.split(' ')[0] ?? '', named.reference ?? '', named.id, named.id.slice(0, 20)])),
      };
      const statuses = maybe([draw(['completed', 'needs_review'] as const), draw(['failed', 'pending'] as const)]);
      const hint = `seed ${seed}, round ${round}: ${JSON.stringify({ ...filter, statuses })}`;
      const passes = (item: QueueItemAnswer): boolean =>
        (filter.kinds?.includes(item.kind) ?? true) &&
        (filter.reasons?.some((code) => item.reasons.includes(code)) ?? true) &&
        (filter.assignee === undefined || (item.assignee?.id ?? 'none') === filter.assignee) &&
        (filter.created_from === undefined || item.created_at >= filter.created_from) &&
        (filter.created_to === undefined || item.created_at < filter.created_to);
      const byText = filter.text === undefined ? null : new Set(idsOf(await searchAll(server, { text: filter.text })));
      const open = all.filter((item) => passes(item) && (byText?.has(item.id) ?? true));
      const expected = open.filter(({ status }) => (statuses as string[] | undefined)?.includes(status) ?? true);
      expect(idsOf(await searchAll(server, { ...filter, statuses })), hint).toEqual(idsOf(expected));
      const counted = await count(server, { ...filter, statuses });
      expect(counted.body.total, hint).toBe(expected.length);
      expect(counted.body.kinds.kyb, hint).toBe(expected.filter(({ kind }) => kind === 'kyb').length);
      expect(counted.body.kinds.kyc, hint).toBe(expected.filter(({ kind }) => kind === 'kyc').length);
      for (const [status, n] of Object.entries(counted.body.statuses)) {
        expect(n, `${status}, ${hint}`).toBe(open.filter((item) => item.status === status).length);
      }
      const waiting = open.filter(({ status }) => status === 'needs_review');
      for (const { code, count: n } of counted.body.reasons) {
        expect(n, `${code}, ${hint}`).toBe(waiting.filter(({ reasons }) => reasons.includes(code)).length);
      }
      expect(counted.body.reasons).toHaveLength(new Set(waiting.flatMap(({ reasons }) => reasons)).size);
      const numbers = counted.body.reasons.map(({ count: n }: { count: number }) => n);
      expect(numbers, hint).toEqual([...numbers].sort((a, b) => b - a));
      const oldest = waiting.map((item) => `${item.waiting_since} ${item.id}`).sort()[0];
      expect(counted.body.oldest_waiting?.since, hint).toBe(oldest?.split(' ')[0]);
    }
  });

  it('carry the codes of why they are not completed, and who has them', () => {
    const undecided = all.filter(({ status }) => ['completed', 'pending', 'processing'].includes(status));
    expect(undecided.flatMap(({ reasons }) => reasons)).toEqual([]);
    const held = all.filter(({ status }) => ['failed', 'needs_review'].includes(status));
    expect(held.every(({ reasons }) => reasons.length > 0)).toBe(true);
    expect(all.filter(({ assignee }) => assignee !== null)).not.toEqual([]);
    expect(all.find(({ assignee }) => assignee !== null)?.assignee).toEqual({ id: ASSIGNEE, name: null });
  });

  it('of one kind are all that somebody sees who may read that kind alone', async () => {
    for (const kind of ['kyc', 'kyb'] as const) {
      const key = server.makeKey({ scopes: [`${kind}:read`] });
      const mine = all.filter((item) => item.kind === kind);
      const { body } = await count(server, {}, key);
      expect(body).toMatchObject({ total: mine.length, kinds: { [kind]: mine.length } });
      const other = kind === 'kyc' ? 'kyb' : 'kyc';
      expect(body.kinds[other]).toBe(0);
      expect((await search(server, { kinds: [other] }, key)).body.data).toEqual([]);
      const foreign = all.find((item) => item.kind === other)?.id;
      expect((await search(server, { text: foreign }, key)).body.data).toEqual([]);
      const cursor = await search(server, { starting_after: foreign }, key);
      expect([cursor.status, cursor.body.code]).toEqual([400, 'invalid_cursor']);
    }
    const none = await search(server, {}, server.makeKey({ scopes: ['events:read'] }));
    expect([none.status, none.body.code]).toEqual([403, 'forbidden']);
  });

  it('of the test mode stand by themselves', async () => {
    const key = server.makeKey({ livemode: false });
    expect((await count(server, {}, key)).body.total).toBe(20);
    expect((await search(server, { text: all[0]?.id }, key)).body.data).toEqual([]);
    expect((await search(server, { starting_after: all[0]?.id }, key)).status).toBe(400);
  });

  it('that are worked through are followed by the next page', async () => {
    const { db } = server.appliance;
    const body = { order: 'longest_waiting', limit: 5, statuses: ['needs_review'] };
    const [first, rest] = [await search(server, body), await searchAll(server, { order: 'longest_waiting' })];
    const last = first.body.data.at(-1).id;
    db.exec('SAVEPOINT worked');
    db.prepare("UPDATE verifications SET status = 'completed' WHERE id = ?").run(last);
    const next = await search(server, { ...body, starting_after: last });
    expect(idsOf(next.body.data)).toEqual(idsOf(rest).slice(5, 10));
    db.exec('ROLLBACK TO worked; RELEASE worked');
    db.prepare('UPDATE verifications SET updated_at = updated_at WHERE id = ?').run(last);
    const pending = all.find(({ status }) => status === 'pending')?.id;
    const refused = await search(server, { ...body, starting_after: pending });
    expect(refused.body).toMatchObject({ code: 'invalid_cursor', errors: [{ field: 'starting_after' }] });
  });

  it('are not found as a transaction had them that was rolled back', async () => {
    const id = all[0]?.id ?? '';
    const attempt = () =>
      transact(server.appliance.db, () => {
        server.appliance.db.prepare("UPDATE verifications SET assignee = 'opr_other' WHERE id = ?").run(id);
        throw new Error('it fails');
      });
    expect(attempt).toThrow('it fails');
    expect((await search(server, { text: id })).body.data).toEqual([all[0]]);
  });

  it('are searched for without a word of it in the log', async () => {
    const name = all.find((item) => item.kind === 'kyc')?.name ?? '';
    await search(server, { text: name });
    expect(name.length).toBeGreaterThan(5);
    expect(server.logged.join('\n')).not.toContain(name.split(' ').at(-1));
    expect(server.logged.join('\n')).not.toContain('CASE-');
  });
});

describe('a search that cannot be', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ start: false, list: false });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each([
    ['a kind that is none', { kinds: ['kyx'] }, 'kinds[0]'],
    ['an empty list', { statuses: [] }, 'statuses'],
    ['a state that is none', { statuses: ['open'] }, 'statuses[0]'],
    ['a code that is none', { reasons: ['Not A Code'] }, 'reasons[0]'],
    ['too many codes', { reasons: Array(51).fill('a_code') }, 'reasons'],
    ['somebody who is nobody', { assignee: 'Rosa' }, 'assignee'],
    ['a day in place of a time', { created_from: '2026-01-31' }, 'created_from'],
    ['a long text', { text: 'a'.repeat(201) }, 'text'],
    ['no text', { text: 5 }, 'text'],
    ['an order that is none', { order: 'name' }, 'order'],
    ['no record', { limit: 0 }, 'limit'],
    ['too many records', { limit: 201 }, 'limit'],
    ['half a record', { limit: 1.5 }, 'limit'],
  ])('names the field: %s', async (_name, body, field) => {
    const { status, body: problem } = await search(server, body);
    expect([status, problem.code, problem.errors.map((item: { field: string }) => item.field)]).toEqual([
      400,
      'invalid_request',
      [field],
    ]);
    expect(JSON.stringify(problem)).not.toContain('Rosa');
  });

  it('says what it did not know, and what must be JSON', async () => {
    const known = await search(server, { stauses: ['failed'] });
    expect(known.body.warnings).toEqual([{ code: 'unknown_field', field: 'stauses' }]);
    const headers = { ...bearer(server.key), 'content-type': 'text/plain' };
    const answer = await server.fetch('/v1/search', { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(415);
  });
});
