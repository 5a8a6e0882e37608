import type { ColourImage } from './colour.ts';

/**
 * Takes dark print off a frame: fills what is darker than its surroundings and narrower than five pixels (a closing; J. Serra, "Image analysis and
 * mathematical morphology", 1982). The edges of what is larger stay, up to two pixels from their places. The border, two pixels wide, keeps its print.
 */
export function withoutPrint(frame: ColourImage): ColourImage {
  return { ...frame, values: brightest(frame, brightest(frame, frame.values, 0), INVERSE) };
}

/** Makes dark bright and bright dark, by exclusive or. */
const INVERSE = 255;

/** The brightest value of the five by five pixels around each, or the darkest if the values are to be inverted. */
function brightest({ width, height }: ColourImage, values: Uint8Array, invert: number): Uint8Array {
  const rows = values.slice();
  for (let y = 0; y < height; y++)
    for (let i = y * width + 2, end = (y + 1) * width - 2; i < end; i++) rows[i] = mostOfFive(values, i, 1, invert);
  const out = rows.slice();
  for (let i = 2 * width, end = (height - 2) * width; i < end; i++) out[i] = mostOfFive(rows, i, width, invert);
  return out;
}

function mostOfFive(values: Uint8Array, i: number, step: number, invert: number): number {
  const at = (k: number): number => (values[i + k * step] as number) ^ invert;
  return most(most(most(at(-2), at(-1)), most(at(1), at(2))), at(0)) ^ invert;
}

/** The larger of two numbers, without a branch: a processor guesses it wrong half of the time. */
const most = (a: number, b: number): number => a - ((a - b) & ((a - b) >> 31));
