import type { Span } from '../../quality/ink.ts';
import { markHeight } from '../../quality/marks.ts';
import { median } from '../../runtime/geometry.ts';

/** A row of text, or a possible one: words next to each other with no more than a space between two. */
export interface Row {
  /** From left to right, including accents and points. */
  marks: Span[];
  /** The height of its letters, in pixels: the median. */
  height: number;
}

/** Returns a row of `marks`, at least one. */
export function rowOf(marks: readonly Span[]): Row {
  const tallest = Math.max(...marks.map(markHeight));
  const tall = marks.map(markHeight).filter((height) => height >= tallest / 2);
  return { marks: marks.toSorted((a, b) => a.left - b.left), height: median(tall) };
}

/** Returns the extent of a row. */
export function rowSpan({ marks }: { marks: readonly Span[] }): Span {
  return {
    left: Math.min(...marks.map(({ left }) => left)),
    right: Math.max(...marks.map(({ right }) => right)),
    top: Math.min(...marks.map(({ top }) => top)),
    bottom: Math.max(...marks.map(({ bottom }) => bottom)),
  };
}
