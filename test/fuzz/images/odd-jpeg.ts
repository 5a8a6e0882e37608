import { between, bytesOf, pick } from '../run.ts';
import { insertSegment, type Segment, segmentsOf, withSegments } from './jpeg-segments.ts';
import { draw, RIGHT } from './right.ts';
import type { OddPicture } from './types.ts';

type Random = () => number;

const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COM = 0xfe;
const SOF0 = 0xc0;
const SOF2 = 0xc2;
const DHT = 0xc4;
const SOS = 0xda;
const DQT = 0xdb;
const DRI = 0xdd;
/** Frame types that JPEG defines: lossless, hierarchical, arithmetic and all others. */
const FRAMES = [0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const SIZES: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 100],
  [100, 0],
  [65_535, 65_535],
  [65_535, 1],
  [1, 65_535],
  [8_000, 6_200],
  [8_000, 6_300],
];
const PIXELS_MAX = 50_000_000;
const SCAN_BOMB_SCANS = 400;
let scanBomb: Promise<Buffer> | undefined;

const some = (random: Random): Promise<Buffer> =>
  RIGHT[pick(random, ['jpeg', 'progressiveJpeg', 'greyJpeg'])]?.(random) ?? draw(random, 9, 9).jpeg().toBuffer();

/** Changes the content of a segment of this kind, if the file has one. */
async function change(
  random: Random,
  marker: (segment: Segment) => boolean,
  edit: (data: Buffer) => void,
): Promise<OddPicture> {
  const file = await some(random);
  const { segments, scan } = segmentsOf(file);
  const segment = pick(random, segments.filter(marker));
  if (segment) edit(segment.data);
  return { bytes: withSegments(segments, scan) };
}

const isFrame = ({ marker }: Segment): boolean => marker === SOF0 || marker === SOF2;

/** JPEG files built segment by segment (ITU T.81, annex B), such as no encoder writes. */
export const ODD_JPEG: Record<string, (random: Random) => Promise<OddPicture>> = {
  async claimedSize(random) {
    const [width, height] = pick(random, SIZES);
    const odd = await change(random, isFrame, (data) => {
      data.writeUInt16BE(height, 1);
      data.writeUInt16BE(width, 3);
    });
    return width * height > PIXELS_MAX ? { ...odd, expected: 'refused' } : odd;
  },
  async frame(random) {
    const file = await some(random);
    const { segments, scan } = segmentsOf(file);
    for (const segment of segments) if (isFrame(segment)) segment.marker = pick(random, FRAMES);
    return { bytes: withSegments(segments, scan) };
  },
  components: (random) =>
    change(random, isFrame, (data) => void data.fill(between(random, 0, 255), between(random, 5, 8))),
  precision: (random) => change(random, isFrame, (data) => void data.fill(pick(random, [0, 2, 12, 16, 255]), 0, 1)),
  tables: (random) =>
    change(
      random,
      ({ marker }) => marker === DHT || marker === DQT,
      (data) => {
        data.fill(between(random, 0, 255), between(random, 0, 20));
      },
    ),
  scanHeader: (random) =>
    change(
      random,
      ({ marker }) => marker === SOS,
      (data) => void bytesOf(random, data.length).copy(data),
    ),
  async missing(random) {
    const { segments, scan } = segmentsOf(await some(random));
    segments.splice(between(random, 0, segments.length - 1), 1);
    return { bytes: withSegments(segments, scan) };
  },
  async restart(random) {
    const file = await insertSegment(await some(random), DRI, Buffer.from([0, between(random, 0, 9)]));
    const at = between(random, Math.floor(file.length / 2), file.length - 2);
    return {
      bytes: Buffer.concat([file.subarray(0, at), Buffer.from([0xff, between(random, 0xd0, 0xd9)]), file.subarray(at)]),
    };
  },
  /** One picture in hundreds of scans, each of which is decoded completely. */
  async scanBomb(random) {
    scanBomb ??= draw(random, 2_400, 2_000).jpeg({ progressive: true, quality: 30 }).toBuffer();
    const file = await scanBomb;
    const last = file.lastIndexOf(Buffer.from([0xff, SOS]));
    const scans = Array.from({ length: SCAN_BOMB_SCANS }, () => file.subarray(last, -2));
    return { bytes: Buffer.concat([file.subarray(0, -2), ...scans, file.subarray(-2)]), maySlow: true };
  },
  async exif(random) {
    const data = Buffer.concat([Buffer.from('Exif\0\0'), exif(random)]);
    return { bytes: insertSegment(await some(random), APP1, data), expected: 'picture' };
  },
  async profile(random) {
    const profile = Buffer.alloc(between(random, 0, 3_000));
    if (profile.length > 128) {
      profile.writeUInt32BE(pick(random, [profile.length, 0, 0xffffffff]));
      profile.write(pick(random, ['RGB ', 'CMYK', 'GRAY', 'Lab ', '????']), 16, 'latin1');
      profile.write(pick(random, ['XYZ ', 'Lab ']), 20, 'latin1');
      profile.write('acsp', 36, 'latin1');
      bytesOf(random, profile.length - 128).copy(profile, 128);
    }
    const head = Buffer.concat([
      Buffer.from('ICC_PROFILE\0'),
      Buffer.from([between(random, 0, 3), between(random, 0, 3)]),
    ]);
    return { bytes: insertSegment(await some(random), APP2, Buffer.concat([head, profile])), expected: 'picture' };
  },
  async adobe(random) {
    const data = Buffer.concat([Buffer.from('Adobe'), Buffer.from([0, 100, 0, 0, 0, 0, between(random, 0, 255)])]);
    return { bytes: insertSegment(await some(random), APP14, data), expected: 'picture' };
  },
  async comments(random) {
    let file = await some(random);
    for (let i = between(random, 1, 120); i > 0; i--) file = insertSegment(file, COM, Buffer.alloc(60_000, '<script>'));
    return { bytes: file, expected: 'picture' };
  },
};

/** Fields of an EXIF block that contradict each other (TIFF 6.0, section 2). */
function exif(random: Random): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const ORIENTATION = 0x0112;
  const entries = [
    entry(
      ORIENTATION,
      pick(random, [2, 3, 4, 13]),
      pick(random, [0, 1, 2, 0xffffffff]),
      pick(random, [0, 1, 6, 9, 65_535]),
    ),
    entry(pick(random, [0x8769, 0x8825, 0x0111, ORIENTATION]), 4, 1, pick(random, [0, 8, 0xffffffff])),
  ];
  const head = Buffer.from(pick(random, ['II*\0', 'MM\0*', 'II\0\0', 'XX*\0']), 'latin1');
  const first = Buffer.alloc(4);
  first.writeUInt32LE(pick(random, [8, 0, 4, 0xffffffff]));
  const count = Buffer.alloc(2);
  count.writeUInt16LE(pick(random, [2, 0, 0xffff]));
  const next = Buffer.alloc(4);
  // The next directory: this one again, or one far away.
  next.writeUInt32LE(pick(random, [0, 8, 0xfffffff0]));
  return Buffer.concat([head, first, count, ...entries, next]);
}
