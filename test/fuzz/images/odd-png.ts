import { deflateSync } from 'node:zlib';
import { pngFile, pngRows, pngSize } from '../../unit/models/png.ts';
import { between, bytesOf, pick } from '../run.ts';
import type { OddPicture } from './types.ts';

type Random = () => number;
type Chunk = [type: string, data: Uint8Array];

const END: Chunk = ['IEND', Buffer.alloc(0)];
const MILLION = 1_000_000;
const PIXELS_MAX = 50 * MILLION;
/** Sizes that a header claims while the file has only a few bytes: at the limit, over it, and at the ends of the format. */
const CLAIMED: readonly (readonly [number, number])[] = [
  [14_000, 14_000],
  [65_535, 65_535],
  [2 ** 31 - 1, 2 ** 31 - 1],
  [2 ** 31 - 1, 1],
  [1, 2 ** 31 - 1],
  [2 ** 32 - 1, 2 ** 32 - 1],
  [0, 0],
  [0, 100],
  [100, 0],
  [PIXELS_MAX + 1, 1],
  [7_071, 7_072],
  [7_071, 7_070],
  [40_000, 1_200],
];
/** Ancillary chunks whose content no decoder checks. */
const ANCILLARY = [
  'gAMA',
  'cHRM',
  'sBIT',
  'pHYs',
  'tIME',
  'bKGD',
  'hIST',
  'sPLT',
  'tRNS',
  'eXIf',
  'iCCP',
  'acTL',
  'fcTL',
  'fdAT',
  'caBX',
  'cICP',
  'mDCV',
];
const CRITICAL = ['ABCD', 'PLTE', 'IHDR', 'IDAT', 'IEND'];
const TEXT_BOMB_BYTES = 60 * MILLION;
let textBomb: Buffer | undefined;
let pixelBomb: Buffer | undefined;

function small(random: Random): { width: number; height: number; rows: Buffer } {
  const [width, height] = [between(random, 1, 90), between(random, 1, 90)];
  return { width, height, rows: pngRows(width, height, [between(random, 0, 255), 90, 40]) };
}

function withChunk(random: Random, chunk: Chunk): Buffer {
  const { width, height, rows } = small(random);
  const chunks: Chunk[] = [pngSize(width, height), ['IDAT', rows], END];
  chunks.splice(between(random, 0, 3), 0, chunk);
  return pngFile(chunks);
}

/** PNG files built chunk by chunk, such as no encoder writes. */
export const ODD_PNG: Record<string, (random: Random) => OddPicture> = {
  claimedSize(random) {
    const [width, height] = pick(random, CLAIMED);
    const bytes = pngFile([pngSize(width, height), ['IDAT', deflateSync(Buffer.alloc(100_000))], END]);
    return { bytes, expected: width * height > PIXELS_MAX || width * height === 0 ? 'refused' : undefined };
  },
  /** A real picture of 49 million pixels in 150 kB. */
  pixelBomb() {
    pixelBomb ??= pngFile([pngSize(7_000, 7_000), ['IDAT', deflateSync(Buffer.alloc(7_000 * (1 + 7_000 * 3)))], END]);
    return { bytes: pixelBomb };
  },
  textBomb(random) {
    textBomb ??= deflateSync(Buffer.alloc(TEXT_BOMB_BYTES, 'x'));
    const name = Buffer.from('Comment\u0000\u0000');
    return { bytes: withChunk(random, [pick(random, ['zTXt', 'iCCP']), Buffer.concat([name, textBomb])]) };
  },
  ancillary: (random) => ({
    bytes: withChunk(random, [pick(random, ANCILLARY), bytesOf(random, between(random, 0, 60))]),
  }),
  manyChunks(random) {
    const { width, height, rows } = small(random);
    const type = pick(random, ['tEXt', 'IDAT', 'sPLT', 'ABCD', 'aBCd']);
    const many = Array.from({ length: between(random, 500, 6_000) }, (): Chunk => [type, Buffer.from('a\u0000b')]);
    return { bytes: pngFile([pngSize(width, height), ...many, ['IDAT', rows], END]) };
  },
  critical: (random) => ({
    bytes: withChunk(random, [pick(random, CRITICAL), bytesOf(random, between(random, 0, 20))]),
  }),
  order(random) {
    const { width, height, rows } = small(random);
    const chunks: Chunk[] = [pngSize(width, height), ['IDAT', rows], END];
    return { bytes: pngFile(chunks.sort(() => random() - 0.5)) };
  },
  missing(random) {
    const { width, height, rows } = small(random);
    const chunks: Chunk[] = [pngSize(width, height), ['IDAT', rows], END];
    chunks.splice(between(random, 0, 2), 1);
    return { bytes: pngFile(chunks) };
  },
  wrongCrc(random) {
    const { width, height, rows } = small(random);
    const bytes = pngFile([pngSize(width, height), ['IDAT', rows], END]);
    const at = pick(random, [29, bytes.length - 13, bytes.length - 1]);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return { bytes };
  },
  wrongLength(random) {
    const { width, height, rows } = small(random);
    const bytes = pngFile([pngSize(width, height), ['IDAT', rows], END]);
    bytes.writeUInt32BE(pick(random, [0, 1, 14, 0x7fffffff, 0xffffffff, rows.length + 1]), pick(random, [8, 33]));
    return { bytes };
  },
  header(random) {
    const { width, height, rows } = small(random);
    const [type, data] = pngSize(width, height);
    data.set([pick(random, [0, 1, 3, 16, 255]), pick(random, [0, 1, 3, 4, 5, 6, 7]), between(random, 0, 2)], 8);
    data.set([between(random, 0, 2), between(random, 0, 3)], 11);
    return { bytes: pngFile([[type, data], ['IDAT', rows], END]) };
  },
  rows(random) {
    const { width, height } = small(random);
    const raw = bytesOf(random, pick(random, [0, 1, height * (1 + width * 3), 2 * height * (1 + width * 3), 9_000]));
    const packed = deflateSync(raw, { level: between(random, 0, 9) });
    if (random() < 0.3) packed.fill(0, packed.length - 4);
    return { bytes: pngFile([pngSize(width, height), ['IDAT', packed], END]) };
  },
  frames(random) {
    const { width, height, rows } = small(random);
    const control = Buffer.alloc(26, between(random, 0, 255));
    const animation = Buffer.alloc(8);
    animation.writeUInt32BE(pick(random, [0, 1, 2 ** 31, 2 ** 32 - 1]));
    const chunks: Chunk[] = [
      ['acTL', animation],
      ['fcTL', control],
      ['IDAT', rows],
      ['fdAT', bytesOf(random, 30)],
    ];
    return { bytes: pngFile([pngSize(width, height), ...chunks.sort(() => random() - 0.5), END]) };
  },
};
