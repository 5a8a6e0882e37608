import { crc32, deflateSync } from 'node:zlib';

/** PNG files built byte by byte (PNG specification, 2003, chapter 5), to produce what no encoder would write. */
export function pngFile(chunks: [type: string, data: Uint8Array][]): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...chunks.map(([type, data]) => pngChunk(type, data))]);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** IHDR of an 8-bit RGB picture. */
export function pngSize(width: number, height: number): [string, Uint8Array] {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return ['IHDR', data];
}

/** Rows of one RGB colour, as the content of an IDAT chunk. */
export function pngRows(width: number, height: number, colour: [number, number, number]): Buffer {
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) row.set(colour, 1 + x * 3);
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
}

/** A header that claims 14,000 by 14,000 pixels on a handful of bytes. */
export function pngBomb(): Buffer {
  return pngFile([pngSize(14_000, 14_000), ['IDAT', deflateSync(Buffer.alloc(100_000))], ['IEND', Buffer.alloc(0)]]);
}

/** An animated PNG of two frames: red, then blue. */
export function animatedPng(width: number, height: number): Buffer {
  const control = (sequence: number): Uint8Array => {
    const data = Buffer.alloc(26);
    for (const [i, value] of [sequence, width, height].entries()) data.writeUInt32BE(value, i * 4);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return data;
  };
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(2, 0);
  const second = Buffer.concat([Buffer.from([0, 0, 0, 2]), pngRows(width, height, [0, 0, 255])]);
  return pngFile([
    pngSize(width, height),
    ['acTL', animation],
    ['fcTL', control(0)],
    ['IDAT', pngRows(width, height, [255, 0, 0])],
    ['fcTL', control(1)],
    ['fdAT', second],
    ['IEND', Buffer.alloc(0)],
  ]);
}
