import type { ColourImage } from './colour.ts';

/**
 * Takes dark print off a frame: fills what is darker than its surroundings and narrower than five pixels (a closing; J. Serra, "Image analysis and
 * mathematical morphology", 1982). The edges of what is larger stay, up to two pixels from their places.
 */
export function withoutPrint(frame: ColourImage): ColourImage {
  const { width, height, values } = frame;
  const inverse = (of: Uint8Array): Uint8Array => of.map((value) => 255 - value);
  return { ...frame, values: inverse(brightest(inverse(brightest(values, width, height)), width, height)) };
}

/** The brightest value of the five by five pixels around each. */
function brightest(values: Uint8Array, width: number, height: number): Uint8Array {
  const inRows = brightestAlong(values, { count: width, step: 1, lines: height, apart: width });
  return brightestAlong(inRows, { count: height, step: width, lines: width, apart: 1 });
}

/** The brightest of five places in a row on each of some lines: `count` places, `step` from each other, on lines that are `apart`. */
function brightestAlong(
  from: Uint8Array,
  { count, step, lines, apart }: { count: number; step: number; lines: number; apart: number },
): Uint8Array {
  const at = (i: number): number => from[i] as number;
  const to = new Uint8Array(from.length);
  for (let place = 0; place < count; place++) {
    const near = (off: number): number => Math.max(0, Math.min(count - 1, place + off)) * step;
    const [a, b, c, d, e] = [near(-2), near(-1), near(0), near(1), near(2)];
    for (let line = 0, i = 0; line < lines; line++, i += apart)
      to[i + c] = Math.max(at(i + a), at(i + b), at(i + c), at(i + d), at(i + e));
  }
  return to;
}
