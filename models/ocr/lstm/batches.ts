import type { LinePicture } from './line-picture.ts';

/** Lines that go through the net together, all padded to the widest. */
export interface Batch {
  /** Their indices in the input. */
  places: number[];
  /** In pixels. */
  width: number;
}

/** Pixels along the lines of a batch, together: one of these takes about 5 kB while a batch is computed. */
const PIXELS_MAX = 8192;
/** The widest line of a batch is at most this many times as wide as the narrowest: padding is computed too. */
const WIDTHS_APART_MAX = 1.35;

/** Groups lines, some of which may be null, into batches of similar widths. */
export function makeBatches(lines: readonly (LinePicture | null)[]): Batch[] {
  const places = [...lines.keys()].filter((place) => lines[place] !== null);
  const widthOf = (place: number): number => lines[place]?.width ?? 0;
  const batches: Batch[] = [];
  let open: Batch | null = null;
  for (const place of places.toSorted((a, b) => widthOf(b) - widthOf(a))) {
    const full = open !== null && (open.places.length + 1) * open.width > PIXELS_MAX;
    if (open === null || full || open.width > widthOf(place) * WIDTHS_APART_MAX) {
      open = { places: [], width: widthOf(place) };
      batches.push(open);
    }
    open.places.push(place);
  }
  return batches;
}
