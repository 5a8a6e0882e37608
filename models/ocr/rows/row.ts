import type { Span } from '../../quality/ink.ts';
import { markHeight } from '../../quality/marks.ts';
import { median } from '../../runtime/geometry.ts';

/** A row of print, or what may be one: words that stand beside each other with no more than a space between two. */
export interface Row {
  /** From left to right, accents and points among them. */
  marks: Span[];
  /** Of its letters, in pixels: the median. */
  height: number;
}

/** A row of `marks`, at least one. */
export function rowOf(marks: readonly Span[]): Row {
  const tallest = Math.max(...marks.map(markHeight));
  const tall = marks.map(markHeight).filter((height) => height >= tallest / 2);
  return { marks: marks.toSorted((a, b) => a.left - b.left), height: median(tall) };
}

/** What a row takes up. */
export function rowSpan({ marks }: { marks: readonly Span[] }): Span {
  return {
    left: Math.min(...marks.map(({ left }) => left)),
    right: Math.max(...marks.map(({ right }) => right)),
    top: Math.min(...marks.map(({ top }) => top)),
    bottom: Math.max(...marks.map(({ bottom }) => bottom)),
  };
}
