import type { TextLine, TextWord } from '../ports.ts';
import { lineOf } from './page.ts';

/** A word less sure than this is looked at again. Surer ones are seldom wrong, and a second look misreads as many of them. */
const CONFIDENCE_MIN = 0.8;
/** A number of a document or a date: so many letters and figures, so many of them figures. No MRZ's row is so short. */
const SIGNS = { min: 5, max: 20, figuresMin: 2 };
/** Words that are looked at on a page, the longest first: each takes some hundred milliseconds, and noise is short. */
const DOUBTS_MAX = 2;

/** One word on its own, as a second look read it. */
export interface Look {
  text: string;
  confidence: number;
}

/** The unsure words of figures among `lines`: what no neighbours help to read. */
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
 * What a word says after further looks at it: what readings that agree are surest of together, as surely as the surest of
 * these; where no two agree, the first reading, as surely as the least of all. A look that saw nothing says nothing.
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

/** The lines with some of their words put in others' place. */
export function replaceWords(lines: readonly TextLine[], settled: ReadonlyMap<TextWord, TextWord>): TextLine[] {
  return lines.map((line) =>
    line.words.some((word) => settled.has(word)) ? lineOf(line.words.map((word) => settled.get(word) ?? word)) : line,
  );
}
