import type { Box, EngineVersion, Point, Quad, RasterImage, Turn } from '../ports.ts';

/**
 * What an answer of an engine must be in any case, whatever it was asked: a net that gives no numbers, or a thread that mixes something
 * up, must not pass for evidence. Whether an answer is right is not told here.
 */

/** Of a picture; what lies on it, and not outside, touches it. */
export type PictureSize = Pick<RasterImage, 'width' | 'height'>;

const TURNS: readonly unknown[] = [0, 90, 180, 270] satisfies Turn[];

/** An object whose fields have yet to be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** A finite number of at least `min` and at most `max`. */
export const isWithin = (value: unknown, min: number, max = Number.POSITIVE_INFINITY): value is number =>
  isNumber(value) && value >= min && value <= max;

/** A score or probability. */
export const isShare = (value: unknown): value is number => isWithin(value, 0, 1);

export const isCount = (value: unknown, min = 0): value is number => isWithin(value, min) && Number.isInteger(value);

export const isTurn = (value: unknown): value is Turn => TURNS.includes(value);

export function isText(value: unknown, charsMax: number): value is string {
  return typeof value === 'string' && value.length <= charsMax;
}

/** At most `max` items, each of which is one. */
export function isListOf<T>(value: unknown, max: number, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.length <= max && value.every(isItem);
}

export function isSize(value: unknown): value is PictureSize {
  return isRecord(value) && isCount(value['width'], 1) && isCount(value['height'], 1);
}

export function isRaster(value: unknown): value is RasterImage {
  if (!isSize(value)) return false;
  const { pixels } = value as Partial<RasterImage>;
  return pixels instanceof Uint8Array && pixels.length === value.width * value.height * 3;
}

export function isVersion(value: unknown): value is EngineVersion {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

/** The size of a picture that was turned. */
export function turnedSize({ width, height }: PictureSize, turn: Turn): PictureSize {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/** A box that touches the picture; it may reach beyond its edges. */
export function isBoxOn({ width, height }: PictureSize): (value: unknown) => value is Box {
  return (value): value is Box => {
    if (!isRecord(value)) return false;
    const { x, y, width: across, height: down } = value;
    if (!isNumber(x) || !isNumber(y) || !isWithin(across, 0) || !isWithin(down, 0)) return false;
    return x <= width && y <= height && x + across >= 0 && y + down >= 0;
  };
}

/** Four corners whose level box touches the picture. */
export function isQuadOn(size: PictureSize): (value: unknown) => value is Quad {
  const isBox = isBoxOn(size);
  return (value): value is Quad => {
    if (!isListOf(value, 4, isPoint) || value.length !== 4) return false;
    const [xs, ys] = [value.map(({ x }) => x), value.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return isBox({ x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y });
  };
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && isNumber(value['x']) && isNumber(value['y']);
}
