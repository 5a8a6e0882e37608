import { median } from '../runtime/geometry.ts';
import { type Gap, rowsOfInk, type StripInk, widestGap } from './gaps.ts';
import type { Sign } from './signs.ts';

/** A word of a strip, in pixels of its picture. */
export interface StripWord {
  text: string;
  /** 0..1 */
  confidence: number;
  from: number;
  to: number;
  top: number;
  bottom: number;
}

/**
 * A gap is a space if it is at least this wide, in heights of the strip, and this many times the usual gap between two of its characters. Next to the
 * digit 1, which is as widely set as others but narrower, this much of it belongs to the digit. Chosen by measurement on specimen documents.
 */
const SPACE = { heights: 0.17, usual: 1.8, besideOne: 0.1 };
/** A gap of this width, in heights, begins another column. */
const COLUMN_HEIGHTS = 0.9;

/** A character that is not a space, and what is between it and the one before. */
interface Placed extends Sign {
  gap: Gap | null;
  /** The recogniser itself saw a space there. */
  spaced: boolean;
}

/**
 * Returns the words of a strip, column by column. The recogniser drops spaces and reads across columns: the ink between its characters recovers them.
 *
 * @param stepPixels pixels of the strip's picture in one step of the recogniser
 */
export function wordsOfStrip(signs: readonly Sign[], ink: StripInk, stepPixels: number): StripWord[][] {
  const placed = placeSigns(signs, ink, stepPixels);
  const usual = median(placed.slice(1).map(({ gap }) => widthOf(gap)));
  const columns: Placed[][][] = [];
  for (const [i, sign] of placed.entries()) {
    const width = widthOf(sign.gap);
    const own = isBesideOne(placed[i - 1]?.text, sign.text) ? SPACE.besideOne * ink.height : 0;
    const isSpace = sign.spaced || width - own >= Math.max(SPACE.heights * ink.height, SPACE.usual * usual);
    const column = columns.at(-1);
    if (column === undefined || (isSpace && width >= COLUMN_HEIGHTS * ink.height)) columns.push([[sign]]);
    else if (isSpace) column.push([sign]);
    else column.at(-1)?.push(sign);
  }
  const ends = placed.map(({ gap }, i) => (i === 0 ? 0 : (gap?.to ?? middleOf(placed, i, stepPixels))));
  const starts = placed.map((_, i) => {
    const next = placed[i + 1];
    return next === undefined ? ink.width : (next.gap?.from ?? middleOf(placed, i + 1, stepPixels));
  });
  return columns.map((words) =>
    words.map((word) => {
      const [from, to] = trim(
        ink,
        ends[placed.indexOf(word[0] as Placed)] as number,
        starts[placed.indexOf(word.at(-1) as Placed)] as number,
      );
      return {
        text: word.map(({ text }) => text).join(''),
        confidence: word.reduce((sum, { probability }) => sum + probability, 0) / word.length,
        from,
        to,
        ...rowsOfInk(ink, from, to),
      };
    }),
  );
}

function placeSigns(signs: readonly Sign[], ink: StripInk, stepPixels: number): Placed[] {
  const placed: Placed[] = [];
  let spaced = false;
  for (const sign of signs) {
    if (sign.text.trim() === '') {
      spaced = true;
      continue;
    }
    const before = placed.at(-1);
    const gap = before ? widestGap(ink, (before.at + 0.5) * stepPixels, (sign.at + 0.5) * stepPixels) : null;
    placed.push({ ...sign, gap, spaced: spaced && before !== undefined });
    spaced = false;
  }
  return placed;
}

/** Two digits, one of them a 1. */
const isBesideOne = (before = '', sign: string): boolean => /^(?:1\d|\d1)$/.test(before + sign);

const widthOf = (gap: Gap | null): number => (gap === null ? 0 : gap.to - gap.from);

/** Returns the middle between a character and the one before it. */
function middleOf(placed: readonly Placed[], i: number, stepPixels: number): number {
  return (((placed[i - 1] as Placed).at + (placed[i] as Placed).at) / 2 + 0.5) * stepPixels;
}

/** Trims the columns at either end that have no ink. */
function trim(ink: StripInk, from: number, to: number): [number, number] {
  const [first, last] = [widestGap(ink, from, from + 1), widestGap(ink, to - 1, to)];
  if (!first && !last) return [from, to];
  let [left, right] = [Math.floor(from), Math.ceil(to)];
  while (left < right && widestGap(ink, left, left + 1)) left++;
  while (right > left && widestGap(ink, right - 1, right)) right--;
  return left < right ? [left, right] : [from, to];
}
