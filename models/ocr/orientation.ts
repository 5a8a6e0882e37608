import { turnImage } from '../image/turn.ts';
import type { RasterImage, TextLine, TextWord, Turn } from '../ports.ts';

/** The lines of a page, and the turn of its picture for reading. */
export interface TurnedLines {
  lines: TextLine[];
  turn: Turn;
}

/** The turns that are tried if a page cannot be read as it is, the likeliest first. */
const OTHER_TURNS: readonly Turn[] = [180, 90, 270];
/** A word counts as read with at least this many letters and digits and this confidence: noise is shorter or less certain. */
const WORD_LETTERS_MIN = 3;
const WORD_CONFIDENCE_MIN = 0.6;
/** Vertical Latin letters are read as words of other scripts, but never with this confidence. */
const OTHER_CONFIDENCE_MIN = 0.85;
const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;
/** Letters in such words. Sharp specimens have 100 to 335 of them, poor ones 26 to 60; upside down 70 at most. */
const UPRIGHT_LETTERS_MIN = 100;
/** A page counts as turned only if it then has this many letters, and this many times those it has unturned. */
const TURNED_LETTERS_MIN = 60;
const BETTER_RATIO = 2;

/**
 * Reads a page as it is and, if the result is too small for an upright page, in the three other turns. If the turn is `known`, reads it only that
 * way. The recogniser itself reads a page on its side only in part, with its labels and values in disorder.
 */
export async function readUpright(
  image: RasterImage,
  read: (image: RasterImage) => Promise<TextLine[]>,
  known?: Turn,
): Promise<TurnedLines> {
  if (known !== undefined) return { lines: await read(await turnImage(image, known)), turn: known };
  const asItLies: TurnedLines = { lines: await read(image), turn: 0 };
  const letters = countLetters(asItLies.lines);
  if (letters >= UPRIGHT_LETTERS_MIN) return asItLies;
  let best = { lines: asItLies.lines, turn: 0 as Turn, letters: Math.max(TURNED_LETTERS_MIN, BETTER_RATIO * letters) };
  for (const turn of OTHER_TURNS) {
    const lines = await read(await turnImage(image, turn));
    const turned = countLetters(lines);
    if (turned >= best.letters) best = { lines, turn, letters: turned };
    // Fewer letters may mean a page upside down, which has more the right way up.
    if (turned >= UPRIGHT_LETTERS_MIN && best.turn === turn) break;
  }
  return { lines: best.lines, turn: best.turn };
}

/** Counts the letters and digits in words that were read with high confidence and are horizontal. */
export function countLetters(lines: readonly TextLine[]): number {
  const words = lines.flatMap((line) => line.words).filter(isRead);
  return words.reduce((sum, { text }) => sum + lettersIn(text), 0);
}

/** Returns whether a word is too long and too certain for noise. */
export function isRead({ text, confidence, box }: TextWord): boolean {
  const confidenceMin = OTHER_LETTER.test(text) ? OTHER_CONFIDENCE_MIN : WORD_CONFIDENCE_MIN;
  return confidence >= confidenceMin && lettersIn(text) >= WORD_LETTERS_MIN && box.width > box.height;
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
