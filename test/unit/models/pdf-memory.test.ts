import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdfEngine } from '../../../models/pdf/engine.ts';
import { inWholeRunAlone, sampleOf } from '../../support/long.ts';
import { pdfFile, pdfPage } from './pdf-file.ts';
import { createPdfPool } from './pdf-pool.ts';

const MIB = 2 ** 20;
const UNPACKED = 160 * MIB;

/** The product's pool with less room. */
const pool = createPdfPool({ outsideBytesMax: 100 * MIB });
const TIMEOUTS = { inspectTimeoutMs: 60_000, renderTimeoutMs: 60_000, textTimeoutMs: 60_000 };
const engine = createPdfEngine({ inspectPool: pool, renderPool: pool, ...TIMEOUTS });
beforeAll(() => pool.warm());
afterAll(() => pool.close());

const TOO_LARGE = {
  failure: 'bad_input',
  message: 'The file takes more memory than the pdf engine may have.',
};
const right = pdfPage('0 g 0 0 200 200 re f');

function withContent(filter: string, stream: Uint8Array): Buffer {
  return pdfFile([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    { dictionary: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>' },
    { dictionary: `<< /Filter ${filter} >>`, stream },
  ]);
}

const BOMBS: readonly (readonly [how: string, make: () => Buffer])[] = [
  // Unpacked by zlib in its own threads.
  ['deflated', () => withContent('/FlateDecode', deflateSync(Buffer.alloc(UNPACKED, ' ')))],
  // Unpacked by pdf.js itself, without a turn of the event loop: 128 blanks per pair of bytes (ISO 32000-1, 7.4.5).
  ['as runs', () => withContent('/RunLengthDecode', Buffer.alloc((UNPACKED / 128) * 2, Buffer.from([129, 32])))],
];

test.each(sampleOf('bombs', BOMBS, 1))(
  'what unpacks to more than there is room for is refused: %s',
  inWholeRunAlone('3 s'),
  async (_, make) => {
    const bomb = make();
    expect(bomb.length).toBeLessThan(5 * MIB);
    await expect(engine.render(bomb)).rejects.toMatchObject(TOO_LARGE);
    expect(await engine.inspect(right)).toEqual({ pageCount: 1, encrypted: false });
  },
);

test('what has room is taken', inWholeRunAlone('1 s'), async () => {
  const blanks = Buffer.concat([Buffer.from('0 g 0 0 200 200 re f'), Buffer.alloc(5 * MIB, ' ')]);
  expect(await engine.render(withContent('/FlateDecode', deflateSync(blanks)))).toMatchObject({ width: 1700 });
});
