import { expect, it } from 'vitest';
import { type QueueOrder, searchQueue } from '../../../server/verifications/queue.ts';
import { countQueue } from '../../../server/verifications/queue-counts.ts';
import { byDue, byWaiting, placeOf, type QueueEntry } from '../../../server/verifications/queue-entry.ts';
import type { QueueFilter } from '../../../server/verifications/queue-filter.ts';
import { createQueueGroups } from '../../../server/verifications/queue-groups.ts';
import type { QueueIndex } from '../../../server/verifications/queue-index.ts';
import { createQueueWords } from '../../../server/verifications/queue-words.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const STATUSES = ['pending', 'processing', 'completed', 'failed', 'needs_review'] as const;
const REASONS = [[], ['a_code'], ['a_code', 'b_code'], ['c_code']] as const;
const NAMES = ['anna', 'annika', 'bo', 'carl', 'ca', 'dora'] as const;

/** An index of entries that the test adds, and the plain equivalent that reads each of them. */
function lab() {
  const groups = createQueueGroups();
  const words = createQueueWords();
  const all: QueueEntry[] = [];
  const index: QueueIndex = {
    start: () => {},
    entries: async () => all,
    find: (id) => all.find((entry) => entry.id === id),
    groups: groups.all,
    startingWith: words.startingWith,
    isComplete: () => true,
    settled: async () => {},
    stop: async () => {},
  };
  return {
    index,
    all,
    groups,
    add(entry: QueueEntry) {
      all.splice(
        placeOf(all, ({ seq }) => seq < entry.seq),
        0,
        entry,
      );
      groups.add(entry);
      words.add(entry, entry.words ?? '');
    },
    change(entry: QueueEntry, change: Partial<QueueEntry>) {
      groups.remove(entry);
      words.remove(entry, entry.words ?? '');
      Object.assign(entry, change);
      groups.add(entry);
      words.add(entry, entry.words ?? '');
    },
    remove(entry: QueueEntry) {
      groups.remove(entry);
      words.remove(entry, entry.words ?? '');
      all.splice(all.indexOf(entry), 1);
    },
  };
}

it(
  'groups and words find and count what looking at each record does, whatever changes and however the clock goes',
  inWholeRunAlone('1 s'),
  async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const maybe = <T>(make: () => T): T | undefined => (random() < 0.4 ? make() : undefined);
    for (const clock of ['forward', 'set back'] as const) {
      const { index, all, add, change, remove } = lab();
      const draft = (): Pick<
        QueueEntry,
        'status' | 'assignee' | 'reasons' | 'reviewSinceMs' | 'reviewDueMs' | 'words' | 'updatedAtMs'
      > => ({
        status: draw(STATUSES),
        assignee: draw([null, 'opr_1', 'opr_2']),
        reasons: draw(REASONS),
        reviewSinceMs: draw([null, Math.floor(random() * 50)]),
        reviewDueMs: draw([null, Math.floor(random() * 50)]),
        updatedAtMs: Math.floor(random() * 50),
        words: ` ${draw(NAMES)} ${draw(NAMES)}`,
      });
      for (let seq = 1; seq <= 300; seq++) {
        const createdAtMs = clock === 'forward' ? seq : (seq * 37) % 100;
        const kind = draw(['kyc', 'kyb'] as const);
        const id = `${kind === 'kyb' ? 'kyb_' : ''}ver_${String(seq).padStart(26, '0')}`;
        add({ seq, id, kind, livemode: random() < 0.9, createdAtMs, alertsOpen: 0, unnamed: false, ...draft() });
        if (random() < 0.5) change(draw(all), draft());
        if (random() < 0.1) remove(draw(all));
      }
      for (let round = 0; round < 120; round++) {
        const statuses = maybe(() => [draw(STATUSES), draw(STATUSES)]);
        const reasons = maybe(() => [draw(['a_code', 'b_code', 'c_code', 'd_code'])]);
        const assignee = maybe(() => draw([null, 'opr_1', 'opr_3']));
        const createdFromMs = maybe(() => Math.floor(random() * 300));
        const createdToMs = maybe(() => Math.floor(random() * 300));
        const text = maybe(() =>
          draw(['an', 'anna', 'anna bo', 'c', 'carl dora', 'zz', '- -', draw(all).id, 'ver_000']),
        );
        const filter: QueueFilter = {
          livemode: true,
          kinds: draw([['kyc', 'kyb'], ['kyb'], []] as const),
          ...(statuses && { statuses }),
          ...(reasons && { reasons }),
          ...(assignee !== undefined && { assignee }),
          ...(createdFromMs !== undefined && { createdFromMs }),
          ...(createdToMs !== undefined && { createdToMs }),
          ...(text !== undefined && { text }),
        };
        const hint = `seed ${seed}, clock ${clock}, round ${round}: ${JSON.stringify(filter)}`;
        const open = all.filter((entry) => passes(entry, filter));
        const asked = open.filter(({ status }) => statuses?.includes(status) ?? true);
        for (const order of ['newest', 'oldest', 'longest_waiting', 'due'] as const) {
          const isWaitingOrder = order === 'longest_waiting' || order === 'due';
          const expected = inOrder(asked, order);
          const found: QueueEntry[] = [];
          for (;;) {
            const after = found.at(-1)?.id;
            const page = { order, limit: 7, ...(after !== undefined && { startingAfter: after }) };
            // Paging cannot continue after a waiting record whose waiting time is unknown.
            if (isWaitingOrder && found.at(-1)?.reviewSinceMs === null) break;
            const { data, hasMore } = await searchQueue(index, filter, page);
            found.push(...data);
            if (!hasMore) break;
          }
          const ids = found.map(({ id }) => id);
          expect(ids, `${order}, ${hint}`).toEqual(expected.slice(0, ids.length).map(({ id }) => id));
          if (!isWaitingOrder) expect(ids, hint).toHaveLength(expected.length);
          else expect(ids.length, hint).toBeGreaterThanOrEqual(Math.min(7, expected.length));
        }
        const waiting = open.filter(({ status }) => status === 'needs_review');
        const counts = await countQueue(index, filter);
        expect(counts.total, hint).toBe(asked.length);
        for (const kind of ['kyc', 'kyb'] as const)
          expect(counts.kinds[kind], hint).toBe(asked.filter((entry) => entry.kind === kind).length);
        for (const status of STATUSES)
          expect(counts.statuses[status], hint).toBe(open.filter((entry) => entry.status === status).length);
        const codes = new Set(waiting.flatMap((entry) => entry.reasons));
        expect(new Set(counts.reasons.map(({ code }) => code)), hint).toEqual(codes);
        for (const { code, count } of counts.reasons)
          expect(count, hint).toBe(waiting.filter((entry) => entry.reasons.includes(code)).length);
        expect(counts.oldestWaiting?.id, hint).toBe(waiting.toSorted(byWaiting)[0]?.id);
      }
    }
  },
);

it('a group without records is gone, and one whose clock was set back says so', () => {
  const { groups, add, remove, change, all } = lab();
  const entry = (seq: number, createdAtMs: number): QueueEntry => ({
    ...{ seq, id: `ver_${seq}`, kind: 'kyc', livemode: true, status: 'failed', createdAtMs, updatedAtMs: 0 },
    ...{
      reviewSinceMs: null,
      reviewDueMs: null,
      assignee: null,
      reasons: [],
      alertsOpen: 0,
      words: null,
      unnamed: false,
    },
  });
  add(entry(1, 10));
  add(entry(3, 30));
  expect([...groups.all()].map(({ inOrder }) => inOrder)).toEqual([true]);
  add(entry(2, 40));
  expect([...groups.all()].map(({ inOrder }) => inOrder)).toEqual([false]);
  for (const one of [...all]) change(one, { status: 'completed' });
  expect([...groups.all()].map(({ status }) => status)).toEqual(['completed']);
  for (const one of [...all]) remove(one);
  expect([...groups.all()]).toEqual([]);
});

function inOrder(entries: readonly QueueEntry[], order: QueueOrder): QueueEntry[] {
  if (order === 'longest_waiting' || order === 'due')
    return entries.filter(({ status }) => status === 'needs_review').toSorted(order === 'due' ? byDue : byWaiting);
  return order === 'oldest' ? [...entries] : entries.toReversed();
}

/** Implements the filter literally, except for its statuses. */
function passes(entry: QueueEntry, filter: QueueFilter): boolean {
  const { livemode, kinds, reasons, assignee, createdFromMs, createdToMs, text = '' } = filter;
  return (
    entry.livemode === livemode &&
    kinds.includes(entry.kind) &&
    (reasons === undefined || entry.reasons.some((code) => reasons.includes(code))) &&
    (assignee === undefined || entry.assignee === assignee) &&
    (createdFromMs === undefined || entry.createdAtMs >= createdFromMs) &&
    (createdToMs === undefined || entry.createdAtMs < createdToMs) &&
    text.split(' ').every((part) => {
      if (part === '-') return false;
      if (/^(?:kyb_)?ver_/.test(part)) return entry.id.startsWith(part);
      return (entry.words ?? '').split(' ').some((word) => word.startsWith(part));
    })
  );
}
