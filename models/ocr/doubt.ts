import type { TextLine, TextWord } from '../ports.ts';
import { lineOf } from './page.ts';

/** A word with less confidence is read again. Words with more are seldom wrong, and a second reading makes as many mistakes in them. */
const CONFIDENCE_MIN = 0.8;
/** A document number or a date: its number of letters and digits, and how many of them are digits. No row of an MRZ is this short. */
const SIGNS = { min: 5, max: 20, figuresMin: 2 };
/** Words that are read again on a page, the longest first: each takes a few hundred milliseconds, and noise is short. */
const DOUBTS_MAX = 2;

/** One word by itself, as another reading saw it. */
export interface Look {
  text: string;
  confidence: number;
}

/** Returns the uncertain words with digits among `lines`, which no neighbours help to read. */
export function findDoubts(lines: readonly TextLine[]): TextWord[] {
  const doubtful = lines.flatMap(({ words }) => words.filter(isDoubtful));
  return doubtful.toSorted((a, b) => b.text.length - a.text.length).slice(0, DOUBTS_MAX);
}

function isDoubtful({ text, confidence }: TextWord): boolean {
  const signs = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const figures = text.match(/\d/g)?.length ?? 0;
  const fits = signs >= SIGNS.min && signs <= SIGNS.max && figures >= SIGNS.figuresMin;
  return fits && confidence < CONFIDENCE_MIN && !text.includes('<');
}

/**
 * Decides a word after further readings of it: the text on which readings agree with the highest total confidence, with the confidence of the best of
 * these. If no two agree, the first reading, with the lowest confidence of all. A reading that saw nothing does not count.
 */
export function settleDoubt(first: TextWord, looks: readonly Look[]): TextWord {
  const readings = [...looks, first].filter(({ text }) => text !== '');
  const agreeing = [...Map.groupBy(readings, ({ text }) => text).values()].filter((same) => same.length > 1);
  const [best] = agreeing.toSorted((a, b) => sumOf(b) - sumOf(a));
  if (best === undefined) return { ...first, confidence: Math.min(...readings.map(({ confidence }) => confidence)) };
  return { ...first, text: best[0]?.text ?? first.text, confidence: Math.max(...best.map((look) => look.confidence)) };
}

function sumOf(looks: readonly Look[]): number {
  return looks.reduce((sum, { confidence }) => sum + confidence, 0);
}

/** Returns the lines with some of their words replaced. */
export function replaceWords(lines: readonly TextLine[], settled: ReadonlyMap<TextWord, TextWord>): TextLine[] {
  return lines.map((line) =>
    line.words.some((word) => settled.has(word)) ? lineOf(line.words.map((word) => settled.get(word) ?? word)) : line,
  );
}
