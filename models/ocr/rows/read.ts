import type { Quad, TextLine } from '../../ports.ts';
import { markHeight, markWidth } from '../../quality/marks.ts';
import { isLetter } from '../clean.ts';
import { groundOf } from '../ground.ts';
import type { LineReader } from '../lstm/reader.ts';
import { insideOf } from '../omit.ts';
import { lineOf, placeBox } from '../page.ts';
import type { LevelPicture } from '../picture.ts';
import { type CutRow, cutRow, type Margins } from './cut.ts';
import { findRows } from './find.ts';
import { languageOf } from './page-language.ts';
import { pickRows } from './pick.ts';
import { type Row, rowSpan } from './row.ts';
import { confidenceOf, lettersIn, lettersOfOther, mixScripts, type ScriptReading } from './script-words.ts';
import { type RowWord, wordsOf } from './words.ts';

/** The readers of lines, by language, in the order in which they are used. */
export type Readers = readonly Reader[];
type Reader = Pick<LineReader, 'knows' | 'read'> & { code: string };
/** The readers of one script other than Latin, loaded when a page first needs them: only the first, or all. */
export interface ScriptReaders {
  load(count?: number): Promise<Readers>;
}

/** Little is kept around a row, because background that is not quite white is read as characters. Chosen by measurement on drawn cards. */
const MARGINS: Margins = { beside: 0.1, above: 0.4, below: 0.35 };
/**
 * The page's own language also reads a row with a word below the first confidence, and all others read what is below the second. The first is above
 * Tesseract's own bound (`stopper_nondict_certainty_base`, 0.875), because a wrong letter in place of an accented one may have a high confidence.
 */
const CONFIDENCE_MIN = { first: 0.9, page: 0.7 };
/** The bonus of the page's own readings. Chosen by measurement on drawn cards in six languages, as are the bounds above. */
const PAGE_BONUS = 0.05;
/**
 * All languages read only rows with this many marks, unless fewer of these have at least this share of the row's height and the row is no wider than
 * this many times its height: portraits and patterns are full of such rows. Connected letters form few marks, but a wide row.
 */
const ALL = { marksMin: 4, letterHeightMin: 0.5, wideMin: 2.5 };
/** This many marks are a word, even if one language reads nothing of it. */
const WORD_MARKS_MIN = 5;
/** A row with this little text, or this few marks, is a letter or a code of high confidence, or nothing: portraits and patterns are full of them. */
const LONE = { marksMax: 2, signsMax: 2, text: /^[\p{Lu}\p{N}]{1,4}$/u, short: /^\p{Lu}{1,2}$/u, confidenceMin: 0.8 };
/**
 * Other scripts are searched if at least this share of a page's letters is in rows below this confidence; they read this many of these rows, those
 * with the most letters first. A script is present if this many of their letters are in words that are certainly its own.
 */
const LOOK = { confidenceMin: 0.75, shareMin: 0.04, marksMin: 5, marksMax: 60, rows: 4, lettersMin: 6 };
/** Letters that the languages write differently. */
const ACCENTED = /(?!\p{ASCII})\p{L}/u;

/** A row, and its text. */
interface CutOut {
  row: Row;
  cut: CutRow;
}

/** A row, and its readings so far, by language. */
interface Reading extends CutOut {
  /** In the order of reading. */
  words: Map<string, RowWord[]>;
}

/**
 * Returns the lines of a page, in reading order. Leaves out marks in `omitted`, of the original picture. The languages in Latin letters read
 * everything; if they leave rows uncertain, other scripts are searched, and one that is found reads the page too.
 */
export async function readRows(
  { grey, marks, ...placed }: LevelPicture,
  omitted: readonly Quad[],
  readers: Readers,
  scripts: readonly ScriptReaders[] = [],
): Promise<TextLine[]> {
  if (readers.length === 0) return [];
  const isOmitted = insideOf(omitted, placed);
  const letters = marks.filter((mark) => isLetter(mark) && !isOmitted(mark));
  const ground = groundOf(grey);
  const rows = pickRows(findRows(letters)).map((row): CutOut => ({ row, cut: cutRow(ground, row, MARGINS) }));
  const latin = (await readIn(readers, rows)).map((words) => ({ words, languages: readers }));
  const languages = await findScript(scripts, rows, latin);
  const other = languages && (await readIn(languages, rows));
  return rows.flatMap(({ row }, i) => {
    const own = latin[i] ?? { words: [], languages: readers };
    const words = other ? mixScripts(own, { words: other[i] ?? [], languages }) : own.words;
    if (!isPrint(row, words)) return [];
    return [lineOf(words.map(({ text, confidence, box }) => ({ text, confidence, ...placeBox(box, placed) })))];
  });
}

/**
 * Returns the words of each row in the languages of one script. The first reads all rows; the language that knows the page's words also reads the
 * accented and uncertain rows, and takes precedence over others; all read what these leave uncertain.
 */
async function readIn(readers: Readers, rows: readonly CutOut[]): Promise<RowWord[][]> {
  const [first, ...others] = readers as [Reader, ...Reader[]];
  const readings = rows.map((row): Reading => ({ ...row, words: new Map() }));
  await ask(first, readings);
  const wordsBy = ({ words }: Reading, { code }: Reader): RowWord[] => words.get(code) ?? [];
  const texts = readings.flatMap((reading) => wordsBy(reading, first)).map(({ text }) => text);
  const page = languageOf(texts, first, others);
  const isForPage = (reading: Reading): boolean => {
    const read = wordsBy(reading, first);
    return isAccented(read) || isDoubtful(reading.row, read, CONFIDENCE_MIN.first);
  };
  await ask(page, readings.filter(isForPage));
  const unsure = readings.filter(
    ({ row, words }) => hasLetters(row) && isDoubtful(row, bestOf(words, page.code), CONFIDENCE_MIN.page),
  );
  for (const reader of others) await ask(reader, unsure);
  return readings.map(({ words }) => bestOf(words, page.code));
}

/** Returns the readers of the script that the page has besides Latin, or null: tries the longest of the uncertain rows. */
async function findScript(
  scripts: readonly ScriptReaders[],
  rows: readonly CutOut[],
  latin: readonly ScriptReading[],
): Promise<Readers | null> {
  if (scripts.length === 0) return null;
  const read = rows.flatMap(({ row, cut }, i) => {
    const isWord = hasLetters(row) && row.marks.length >= LOOK.marksMin && row.marks.length <= LOOK.marksMax;
    const own = latin[i];
    return isWord && own ? [{ row, cut, own }] : [];
  });
  const unsure = read.filter(({ own }) => confidenceOf(own.words) < LOOK.confidenceMin);
  if (unsure.length === 0 || marksOf(unsure) < LOOK.shareMin * marksOf(read)) return null;
  const looked = unsure.toSorted((a, b) => promise(b.own) - promise(a.own)).slice(0, LOOK.rows);
  for (const script of scripts) {
    const languages = await script.load(1);
    const words = await readIn(languages, looked);
    const letters = looked.map(({ own }, i) => lettersOfOther(own, { words: words[i] ?? [], languages }));
    if (letters.reduce((sum, count) => sum + count, 0) >= LOOK.lettersMin) return script.load();
  }
  return null;
}

/** Patterns yield few letters with low confidence; letters of another script yield as many other ones. */
function promise({ words }: ScriptReading): number {
  return (LOOK.confidenceMin + confidenceOf(words)) * words.reduce((sum, { text }) => sum + lettersIn(text), 0);
}

function marksOf(rows: readonly CutOut[]): number {
  return rows.reduce((sum, { row }) => sum + row.marks.length, 0);
}

/** Reads rows in one more language, if they have not been read in it. */
async function ask(reader: Reader, readings: readonly Reading[]): Promise<void> {
  const asked = readings.filter(({ words }) => !words.has(reader.code));
  const read = await reader.read(asked.map(({ cut }) => cut.image));
  for (const [i, { words, row, cut }] of asked.entries()) words.set(reader.code, wordsOf(read[i] ?? [], row, cut.left));
}

/**
 * Returns the most confident of all readings of a row: word by word if they have the same number of words, else as a
 * whole; the page's own language comes first.
 */
function bestOf(readings: ReadonlyMap<string, RowWord[]>, page: string): RowWord[] {
  const ranked = (code: string): Ranked[] =>
    (readings.get(code) ?? []).map((word) => ({ ...word, rank: word.confidence + (code === page ? PAGE_BONUS : 0) }));
  const [first = [], ...others] = [...new Set([page, ...readings.keys()])]
    .filter((code) => readings.has(code))
    .map(ranked);
  return others.reduce(better, first);
}

/** A word with its weight against other readings of it. */
type Ranked = RowWord & { rank: number };

function better(first: Ranked[], second: Ranked[]): Ranked[] {
  if (first.length !== second.length)
    return confidenceOf(second, ({ rank }) => rank) > confidenceOf(first, ({ rank }) => rank) ? second : first;
  return first.map((word, i) => {
    const other = second[i];
    return other !== undefined && other.rank > word.rank ? other : word;
  });
}

function hasLetters(row: Row): boolean {
  const letters = row.marks.filter((mark) => markHeight(mark) >= ALL.letterHeightMin * row.height);
  const span = rowSpan(row);
  const isWide = markWidth(span) >= ALL.wideMin * markHeight(span);
  return row.marks.length >= ALL.marksMin && (isWide || letters.length >= ALL.marksMin);
}

/** If nothing was read of a few marks, there is nothing: another language would read only noise. */
function isDoubtful({ marks }: Row, words: readonly RowWord[], confidenceMin: number): boolean {
  if (words.length === 0) return marks.length >= WORD_MARKS_MIN;
  return words.some(({ confidence }) => confidence < confidenceMin);
}

function isAccented(words: readonly RowWord[]): boolean {
  return words.some(({ text }) => ACCENTED.test(text));
}

function isPrint({ marks }: Row, words: readonly RowWord[]): boolean {
  const [word, ...others] = words;
  if (word === undefined) return false;
  const surely = word.confidence >= LONE.confidenceMin;
  if (marks.length <= LONE.marksMax) return others.length === 0 && surely && LONE.text.test(word.text);
  const signs = word.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const saysLittle = others.length === 0 && signs > 0 && signs <= LONE.signsMax;
  return !saysLittle || (surely && LONE.short.test(word.text));
}
