import type { Box, TextLine, TextWord } from '../ports.ts';
import { boxAround, boxOfPoints } from '../runtime/geometry.ts';
import { type FlatFrame, toSource } from './flatten.ts';
import type { Picture } from './picture.ts';

/** The position of a recognised picture in the original one. */
type Placed = Pick<Picture, 'scale' | 'frame'>;

/** Columns of tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const COLUMNS = 12;
const WORD_LEVEL = 5;

/**
 * Returns the lines of Tesseract's TSV output, in its reading order, with boxes mapped back to the original picture. Confidences change from 0..100
 * to 0..1; a line's is the mean over its words, weighted by their length. Drops words of only spaces, and lines without words.
 */
export function linesFromTsv(tsv: string, placed: Placed): TextLine[] {
  const words = new Map<string, TextWord[]>();
  for (const row of tsv.split('\n')) {
    const cells = row.split('\t');
    if (cells.length < COLUMNS || Number(cells[0]) !== WORD_LEVEL) continue;
    const text = cells
      .slice(COLUMNS - 1)
      .join(' ')
      .trim();
    if (text === '') continue;
    const line = cells.slice(1, 5).join('.');
    words.set(line, [...(words.get(line) ?? []), { text, confidence: share(cells[10]), ...boxesOf(cells, placed) }]);
  }
  return [...words.values()].map(lineOf);
}

/** Returns the boxes of all words, in pixels of the picture that was read. */
export function wordBoxes(lines: readonly TextLine[], placed: Placed): Box[] {
  return lines.flatMap(({ words }) => words.map((word) => wordBox(word, placed)));
}

/** Returns a word's box in the picture that was read, in its pixels. */
export function wordBox({ box, flat = box }: TextWord, { scale }: Placed): Box {
  return { x: flat.x * scale, y: flat.y * scale, width: flat.width * scale, height: flat.height * scale };
}

/** Returns a line of the one word that was read in a part of the picture, `box`; null if there was none, or several. */
export function lineInPart(tsv: string, box: Box, placed: Placed): TextLine | null {
  const [word, ...others] = linesFromTsv(tsv, { scale: 1 }).flatMap(({ words }) => words);
  if (word === undefined || others.length > 0) return null;
  return lineOf([{ text: word.text, confidence: word.confidence, ...placeBox(box, placed) }]);
}

/** Returns the mean over words, 0..1; 0 if there are none. */
export function meanConfidence(lines: readonly TextLine[]): number {
  const words = lines.flatMap((line) => line.words);
  return words.length === 0 ? 0 : words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
}

/** Joins words, at least one, into their line. */
export function lineOf(words: readonly TextWord[]): TextLine {
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const confidence = words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / letters;
  return {
    text: words.map((word) => word.text).join(' '),
    confidence,
    box: boxAround(words.map(({ box }) => box)),
    words: [...words],
  };
}

/** A word of a flattened picture has two boxes: around it in the original, and as it was read. */
function boxesOf(cells: readonly string[], placed: Placed): Pick<TextWord, 'box' | 'flat'> {
  const [x = 0, y = 0, width = 0, height = 0] = [6, 7, 8, 9].map((column) => Number(cells[column]));
  return placeBox({ x, y, width, height }, placed);
}

export function placeBox(read: Box, { scale, frame }: Placed): Pick<TextWord, 'box' | 'flat'> {
  const scaled = (box: Box): Box => ({
    x: Math.round(box.x / scale),
    y: Math.round(box.y / scale),
    width: Math.round(box.width / scale),
    height: Math.round(box.height / scale),
  });
  return frame ? { box: scaled(inSource(read, frame)), flat: scaled(read) } : { box: scaled(read) };
}

function inSource({ x, y, width, height }: Box, frame: FlatFrame): Box {
  const corners = [x, x + width].flatMap((across) =>
    [y, y + height].map((down) => toSource(frame, { x: across, y: down })),
  );
  return boxOfPoints(corners);
}

function share(confidence: string | undefined): number {
  const value = Number(confidence) / 100;
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}
