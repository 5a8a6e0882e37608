import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedMemory, toShared } from '../../../models/runtime/shared-memory.ts';
import { giveBackSpare } from '../../../server/spare-memory.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const MIB = 2 ** 20;

test('what comes back is wiped and lent again, the largest first', () => {
  const memory = new SharedMemory();
  expect(memory.take()).toBeNull();
  const [small, large] = [new SharedArrayBuffer(2 * MIB), new SharedArrayBuffer(4 * MIB)];
  new Uint8Array(large).fill(7);
  memory.giveBack(large);
  memory.giveBack(small);
  expect(memory.take()).toBe(large);
  expect(new Uint8Array(large).every((value) => value === 0)).toBe(true);
  expect(memory.take()).toBe(small);
  expect(memory.take()).toBeNull();
});

test('no more lies ready than its limit', inWholeRunAlone('1 s'), () => {
  const memory = new SharedMemory();
  for (let i = 0; i < 5; i++) memory.giveBack(new SharedArrayBuffer(27 * MIB));
  let held = 0;
  for (let taken = memory.take(); taken; taken = memory.take()) held += taken.byteLength;
  expect(held).toBe(3 * 27 * MIB);
});

test('bytes go to the memory given where they fit, else to some that fits others of about the size', () => {
  const given = new SharedArrayBuffer(1000);
  const fitting = toShared(Uint8Array.of(1, 2, 3), given);
  expect(fitting.buffer).toBe(given);
  expect([...fitting]).toEqual([1, 2, 3]);
  const larger = toShared(new Uint8Array(1001).fill(5), given);
  expect(larger.buffer).not.toBe(given);
  expect([larger.length, larger.buffer.byteLength]).toEqual([1001, 2 * MIB]);
  expect(larger.every((value) => value === 5)).toBe(true);
});

test('what is let go is free once the process rests', inWholeRunAlone('1 s'), async () => {
  const memory = new SharedMemory();
  const known = Array.from({ length: 6 }, () => {
    const one = new SharedArrayBuffer(27 * MIB);
    memory.giveBack(one);
    return new WeakRef(one);
  });
  // A WeakRef keeps its object alive during the turn in which it was created.
  await turn();
  giveBackSpare();
  expect(known.filter((one) => one.deref() !== undefined)).toHaveLength(3);
});
