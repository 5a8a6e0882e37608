import type { Box } from '../../ports.ts';
import type { Span } from '../../quality/ink.ts';
import { wordConfidence } from '../lstm/confidence.ts';
import type { ReadSign } from '../lstm/reader.ts';
import { type Row, rowSpan } from './row.ts';

/** A word of a row, in pixels of the page that was read. */
export interface RowWord {
  text: string;
  /** 0..1 */
  confidence: number;
  box: Box;
}

/** Returns the words of a row that begins at `left` in the page; none if nothing was read. */
export function wordsOf(signs: readonly ReadSign[], row: Row, left: number): RowWord[] {
  const words = splitAtSpaces(signs);
  const places = words.map((word) => ({
    from: left + (word[0] as ReadSign).start,
    to: left + (word.at(-1) as ReadSign).end,
  }));
  const marks = shareMarks(row.marks, places);
  return words.map((word, i) => ({
    text: word.map(({ text }) => text).join(''),
    confidence: wordConfidence(word),
    box: boxOf(marks[i] ?? [], places[i] as Place, row),
  }));
}

function splitAtSpaces(signs: readonly ReadSign[]): ReadSign[][] {
  const words: ReadSign[][] = [[]];
  for (const sign of signs) {
    if (sign.text.trim() === '') words.push([]);
    else words.at(-1)?.push(sign);
  }
  return words.filter((word) => word.length > 0);
}

/** The range of a word along its row. */
interface Place {
  from: number;
  to: number;
}

/** Assigns to each word the marks at its place, or nearest to it. */
function shareMarks(marks: readonly Span[], places: readonly Place[]): Span[][] {
  const shares: Span[][] = places.map(() => []);
  for (const mark of marks) {
    const middle = (mark.left + mark.right) / 2;
    let [nearest, least] = [0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < places.length; i++) {
      const { from, to } = places[i] as Place;
      const distance = Math.max(0, from - middle, middle - to);
      if (distance < least) [nearest, least] = [i, distance];
    }
    shares[nearest]?.push(mark);
  }
  return shares;
}

/** Returns the box around a word's marks; if it has none, because its letters are connected with others, its place on the row. */
function boxOf(marks: readonly Span[], { from, to }: Place, row: Row): Box {
  const span =
    marks.length > 0 ? rowSpan({ marks }) : { ...rowSpan(row), left: Math.round(from), right: Math.round(to) };
  return { x: span.left, y: span.top, width: span.right - span.left + 1, height: span.bottom - span.top + 1 };
}
