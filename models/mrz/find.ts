import { type Fitted, fitRow } from './fit.ts';
import { LAYOUTS, type Layout, layoutOf } from './layout.ts';
import { checkDigits, isValid } from './parse.ts';
import { candidateRows, type Row } from './rows.ts';
import type { MrzFound, ReadLine } from './types.ts';

/** Rows of noise that may lie between two lines of the zone. */
const GAP_MAX = 1;
/** More positions than this that fit no alphabet, and it is other text. */
const MISFITS_MAX = 2;

interface Candidate extends MrzFound {
  /** Higher is better; validity outranks everything. */
  score: number;
}

/**
 * Finds the machine-readable zone among the lines of one page, in reading order: every combination of neighbouring rows
 * is fitted to every format; one whose check digits are right wins, else the one that has most of them right. Characters
 * are replaced only where a position's alphabet rules them out (`repaired` tells which); check digits repair nothing.
 */
export function findMrz(lines: readonly ReadLine[]): MrzFound | null {
  const rows = candidateRows(lines);
  let best: Candidate | null = null;
  for (const layout of LAYOUTS) {
    for (const combination of combinations(rows, layout.masks.length)) {
      const candidate = fitAll(combination, layout);
      if (candidate && (!best || candidate.score > best.score)) best = candidate;
    }
  }
  if (!best) return null;
  const { lines: found, confidence, repaired, stretched, valid } = best;
  return { lines: found, confidence, repaired, stretched, valid };
}

/** Every choice of `count` rows in order, at most `GAP_MAX` rows apart, in every way each can be taken. */
function* combinations(rows: readonly Row[][], count: number, from = 0, start: readonly Row[] = []): Generator<Row[]> {
  if (start.length === count) {
    yield [...start];
    return;
  }
  const to = start.length === 0 ? rows.length - 1 : from + GAP_MAX;
  for (let i = from; i <= to; i++) {
    for (const way of rows[i] ?? []) yield* combinations(rows, count, i + 1, [...start, way]);
  }
}

function fitAll(rows: readonly Row[], layout: Layout): Candidate | null {
  const fitted = rows.map((row, line) => fitRow(row.text, layout.masks[line] ?? ''));
  if (!fitted.every((line): line is Fitted => line !== null)) return null;
  const lines = fitted.map(({ text }) => text);
  const misfits = fitted.reduce((sum, line) => sum + line.misfits, 0);
  if (layoutOf(lines)?.format !== layout.format || misfits > MISFITS_MAX) return null;
  const digits = checkDigits(lines, layout);
  const right = Object.values(digits).filter((digit) => digit === true).length;
  const valid = isValid(digits);
  if (!valid && right === 0 && !opensLikeAZone(lines)) return null;
  const repaired = fitted.flatMap((line, index) => line.repaired.map((repair) => ({ line: index, ...repair })));
  const confidence = rows.reduce((sum, row) => sum + row.confidence, 0) / rows.length;
  const stretched = fitted.reduce((sum, line) => sum + line.stretched, 0);
  const score = (valid ? 1_000 : 0) + right * 10 - misfits * 5 - stretched - repaired.length + confidence;
  return { lines, confidence, repaired, stretched, valid, score };
}

/** Without one right check digit, a code, a state and a name of two parts are what tells a zone from other text. */
function opensLikeAZone(lines: readonly string[]): boolean {
  const [first = '', second = ''] = lines;
  const named = lines.length === 3 ? lines[2] : first;
  return /^[ACIPV][A-Z<][A-Z<]{3}/.test(first) && /[A-Z]<<[A-Z]/.test(named ?? '') && /\d{6}/.test(second);
}
