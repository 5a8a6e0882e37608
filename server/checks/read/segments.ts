import type { Box, TextPage, TextWord } from '../../../models/ports.ts';

/** Words that belong together on one row of the page: a label, a value, or both. */
export interface Segment {
  text: string;
  /** 0..1, mean over its words. */
  confidence: number;
  /** On the flattened page. */
  box: Box;
  words: readonly PlacedWord[];
}

/** A word whose `box` is its position on the flattened page, which determines rows and columns. */
export interface PlacedWord extends TextWord {
  /** Its position in the picture, in pixels of the turned picture. */
  shown: Box;
}

/** A gap wider than this many row heights separates two columns. */
const COLUMN_GAP_HEIGHTS = 1.5;
/** Pieces of a row no further apart than a word space belong together. */
const JOIN_GAP_HEIGHTS = 0.8;

/** The length of a row with fillers read as a quotation mark. Marks of the background pattern are read so too, next to short text. */
const ZONE_ROW_CHARS_MIN = 20;

/** A reading with less confidence is noise of the background pattern. A lone fragment of one or two letters falls below it. */
const WORD_CONFIDENCE_MIN = 0.2;
const SCRAP_CONFIDENCE_MIN = 0.45;
const SCRAP_LETTERS_MAX = 2;

/** Returns the printed rows of a page, split at wide gaps, in reading order. Rows of an MRZ are left out. */
export function segmentPage(page: TextPage): Segment[] {
  const segments = page.lines
    .filter(({ text }) => !isZoneRow(text))
    .flatMap(({ words }) => part(words.filter(({ confidence }) => confidence >= WORD_CONFIDENCE_MIN).map(placeFlat)));
  return joinRows(segments.filter(isText));
}

/** Fillers, or a run longer than names and numbers are: an MRZ line has at least 30 characters (ICAO Doc 9303 part 5). */
function isZoneRow(text: string): boolean {
  const bare = text.replaceAll(' ', '');
  const isLong = bare.length >= ZONE_ROW_CHARS_MIN;
  const isZoneText = isLong && text.includes('«') && /^[A-Z0-9<‹«]+$/.test(bare);
  return /<[^>]*</.test(text) || isZoneText || /(?=\S*\d)[A-Z0-9<‹]{22,}/.test(text);
}

function placeFlat(word: TextWord): PlacedWord {
  return { ...word, box: word.flat ?? word.box, shown: word.box };
}

/** A lone letter with high confidence, such as a sex, is text. */
function isText({ text, confidence }: Segment): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters > SCRAP_LETTERS_MAX || (letters > 0 && confidence >= SCRAP_CONFIDENCE_MIN);
}

/** The recogniser splits rows. Pieces that follow closely on the same row are joined again. */
function joinRows(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const before = joined.findIndex((other) => isNext(other, segment) || isNext(segment, other));
    if (before < 0) joined.push(segment);
    else
      joined[before] = segmentOf(
        [...(joined[before]?.words ?? []), ...segment.words].toSorted((a, b) => a.box.x - b.box.x),
      );
  }
  return joined;
}

function isNext(left: Segment, right: Segment): boolean {
  const [low, high] = [Math.min(left.box.height, right.box.height), Math.max(left.box.height, right.box.height)];
  const apart = right.box.x - left.box.x - left.box.width;
  const drop = Math.abs(left.box.y + left.box.height / 2 - right.box.y - right.box.height / 2);
  return (
    apart > -low && apart < JOIN_GAP_HEIGHTS * low && drop < low / 3 && high < 1.5 * low && right.box.x > left.box.x
  );
}

function part(words: readonly PlacedWord[]): Segment[] {
  const groups: PlacedWord[][] = [];
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

/** Returns the larger height: a word without ascenders is lower than its row. */
function heightOf(a: TextWord, b: TextWord): number {
  return Math.max(a.box.height, b.box.height);
}

/** Returns the words in sequence, as text. */
export const textOf = (words: readonly Pick<TextWord, 'text'>[]): string => words.map(({ text }) => text).join(' ');

/** Joins words into one segment. */
export function segmentOf(words: readonly PlacedWord[]): Segment {
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
  return {
    text: textOf(words),
    confidence,
    box: boxAround(words.map(({ box }) => box)),
    words,
  };
}

/** Returns the smallest box that holds all of `boxes`, of which there is at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/** Numbers are printed in groups, and names have several words. */
const RUN_WORDS_MAX = 5;

/** Returns runs of words, the longest from each position first, so that a name of two words is not mistaken for its first. */
export function runsOf(words: readonly PlacedWord[]): PlacedWord[][] {
  return words.flatMap((_, from) => {
    const most = Math.min(RUN_WORDS_MAX, words.length - from);
    return Array.from({ length: most }, (__, i) => words.slice(from, from + most - i));
  });
}
