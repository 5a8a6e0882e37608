import type { Quad, TextLine } from '../../ports.ts';
import { isLetter } from '../clean.ts';
import { groundOf } from '../ground.ts';
import type { LineReader } from '../lstm/reader.ts';
import { insideOf } from '../omit.ts';
import { lineOf, placeBox } from '../page.ts';
import type { LevelPicture } from '../picture.ts';
import { type CutRow, cutRow, type Margins } from './cut.ts';
import { findRows } from './find.ts';
import { pickRows } from './pick.ts';
import type { Row } from './row.ts';
import { type RowWord, wordsOf } from './words.ts';

/** What reads lines, by language, in the order in which they are asked. */
export type Readers = readonly (Pick<LineReader, 'read'> & { code: string })[];

/** Little is kept beside a row, since ground that is not quite white is taken for signs. Chosen by measurement on drawn cards. */
const MARGINS: Margins = { beside: 0.1, above: 0.4, below: 0.35 };
/** Of a word less sure than this the next language is asked too: tesseract's own bound (`stopper_nondict_certainty_base`). */
const SURE_MIN = 0.875;
/** So many marks are a word, even where one language reads nothing of it. */
const WORD_MARKS_MIN = 5;
/** A row of one or two marks is a letter, a figure or a code, surely read, or nothing. */
const LONE = { marksMax: 2, text: /^[\p{Lu}\p{N}]{1,4}$/u, confidenceMin: 0.8 };

/** A row, and what has been read of it up to now. */
interface Reading {
  row: Row;
  cut: CutRow;
  words: RowWord[];
}

/** The lines of a page, in reading order. Marks in `omitted`, of the original picture, are left out. */
export async function readRows(
  { grey, marks, ...placed }: LevelPicture,
  omitted: readonly Quad[],
  readers: Readers,
): Promise<TextLine[]> {
  const isOmitted = insideOf(omitted, placed);
  const letters = marks.filter((mark) => isLetter(mark) && !isOmitted(mark));
  const ground = groundOf(grey);
  const readings = pickRows(findRows(letters)).map((row): Reading => {
    return { row, cut: cutRow(grey, ground, row, MARGINS), words: [] };
  });
  for (const [language, reader] of readers.entries())
    await ask(reader, language === 0 ? readings : readings.filter(isUnsure));
  return readings.filter(isPrint).map(({ words }) => {
    return lineOf(words.map(({ text, confidence, box }) => ({ text, confidence, ...placeBox(box, placed) })));
  });
}

/** Reads rows in one more language. */
async function ask(reader: Readers[number], readings: Reading[]): Promise<void> {
  const read = await reader.read(readings.map(({ cut }) => cut.image));
  for (const [i, reading] of readings.entries())
    reading.words = better(reading.words, wordsOf(read[i] ?? [], reading.row, reading.cut.left));
}

/** Of two readings the surer: word by word where they have as many words, else as a whole. */
function better(first: RowWord[], second: RowWord[]): RowWord[] {
  if (first.length !== second.length) return sureness(second) > sureness(first) ? second : first;
  return first.map((word, i) => {
    const other = second[i];
    return other !== undefined && other.confidence > word.confidence ? other : word;
  });
}

/** The mean over the letters of a row; 0 where there are none. */
function sureness(words: readonly RowWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters);
}

/** Where nothing was read of a few marks, there is nothing: another language reads noise at most. */
function isUnsure({ row, words }: Reading): boolean {
  if (words.length === 0) return row.marks.length >= WORD_MARKS_MIN;
  return words.some(({ confidence }) => confidence < SURE_MIN);
}

function isPrint({ row, words }: Reading): boolean {
  if (row.marks.length > LONE.marksMax) return words.length > 0;
  return (
    words.length === 1 && words.every((word) => LONE.text.test(word.text) && word.confidence >= LONE.confidenceMin)
  );
}
