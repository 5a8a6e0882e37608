import type { StripPicture } from './strip.ts';

/** The ink of a strip: 1 or 0 for each pixel, row by row. */
export interface StripInk {
  width: number;
  height: number;
  ink: Uint8Array;
}

/** Columns without ink, from the first to the one after the last. */
export interface Gap {
  from: number;
  to: number;
}

/** The share of a strip's height that is margin, above and below: table lines are there. */
const MARGIN = 0.12;
/** A column with at most this many pixels of ink counts as empty: specks of a pattern. */
const SPECKS_MAX = 1;

/** Separates text from background at the grey that divides both best; the text is the rarer one, dark or light. */
export function findInk({ width, height, pixels }: StripPicture): StripInk {
  const greys = new Uint8Array(width * height);
  const counts = new Array<number>(256).fill(0);
  for (let i = 0; i < greys.length; i++) {
    const grey = Math.round(
      ((pixels[i * 3] as number) + 2 * (pixels[i * 3 + 1] as number) + (pixels[i * 3 + 2] as number)) / 4,
    );
    greys[i] = grey;
    counts[grey] = (counts[grey] as number) + 1;
  }
  const bound = partingGrey(counts);
  const dark = greys.reduce((sum, grey) => sum + (grey <= bound ? 1 : 0), 0);
  const isDark = dark * 2 <= greys.length;
  return { width, height, ink: greys.map((grey) => Number(grey <= bound === isDark)) };
}

/** Returns the grey at which two classes differ most (Otsu, 1979). */
function partingGrey(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, grey) => sum + count * grey, 0);
  let [best, most, below, sum] = [0, -1, 0, 0];
  for (const [grey, count] of counts.entries()) {
    below += count;
    sum += count * grey;
    if (below === 0 || below === all) continue;
    const apart = sum / below - (total - sum) / (all - below);
    const between = below * (all - below) * apart * apart;
    if (between > most) [best, most] = [grey, between];
  }
  return best;
}

/** Returns the widest gap between two places along a strip, none if every column has ink. */
export function widestGap(strip: StripInk, from: number, to: number): Gap | null {
  let widest: Gap | null = null;
  let start = -1;
  const end = Math.min(strip.width, Math.ceil(to));
  for (let x = Math.max(0, Math.floor(from)); x <= end; x++) {
    const isEmpty = x < end && isEmptyColumn(strip, x);
    if (isEmpty && start < 0) start = x;
    if (isEmpty || start < 0) continue;
    if (widest === null || x - start > widest.to - widest.from) widest = { from: start, to: x };
    start = -1;
  }
  return widest;
}

function isEmptyColumn({ width, height, ink }: StripInk, x: number): boolean {
  let count = 0;
  for (let y = Math.floor(height * MARGIN); y < height * (1 - MARGIN); y++) count += ink[y * width + x] as number;
  return count <= SPECKS_MAX;
}

/** Returns the range from the first row with ink to after the last, between two places along a strip; all rows if there is no ink. */
export function rowsOfInk({ width, height, ink }: StripInk, from: number, to: number): { top: number; bottom: number } {
  let [top, bottom] = [height, 0];
  for (let y = 0; y < height; y++)
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, to); x++)
      if (ink[y * width + x] === 1) [top, bottom] = [Math.min(top, y), y + 1];
  return top < bottom ? { top, bottom } : { top: 0, bottom: height };
}
