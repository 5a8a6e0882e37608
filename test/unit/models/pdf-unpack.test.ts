import { brotliCompressSync, deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { unpackInPieces } from '../../../models/pdf/unpack.ts';
import { inWholeRunAlone } from '../../support/long.ts';

/** The way pdf.js does it. */
async function unpack(name: string, packed: Uint8Array): Promise<Buffer> {
  const { readable, writable } = new DecompressionStream(name as CompressionFormat);
  const writer = writable.getWriter();
  writer.write(new Uint8Array(packed)).catch(() => {});
  writer.close().catch(() => {});
  const chunks: Uint8Array[] = [];
  for await (const chunk of readable) chunks.push(chunk);
  // The purpose is few large pieces.
  expect(chunks).toHaveLength(1);
  return Buffer.concat(chunks);
}

function replaced(): void {
  const { DecompressionStream: own } = globalThis;
  unpackInPieces();
  onTestFinished(() => {
    Object.assign(globalThis, { DecompressionStream: own });
  });
}

test('what is unpacked in one go is what was packed, whatever its size', inWholeRunAlone('1 s'), async () => {
  replaced();
  for (const bytes of [0, 1, 70_000, 40_000_000]) {
    const plain = Buffer.alloc(bytes, 'custos ');
    expect((await unpack('deflate', deflateSync(plain))).equals(plain)).toBe(true);
  }
  const plain = Buffer.alloc(70_000, 'custos ');
  expect((await unpack('brotli', brotliCompressSync(plain))).equals(plain)).toBe(true);
});

test('what is damaged or cut off is refused, so that pdf.js reads of it what it can; so is what nobody can unpack', async () => {
  replaced();
  const packed = deflateSync(Buffer.alloc(70_000, 'custos '));
  await expect(unpack('deflate', packed.subarray(0, packed.length / 2))).rejects.toThrow('unexpected end of file');
  await expect(unpack('deflate', Buffer.from('no zlib at all'))).rejects.toThrow('incorrect header check');
  expect(() => new DecompressionStream('gzip')).toThrow('There is no unpacking of "gzip".');
});
