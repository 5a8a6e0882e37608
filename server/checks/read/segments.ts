import type { Box, TextPage, TextWord } from '../../../models/ports.ts';

/** Words that stand together on one row of the page: a label, a value, or both. */
export interface Segment {
  text: string;
  /** 0..1, mean over its words. */
  confidence: number;
  box: Box;
}

/** A gap wider than this many heights of the row parts two columns. */
const COLUMN_GAP_HEIGHTS = 1.5;

/** The printed rows of a page, parted at wide gaps, in reading order. Rows of a machine-readable zone are left out. */
export function segmentPage(page: TextPage): Segment[] {
  return page.lines
    .filter(({ text }) => !/<[^>]*</.test(text) && !text.includes('«'))
    .flatMap(({ words }) => part(words));
}

function part(words: readonly TextWord[]): Segment[] {
  const groups: TextWord[][] = [];
  for (const word of words.toSorted((a, b) => a.box.x - b.box.x)) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && gap(before, word) <= COLUMN_GAP_HEIGHTS * heightOf(before, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map(segmentOf);
}

function gap(left: TextWord, right: TextWord): number {
  return right.box.x - left.box.x - left.box.width;
}

/** The larger height: a word without ascenders is lower than its row. */
function heightOf(a: TextWord, b: TextWord): number {
  return Math.max(a.box.height, b.box.height);
}

/** Joins words into one segment. */
function segmentOf(words: readonly TextWord[]): Segment {
  const boxes = words.map(({ box }) => box);
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
  return { text: words.map(({ text }) => text).join(' '), confidence, box: { x, y, width, height } };
}
