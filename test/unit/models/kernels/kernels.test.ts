import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileKernel, kernelNames } from '../../../../models/kernels/build.mjs';
import { toGrey } from '../../../../models/mrz/locate/grey.ts';
import { EngineError } from '../../../../models/ports.ts';
import { Kernel } from '../../../../models/runtime/kernel.ts';
import { seededRandom } from '../../../support/random.ts';

const FOLDER = new URL('../../../../models/kernels/', import.meta.url);

test.each(kernelNames())('the kernel %s is what its sources compile to (npm run build-kernels)', async (name) => {
  const written = readFileSync(new URL(`${name}.wasm`, FOLDER));
  expect(Buffer.compare(written, await compileKernel(name))).toBe(0);
});

describe('a kernel', () => {
  test('lends each borrower memory of its own, and lends it again once it is given back', () => {
    const kernel = new Kernel('zone');
    const first = kernel.borrow();
    const second = kernel.borrow();
    expect(second).not.toBe(first);
    const places = [first, second].map((scratch, i) => scratch.put(new Uint8Array(100_000).fill(i + 1)));
    expect([first, second].map((scratch, i) => scratch.bytes(places[i] as number, 100_000).at(-1))).toEqual([1, 2]);
    first[Symbol.dispose]();
    expect(kernel.borrow()).toBe(first);
  });

  test('places do not overlap, and what is released is given out again', () => {
    using scratch = new Kernel('zone').borrow();
    const one = scratch.put(new Uint8Array(17).fill(1));
    const two = scratch.put(new Uint8Array(70_000).fill(2));
    expect(two - one).toBe(32);
    expect(scratch.bytes(one, 17)).toEqual(new Uint8Array(17).fill(1));
    scratch.release(two);
    expect(scratch.take(1)).toBe(two);
  });

  test('an instance that grew large is let go', () => {
    const kernel = new Kernel('zone');
    const large = kernel.borrow();
    large.take(65 * 2 ** 20);
    large[Symbol.dispose]();
    expect(kernel.borrow()).not.toBe(large);
  });

  test('a missing file is told with the remedy', () => {
    expect(() => new Kernel('absent').borrow()).toThrow(
      new EngineError(
        'unavailable',
        'The program models/kernels/absent.wasm is missing or damaged. Install Custos again.',
      ),
    );
  });
});

test('grey is luma after BT.601, rounded down, at any number of pixels', () => {
  const random = seededRandom(4711);
  for (const count of [1, 15, 16, 17, 16_384, 16_385, 40_001]) {
    const pixels = Uint8Array.from({ length: 3 * count }, () => Math.floor(256 * random()));
    const expected = Uint8Array.from({ length: count }, (_, i) => {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * i, 3 * i + 3);
      return (77 * red + 150 * green + 29 * blue) >> 8;
    });
    expect(toGrey({ width: count, height: 1, pixels }).values).toEqual(expected);
  }
});
