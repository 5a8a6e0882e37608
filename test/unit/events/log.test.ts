import { expect, it } from 'vitest';
import { transact } from '../../../server/db/transact.ts';
import { createEventLog } from '../../../server/events/log.ts';
import { createProgressHub } from '../../../server/events/progress.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';

function eventLog() {
  const db = memoryDatabase();
  const clock = testClock(0);
  const log = createEventLog({ db, clock, newId: createIds(clock) });
  const append = (subjectId: string, livemode = true) =>
    transact(db, () => log.append({ kind: 'verification.created', subjectId, livemode, data: { id: subjectId } }));
  return { db, log, append };
}

it('reads on from a cursor, by mode and subject, without gap or double', () => {
  const { log, append } = eventLog();
  for (const subject of ['a', 'b', 'a']) append(subject);
  append('a', false);
  const all = log.readAfter({ seq: 0 }, { livemode: true, limit: 2 });
  expect(all.map((event) => event.subjectId)).toEqual(['a', 'b']);
  const rest = log.readAfter({ seq: all[1]?.seq ?? 0 }, { livemode: true, limit: 10 });
  expect(rest.map((event) => event.subjectId)).toEqual(['a']);
  expect(log.readAfter({ seq: 0 }, { livemode: false, subjectId: 'a', limit: 10 })).toHaveLength(1);
  expect(log.lastSeq()).toBe(4);
  const first = all[0];
  expect(first && log.seqOf(first.id, true)).toBe(1);
  expect(first && log.seqOf(first.id, false)).toBeNull();
  expect(JSON.parse(first?.body ?? '')).toEqual({
    id: first?.id,
    type: 'verification.created',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: { id: 'a' },
  });
});

it('wakes its followers once after the commit, and no more when they have left', async () => {
  const { db, log } = eventLog();
  let wakes = 0;
  const leave = log.subscribe(() => {
    wakes += 1;
    expect(db.inTransaction).toBe(false);
  });
  const append = () => log.append({ kind: 'verification.created', subjectId: 'a', livemode: true, data: {} });
  transact(db, () => {
    append();
    append();
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(wakes).toBe(1);
  leave();
  transact(db, append);
  await new Promise((resolve) => setImmediate(resolve));
  expect(wakes).toBe(1);
  expect(append).toThrow('commits together');
});

it('tells progress to those who watch that record', () => {
  const hub = createProgressHub();
  const seen: unknown[] = [];
  const leave = hub.subscribe('a', (progress) => seen.push(progress));
  hub.publish('a', { step: 'read', done: 2, total: 8 });
  hub.publish('b', { step: 'read', done: 2, total: 8 });
  leave();
  hub.publish('a', { step: 'face', done: 5, total: 8 });
  expect(seen).toEqual([{ step: 'read', done: 2, total: 8 }]);
});
