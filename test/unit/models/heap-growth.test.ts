import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inWholeRunAlone } from '../../support/long.ts';

const FIXTURE = fileURLToPath(new URL('heap-growth-fixture.ts', import.meta.url));

/** So that the number hangs on what is made alone, and not on how fast a busy machine makes it and looks through it. */
const SAME_EVERY_TIME = ['--predictable-gc-schedule', '--no-incremental-marking', '--single-threaded-gc'];

const collections = (...args: string[]): number =>
  Number(execFileSync(process.execPath, [...SAME_EVERY_TIME, FIXTURE, ...args], { encoding: 'utf8' }));

test('a thread that may grow is looked through for garbage less than half as often', inWholeRunAlone('5 s'), () => {
  const before = collections();
  expect(before).toBeGreaterThan(6);
  expect(collections('grow')).toBeLessThan(before / 2);
});
