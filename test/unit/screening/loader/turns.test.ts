import { expect, test } from 'vitest';
import { createTurns } from '../../../../server/screening/loader/turns.ts';

function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((resolve) => void ends.push(resolve)) };
}

test('calls during a run share the one that follows it, which begins when the first has ended', async () => {
  const { ends, work } = heldWork();
  const turns = createTurns(work);
  const first = turns.run();
  const [second, third] = [turns.run(), turns.run()];
  expect([ends.length, second === third]).toEqual([1, true]);
  ends[0]?.();
  await first;
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  let ended = false;
  const watched = second.then(() => {
    ended = true;
  });
  await Promise.resolve();
  expect(ended).toBe(false);
  ends[1]?.();
  await watched;
  void turns.run();
  expect(ends).toHaveLength(3);
});

test('work that is done at once needs no turn', async () => {
  let runs = 0;
  const turns = createTurns(() => {
    runs += 1;
    return undefined;
  });
  await Promise.all([turns.run(), turns.run()]);
  expect(runs).toBe(2);
  await turns.settled(60_000);
});

test('a caller that waits for the end of a run waits no longer than requested', async () => {
  const { ends, work } = heldWork();
  const turns = createTurns(work);
  const run = turns.run();
  await turns.settled(1);
  ends[0]?.();
  await Promise.all([run, turns.settled(60_000)]);
});
