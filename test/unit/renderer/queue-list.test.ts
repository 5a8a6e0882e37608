import { afterEach, expect, test, vi } from 'vitest';
import { apiPath, keepQueueRows, queueNeighbour } from '../../../renderer/client/queue-place.ts';
import { kept } from '../../../renderer/pages/queue/item.ts';
import { createQueueList, FRESH_MAX } from '../../../renderer/pages/queue/list.ts';
import type { QueueItemAnswer } from '../../../server/contract/search.ts';

afterEach(() => vi.unstubAllGlobals());

/** An appliance whose newest record has the highest number. Its answers can be held back. */
function appliance(count: number) {
  const made: QueueItemAnswer[] = [];
  const asked: { limit: number; order: string; starting_after?: string }[] = [];
  const state = { fails: false, complete: true };
  const add = (more: number): void => {
    for (let i = 0; i < more; i++) made.push(item(made.length));
  };
  add(count);
  vi.stubGlobal('fetch', async (_path: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    const request = JSON.parse(body) as (typeof asked)[number];
    asked.push(request);
    await Promise.resolve();
    signal?.throwIfAborted();
    if (state.fails) return Response.error();
    const all = request.order === 'oldest' ? made : made.toReversed();
    const from =
      request.starting_after === undefined ? 0 : all.findIndex(({ id }) => id === request.starting_after) + 1;
    const data = all.slice(from, from + request.limit);
    return Response.json({ data, has_more: all.length > from + request.limit, complete: state.complete });
  });
  return { made, asked, state, add };
}

function item(number: number): QueueItemAnswer {
  return {
    id: idOf(number),
    object: 'verification',
    kind: 'kyc',
    status: 'needs_review',
    name: `Person ${number}`,
    reference: null,
    country: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    waiting_since: null,
    due_at: null,
    waits_for: null,
    reasons: ['name_mismatch'],
    assignee: null,
    alerts_open: 0,
    links: { self: '' },
  };
}

const idOf = (number: number): string => `ver_${String(number).padStart(26, '0')}`;

test('the pages follow each other to the end, each row once', async () => {
  const { asked } = appliance(500);
  const list = createQueueList({ kinds: ['kyc'] }, 'newest');
  await list.reload();
  expect(list.tail.value).toBe('more');
  while (list.tail.value === 'more') await Promise.all([list.more(), list.more()]);
  expect(list.tail.value).toBe('end');
  const ids = Array.from({ length: list.length.value }, (_, i) => list.at(i)?.id);
  expect(ids).toEqual(Array.from({ length: 500 }, (_, i) => idOf(499 - i)));
  for (const [i, id] of ids.entries()) expect(list.indexOf(`${id}`)).toBe(i);
  // Two simultaneous requests become one.
  expect(asked).toHaveLength(4);
  expect(asked.every((request) => 'kinds' in request)).toBe(true);
});

test('new ones are counted and wait; those that have simply not come yet are not new', async () => {
  const { add } = appliance(500);
  const list = createQueueList({}, 'newest');
  await list.reload();
  await list.lookForNew();
  expect(list.fresh.value).toBe(0);
  add(3);
  const looked = await list.lookForNew();
  expect([looked.size, looked.has(idOf(502)), looked.has(idOf(402))]).toEqual([FRESH_MAX, true, false]);
  expect(list.fresh.value).toBe(3);
  expect(list.at(0)?.id).toBe(idOf(499));
  add(FRESH_MAX);
  await list.lookForNew();
  expect(list.fresh.value).toBe(FRESH_MAX);
  await list.reload();
  expect(list.fresh.value).toBe(0);
  expect(list.at(0)?.id).toBe(idOf(602));
});

test('where all has come, one that enters in the middle or at the end is new too', async () => {
  const { made } = appliance(9);
  const entering = made.splice(0, 2);
  const list = createQueueList({}, 'newest');
  await list.reload();
  expect(list.tail.value).toBe('end');
  made.unshift(...entering);
  await list.lookForNew();
  expect(list.fresh.value).toBe(2);
});

test('in the order of their age new ones come at the end, and are asked for there', async () => {
  const { add } = appliance(7);
  const list = createQueueList({}, 'oldest');
  await list.reload();
  add(2);
  await list.lookForNew();
  expect([list.fresh.value, list.tail.value]).toEqual([0, 'more']);
  await list.more();
  expect([list.length.value, list.tail.value]).toEqual([9, 'end']);
  expect(list.at(8)?.id).toBe(idOf(8));
});

test('an empty list shows the first one at once', async () => {
  const { add } = appliance(0);
  const list = createQueueList({}, 'newest');
  await list.reload();
  add(1);
  await list.lookForNew();
  expect(list.length.value).toBe(1);
});

test('a record changes in its place; one that is no more leaves', async () => {
  const { made } = appliance(5);
  const list = createQueueList({}, 'newest');
  await list.reload();
  const before = list.at(2);
  const version = list.version.value;
  list.patch(idOf(2), { status: 'needs_review', reasons: ['name_mismatch'] });
  expect(list.version.value).toBe(version);
  expect(list.at(2)).toBe(before);
  list.patch(idOf(2), { status: 'completed' });
  expect(list.version.value).toBeGreaterThan(version);
  expect(list.at(2)?.status).toBe('completed');
  expect(before?.status).toBe('needs_review');

  made.splice(3, 1, { ...item(3), name: 'Name differs' });
  await list.lookForNew();
  expect(list.at(1)?.name).toBe('Name differs');

  list.remove(idOf(3));
  list.remove('ver_unknown');
  expect([list.length.value, list.indexOf(idOf(3)), list.indexOf(idOf(2))]).toEqual([4, -1, 1]);
});

test('a page that fails can be asked for again; what is shown stays', async () => {
  const { state } = appliance(300);
  const list = createQueueList({}, 'newest');
  await list.reload();
  state.fails = true;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  await list.more();
  expect(list.tail.value).toMatchObject({ code: 'unreachable' });
  await expect(list.reload()).rejects.toThrow();
  expect(list.length.value).toBe(60);
  appliance(300);
  await list.more();
  expect(list.length.value).toBe(260);
});

test('a page that arrives after the list was restarted is dropped', async () => {
  appliance(300);
  const list = createQueueList({}, 'newest');
  await list.reload();
  const late = list.more();
  await list.reload();
  await late;
  expect([list.length.value, list.tail.value]).toEqual([60, 'more']);
});

test('what many records say alike is kept once', () => {
  const [first, second] = [kept(item(1)), kept(item(2))];
  expect(first.reasons).toBe(second.reasons);
  expect(Object.keys(first)).not.toContain('links');
  expect(apiPath(first)).toBe(`/v1/verifications/${idOf(1)}`);
  expect(apiPath({ id: 'kyb_ver_1', kind: 'kyb' })).toBe('/v1/kyb/verifications/kyb_ver_1');
});

test('from a record the way leads on to the next of the queue as it was shown', async () => {
  appliance(3);
  const list = createQueueList({}, 'newest');
  await list.reload();
  keepQueueRows(list);
  expect(queueNeighbour(idOf(2), 1)).toBe(`/verifications/${idOf(1)}`);
  expect(queueNeighbour(idOf(1), -1)).toBe(`/verifications/${idOf(2)}`);
  expect([queueNeighbour(idOf(2), -1), queueNeighbour(idOf(0), 1), queueNeighbour('ver_x', 1)]).toEqual([
    null,
    null,
    null,
  ]);
  keepQueueRows(null);
  expect(queueNeighbour(idOf(2), 1)).toBeNull();
});
