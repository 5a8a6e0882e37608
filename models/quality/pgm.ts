import type { GreyImage } from '../pixels/grey.ts';

/** Binary PGM (netpbm P5), 8 bits: the text and barcode recognisers read it without a codec. */
const HEAD_BYTES_MAX = 40;

export interface PgmHead {
  bytes: number;
  width: number;
  height: number;
}

/** Encodes a grey picture as a file. */
export function toPgm({ width, height, values }: GreyImage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + values.length);
  file.set(head);
  file.set(values, head.length);
  return file;
}

/** Returns the length of the head, and the picture's size, of a file that `toPgm` wrote. */
export function pgmHead(file: Uint8Array): PgmHead {
  const text = new TextDecoder('latin1').decode(file.subarray(0, HEAD_BYTES_MAX));
  const match = /^P5\n(\d+) (\d+)\n255\n/.exec(text);
  return { bytes: match?.[0].length ?? 0, width: Number(match?.[1] ?? 0), height: Number(match?.[2] ?? 0) };
}
