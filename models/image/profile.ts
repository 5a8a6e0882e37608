import { encodedOf } from '../quality/luma.ts';

/** Offsets in an ICC profile (ICC.1:2022, clauses 7 and 10): its header, then the list of its tags. */
const HEAD = { space: 16, connection: 20, signature: 36 };
const TAGS = { count: 128, first: 132, bytes: 12 };
const TAGS_MAX = 100;
/** Columns of sRGB's matrix under D50 (IEC 61966-2-1 with the adaptation of ICC.1, annex E), and the rounding error of profiles. */
const COLUMNS = { r: [0.4361, 0.2225, 0.0139], g: [0.3851, 0.7169, 0.0971], b: [0.1431, 0.0606, 0.7141] };
const COLUMN_ERROR_MAX = 0.0006;
const FIXED_POINT = 65_536;
/** The error of a channel's curve, in 8-bit steps: below half a step, every value stays the same. */
const CURVE_ERROR_MAX = 0.5;
/** Parametric curves with a linear start, and the number of their parameters: `g a b c d`, and `e f` that are added. */
const PARAMETERS: Readonly<Record<number, number>> = { 3: 5, 4: 7 };

type Curve = (value: number) => number;

/**
 * Returns whether an ICC profile only says that colours are sRGB: then the conversion to sRGB leaves every 8-bit value unchanged, and would take two
 * thirds of the decoding time. Returns false for everything else, including a damaged profile.
 */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const bytes = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength);
  try {
    return hasRgbHead(bytes) && isSrgbMatrix(bytes, readTags(bytes));
  } catch (error) {
    // A tag points outside the profile.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const wordAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

function hasRgbHead(bytes: Buffer): boolean {
  const { space, connection, signature } = HEAD;
  return wordAt(bytes, signature) === 'acsp' && wordAt(bytes, space) === 'RGB ' && wordAt(bytes, connection) === 'XYZ ';
}

/** Returns the offset of each tag's element, by its name. */
function readTags(bytes: Buffer): Map<string, number> {
  const count = Math.min(TAGS_MAX, bytes.readUInt32BE(TAGS.count));
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const at = TAGS.first + i * TAGS.bytes;
      return [wordAt(bytes, at), bytes.readUInt32BE(at + 4)];
    }),
  );
}

function isSrgbMatrix(bytes: Buffer, tags: ReadonlyMap<string, number>): boolean {
  // Multi-dimensional tables replace the matrix.
  if ([...tags.keys()].some((name) => /^[ABD]2[ABD]\d$/.test(name))) return false;
  return Object.entries(COLUMNS).every(([channel, column]) => {
    const [matrix, curve] = [tags.get(`${channel}XYZ`), tags.get(`${channel}TRC`)];
    if (matrix === undefined || curve === undefined) return false;
    return isColumn(bytes, matrix, column) && isSrgbCurve(readCurve(bytes, curve));
  });
}

const fixedAt = (bytes: Buffer, at: number): number => bytes.readInt32BE(at) / FIXED_POINT;

function isColumn(bytes: Buffer, at: number, column: readonly number[]): boolean {
  return column.every((value, i) => Math.abs(fixedAt(bytes, at + 8 + 4 * i) - value) <= COLUMN_ERROR_MAX);
}

function isSrgbCurve(curve: Curve | null): boolean {
  if (curve === null) return false;
  return Array.from({ length: 256 }, (_, value) => 255 * encodedOf(curve(value / 255)) - value).every(
    (error) => Math.abs(error) < CURVE_ERROR_MAX,
  );
}

/** Reads tables and curves with a linear start; returns null for others, none of which can be sRGB's. */
function readCurve(bytes: Buffer, at: number): Curve | null {
  const kind = wordAt(bytes, at);
  if (kind === 'curv') return readTable(bytes, at);
  return kind === 'para' ? readParametric(bytes, at) : null;
}

function readTable(bytes: Buffer, at: number): Curve | null {
  const count = bytes.readUInt32BE(at + 8);
  if (count < 2) return null;
  const point = (index: number): number => bytes.readUInt16BE(at + 12 + 2 * Math.min(index, count - 1)) / 65_535;
  return (value) => {
    const place = value * (count - 1);
    const below = Math.floor(place);
    return point(below) + (point(below + 1) - point(below)) * (place - below);
  };
}

function readParametric(bytes: Buffer, at: number): Curve | null {
  const count = PARAMETERS[bytes.readUInt16BE(at + 8)];
  if (count === undefined) return null;
  const [g = 0, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, i) =>
    fixedAt(bytes, at + 12 + 4 * i),
  );
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f);
}
