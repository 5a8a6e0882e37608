import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
/** Red, green, blue and how much of them is seen. */
const COLOUR_TYPE_RGBA = 6;
export const CHANNELS = 4;

/**
 * A picture as PNG (ISO/IEC 15948): 8 bits a channel, not interlaced, no filter.
 *
 * @param rgba row by row from the upper left, four bytes a pixel, colours not multiplied by their opacity
 */
export function encodePng(rgba: Uint8Array, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = BITS;
  header[9] = COLOUR_TYPE_RGBA;
  const stride = size * CHANNELS;
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc(size * (stride + 1));
  for (let y = 0; y < size; y += 1) rows.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
