import type { GreyImage } from '../pixels/grey.ts';
import type { Span } from '../quality/ink.ts';
import { BEHIND_BYTES, copyPlane, type Plane, takePlane } from '../quality/plane.ts';

/**
 * A page, and the brightness of the background at each of its pixels, whatever is printed there: what is known of it so far, in the kernel's memory.
 */
export interface Ground {
  page: Plane;
  /** The brightness in a grid of squares, each measured on first use. */
  squares: number;
}

/** Bytes of a span: four numbers. */
const SPAN_BYTES = 16;

/** Returns the background of a page, with nothing known yet. */
export function groundOf(page: Plane): Ground {
  const { scratch, width, height } = page;
  const bytes = scratch.run.squaresBytes(width, height);
  const squares = scratch.take(bytes);
  scratch.bytes(squares, bytes).fill(0);
  return { page, squares };
}

/** Returns the content of the `kept` spans of a part of a page, evenly lit, and white everywhere else. The part may be outside the page. */
export function cutPart({ page, squares }: Ground, part: Span, kept: readonly Span[]): GreyImage {
  const { scratch, at, width, height } = page;
  const { left, top, right, bottom } = part;
  const out = takePlane(scratch, { width: right - left + 1, height: bottom - top + 1 });
  const keep = scratch.take(out.width * out.height + BEHIND_BYTES);
  const work = scratch.take(scratch.run.groundWorkBytes(width));
  const spans = putSpans(page, kept);
  const { length } = kept;
  scratch.run.cutPart(at, width, height, squares, left, top, right, bottom, spans, length, keep, work, out.at);
  scratch.release(out.at);
  return copyPlane(out);
}

function putSpans({ scratch }: Plane, spans: readonly Span[]): number {
  const at = scratch.take(SPAN_BYTES * spans.length);
  const numbers = scratch.integers(at, (SPAN_BYTES / 4) * spans.length);
  let i = 0;
  for (const { left, right, top, bottom } of spans) {
    numbers[i++] = left;
    numbers[i++] = right;
    numbers[i++] = top;
    numbers[i++] = bottom;
  }
  return at;
}
