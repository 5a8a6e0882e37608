import { describe, expect, it } from 'vitest';
import { createIds, isId } from '../../../server/lib/ids.ts';
import { testClock } from '../../support/clock.ts';

/** Decodes the suffix of an id back into the 16 bytes of the UUID. */
function bytesOf(id: string): Buffer {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let value = 0n;
  for (const character of id.slice(id.lastIndexOf('_') + 1)) value = value * 32n + BigInt(alphabet.indexOf(character));
  return Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
}

describe('ids', () => {
  it('are UUIDv7 in base32: time, version 7, variant 10, random', () => {
    const clock = testClock();
    const bytes = bytesOf(createIds(clock, (random) => random.fill(0xff))('ver'));
    expect(bytes.readUIntBE(0, 6)).toBe(clock.now());
    expect((bytes[6] ?? 0) >> 4).toBe(7);
    expect((bytes[8] ?? 0) >> 6).toBe(2);
    expect(bytes.subarray(9).equals(Buffer.alloc(7, 0xff))).toBe(true);
  });

  it('sort by time, within a millisecond too, past 4096 of them, and when the clock steps back', () => {
    const clock = testClock();
    const newId = createIds(clock);
    const ids = Array.from({ length: 5000 }, () => newId('evt'));
    clock.advance(-60_000);
    ids.push(newId('evt'));
    clock.advance(120_000);
    ids.push(newId('evt'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are recognised by prefix and form', () => {
    const id = createIds(testClock())('kyb_ver');
    expect(isId('kyb_ver', id)).toBe(true);
    expect(isId('ver', id)).toBe(false);
    expect(isId('kyb_ver', `${id}0`)).toBe(false);
    expect(isId('kyb_ver', id.replace(/.$/, 'u'))).toBe(false);
  });
});
