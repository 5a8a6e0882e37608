import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createGiver } from '../../server/spare-memory.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { skipUnless } from '../support/skip.ts';

/** Runs the ten-second check on a process that uses these amounts of processor time between checks. Returns how often it gives memory back. */
function lookAt(...computedMs: number[]): number {
  let [used, passed, given] = [0, 0, 0];
  const look = createGiver({ used: () => used, passed: () => passed, giveBack: () => void given++ });
  for (const each of computedMs) {
    used += each;
    passed += 10_000;
    look();
  }
  return given;
}

it('memory is given back once after work, and not while it goes on', () => {
  expect(lookAt(9_000, 15_000, 8_000)).toBe(0);
  expect(lookAt(9_000, 100, 100, 100)).toBe(1);
  expect(lookAt(9_000, 100, 4_000, 100)).toBe(2);
});

it('a process that has nothing to do, or answers a request now and then, is left alone', () => {
  expect(lookAt(100, 100, 100, 100)).toBe(0);
});

const SCATTER = `
  import { giveBackSpare } from './server/spare-memory.ts';
  const mib = () => process.memoryUsage.rss() / 2 ** 20;
  const kept = [];
  let freed = [];
  for (let i = 0; i < 100_000; i++) (i % 50 === 0 ? kept : freed).push(Buffer.allocUnsafeSlow(2_000).fill(1));
  freed = [];
  gc();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = mib();
  giveBackSpare();
  console.log(JSON.stringify({ before, after: mib(), kept: kept.length }));
`;

const onLinux = skipUnless(process.platform === 'linux', 'only glibc can be asked to give memory back');
const wholeOnLinux = isWholeRun() ? onLinux : inWholeRunAlone('3 s');

it('pages that are free among pages in use go back to the system', wholeOnLinux, async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', SCATTER];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { before, after } = JSON.parse(stdout);
  expect(before - after).toBeGreaterThan(100);
});
