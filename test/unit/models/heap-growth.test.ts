import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inWholeRunAlone } from '../../support/long.ts';

const FIXTURE = fileURLToPath(new URL('heap-growth-fixture.ts', import.meta.url));

/** The count then depends only on the objects made, not on how fast a busy machine makes and collects them. */
const SAME_EVERY_TIME = ['--predictable-gc-schedule', '--no-incremental-marking', '--single-threaded-gc'];

const collections = (...args: string[]): number =>
  Number(execFileSync(process.execPath, [...SAME_EVERY_TIME, FIXTURE, ...args], { encoding: 'utf8' }));

test('a thread that may grow is looked through for garbage less than half as often', inWholeRunAlone('5 s'), () => {
  const before = collections();
  expect(before).toBeGreaterThan(6);
  expect(collections('grow')).toBeLessThan(before / 2);
});
