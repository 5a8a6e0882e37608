import { turnImage } from '../image/turn.ts';
import type { RasterImage, TextLine, TextWord, Turn } from '../ports.ts';

/** The lines of a page, and the turn by which its picture was read. */
export interface TurnedLines {
  lines: TextLine[];
  turn: Turn;
}

/** The turns that are tried where a page cannot be read as it lies, the likeliest first. */
const OTHER_TURNS: readonly Turn[] = [180, 90, 270];
/** A word counts as read from so many letters and digits and from this confidence on: noise is shorter or less sure. */
const WORD_LETTERS_MIN = 3;
const WORD_CONFIDENCE_MIN = 0.6;
/** Latin letters on end are read for words of other scripts, never so surely as these are. */
const OTHER_CONFIDENCE_MIN = 0.85;
const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;
/** Letters in such words. Sharp specimens have 100 to 335 of them, poor ones 26 to 60; upside down 70 at most. */
const UPRIGHT_LETTERS_MIN = 100;
/** A page is taken for turned only where it then has so many letters, and so many times those it has as it lies. */
const TURNED_LETTERS_MIN = 60;
const BETTER_RATIO = 2;

/**
 * Reads a page as it lies and, where that gives too little to be an upright page, in the three other ways it may lie.
 * Where it is `known` how it lies, it is read in that way alone. The recogniser itself reads a page on its side in part,
 * with its labels and values in disorder.
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
    // Fewer may be a page upside down, of which the right way gives more.
    if (turned >= UPRIGHT_LETTERS_MIN && best.turn === turn) break;
  }
  return { lines: best.lines, turn: best.turn };
}

/** How many letters and digits stand in words that were surely read and lie on their row, not on end. */
export function countLetters(lines: readonly TextLine[]): number {
  const words = lines.flatMap((line) => line.words).filter(isRead);
  return words.reduce((sum, { text }) => sum + lettersIn(text), 0);
}

/** Whether a word is too long and too sure for noise. */
export function isRead({ text, confidence, box }: TextWord): boolean {
  const confidenceMin = OTHER_LETTER.test(text) ? OTHER_CONFIDENCE_MIN : WORD_CONFIDENCE_MIN;
  return confidence >= confidenceMin && lettersIn(text) >= WORD_LETTERS_MIN && box.width > box.height;
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
