import { describe, expect, test } from 'vitest';
import { readCbor } from '../../../server/authenticity/cbor/read.ts';
import { cborHead } from '../../../server/authenticity/cbor/write.ts';

const read = (hex: string): unknown => readCbor(Buffer.from(hex, 'hex'));
const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

describe('CBOR, with the examples of RFC 8949, appendix A', () => {
  test.each<[string, unknown]>([
    ['00', 0],
    ['1817', 23],
    ['1903e8', 1000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
    ['20', -1],
    ['3903e7', -1000],
    ['3bffffffffffffffff', -18_446_744_073_709_551_616n],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['f7', undefined],
    ['f93c00', { float: 1 }],
    ['f90001', { float: 2 ** -24 }],
    ['f97c00', { float: Number.POSITIVE_INFINITY }],
    ['f97e00', { float: Number.NaN }],
    ['fa47c35000', { float: 100_000 }],
    ['fbc010666666666666', { float: -4.1 }],
    ['40', bytes('')],
    ['4401020304', bytes('01020304')],
    ['60', ''],
    ['64f0908591', '\u{10151}'],
    ['83010203', [1, 2, 3]],
    [
      'a26161016162820203',
      new Map<string, unknown>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
    ['c11a514b67b0', { tag: 1, content: 1_363_896_240, encoded: bytes('c11a514b67b0') }],
    ['b900010102', new Map([[1, 2]])],
  ])('%s', (hex, value) => {
    expect(read(hex)).toEqual(value);
  });

  test.each([
    ['nothing', ''],
    ['an item that ends early', '4301'],
    ['a map that ends early', 'a201'],
    ['bytes after the item', '0000'],
    ['an indefinite string', '5f4101ff'],
    ['an indefinite array', '9f01ff'],
    ['an indefinite map', 'bfff'],
    ['a reserved length', '1c'],
    ['a key twice', 'a201020103'],
    ['a byte string as key', 'a1410102'],
    ['a text that is not UTF-8', '62c328'],
    ['a simple value without meaning', 'f0'],
    ['a count beyond the file', '9b0000000100000000'],
    ['a length beyond 2^53', '5bffffffffffffffff'],
    ['too much nesting', `${'81'.repeat(40)}00`],
  ])('%s is refused', (_, hex) => {
    expect(() => read(hex)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  test('more items or bytes than the limits is too much', () => {
    const many = Buffer.concat([cborHead(4, 200_000), Buffer.alloc(200_000)]);
    expect(() => readCbor(many)).toThrow(expect.objectContaining({ code: 'too_large' }));
    const long = Buffer.concat([cborHead(2, 3 << 20), Buffer.alloc(3 << 20)]);
    expect(() => readCbor(long)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });
});
