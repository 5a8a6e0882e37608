import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileKernel, declareFunctions, kernelNames } from '../../../../models/kernels/build.mjs';
import { EngineError } from '../../../../models/ports.ts';
import { Kernel } from '../../../../models/runtime/kernel.ts';
import { inWholeRunAlone } from '../../../support/long.ts';

const FOLDER = new URL('../../../../models/kernels/', import.meta.url);

test(
  'the kernels, and the types of their functions, are what their sources compile to (npm run build-kernels)',
  inWholeRunAlone('the compiler of kernels takes seconds to load'),
  async () => {
    const kernels = [];
    for (const name of kernelNames()) {
      const kernel = await compileKernel(name);
      expect(Buffer.compare(readFileSync(new URL(`${name}.wasm`, FOLDER)), kernel.binary), name).toBe(0);
      kernels.push(kernel);
    }
    expect(readFileSync(new URL('functions.d.mts', FOLDER), 'utf8')).toBe(declareFunctions(kernels));
  },
);

describe('a kernel', () => {
  test('lends each borrower memory of its own, and lends it again once it is given back', () => {
    const kernel = new Kernel('mrz');
    const first = kernel.borrow();
    const second = kernel.borrow();
    expect(second).not.toBe(first);
    const places = [first, second].map((scratch, i) => scratch.put(new Uint8Array(100_000).fill(i + 1)));
    expect([first, second].map((scratch, i) => scratch.bytes(places[i] as number, 100_000).at(-1))).toEqual([1, 2]);
    first[Symbol.dispose]();
    expect(kernel.borrow()).toBe(first);
  });

  test('places do not overlap, and what is released is given out again', () => {
    using scratch = new Kernel('mrz').borrow();
    const one = scratch.put(new Uint8Array(17).fill(1));
    const two = scratch.put(new Uint8Array(70_000).fill(2));
    expect(two - one).toBe(32);
    expect(scratch.bytes(one, 17)).toEqual(new Uint8Array(17).fill(1));
    scratch.release(two);
    expect(scratch.take(1)).toBe(two);
  });

  test('an instance that grew large is let go', () => {
    const kernel = new Kernel('mrz');
    const large = kernel.borrow();
    large.take(65 * 2 ** 20);
    large[Symbol.dispose]();
    expect(kernel.borrow()).not.toBe(large);
  });

  test('a missing file is reported with the remedy', () => {
    expect(() => new Kernel('absent' as 'mrz').borrow()).toThrow(
      new EngineError(
        'unavailable',
        'The program models/kernels/absent.wasm is missing or damaged. Install Custos again.',
      ),
    );
  });
});
