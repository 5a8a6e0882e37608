import type { Box } from '../ports.ts';
import type { Span } from '../quality/ink.ts';
import { markHeight, markWidth } from '../quality/marks.ts';
import { boxAround, median } from '../runtime/geometry.ts';

/** In heights: letters this close form one piece; a lone piece has at least this distance from all others. */
const LETTER_GAP_MAX = 0.5;
const ALONE_GAP_MIN = 1;
/** The most letters of a piece: a sex, a letter of a series. The recogniser finds longer ones itself. */
const LETTERS_MAX = 2;
/** Relative to the median height of the text that was read. */
const HEIGHT_RATIO = { min: 0.6, max: 2 };
/** It is on the row of a word: their heights overlap by this share. */
const ROW_OVERLAP_MIN = 0.6;
/** A page with at least this many words is worth a search for missing letters; and the most that are read. */
const WORDS_MIN = 6;
const PIECES_MAX = 6;

/**
 * Returns single letters that are on the row of a word but in no word: the recogniser takes a lone letter for noise.
 * `letters`, `words` and the returned boxes are in pixels of one picture.
 */
export function findLoneLetters(letters: readonly Span[], words: readonly Box[]): Box[] {
  if (words.length < WORDS_MIN) return [];
  const usual = median(words.map(({ height }) => height));
  const fits = (height: number): boolean => height >= HEIGHT_RATIO.min * usual && height <= HEIGHT_RATIO.max * usual;
  const boxes = letters.map(boxOf);
  const pieces = joinPieces(boxes.filter((box) => fits(box.height) && !words.some((word) => overlaps(box, word, 0))));
  const alone = pieces.filter(
    ({ box, members }) =>
      members.length <= LETTERS_MAX &&
      words.some((word) => onRow(box, word)) &&
      !boxes.some((other) => !members.includes(other) && overlaps(box, other, ALONE_GAP_MIN * box.height)),
  );
  return alone.slice(0, PIECES_MAX).map(({ box }) => box);
}

interface Piece {
  box: Box;
  members: Box[];
}

function joinPieces(boxes: readonly Box[]): Piece[] {
  const pieces: Piece[] = [];
  for (const box of boxes.toSorted((a, b) => a.x - b.x)) {
    const near = pieces.find((piece) => onRow(piece.box, box) && overlaps(piece.box, box, LETTER_GAP_MAX * box.height));
    if (near) Object.assign(near, { box: boxAround([near.box, box]), members: [...near.members, box] });
    else pieces.push({ box, members: [box] });
  }
  return pieces;
}

function boxOf(mark: Span): Box {
  return { x: mark.left, y: mark.top, width: markWidth(mark), height: markHeight(mark) };
}

/** Returns whether they touch, if horizontal gaps of up to `gap` are allowed and vertical ones are not. */
function overlaps(a: Box, b: Box, gap: number): boolean {
  const beside = a.x < b.x + b.width + gap && b.x < a.x + a.width + gap;
  return beside && a.y < b.y + b.height && b.y < a.y + a.height;
}

function onRow(a: Box, b: Box): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared >= ROW_OVERLAP_MIN * Math.min(a.height, b.height);
}
