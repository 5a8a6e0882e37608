import type { MrzRepair } from '../../ports.ts';
import { alphabetOf, type Layout } from '../layout.ts';
import { CHARACTERS } from '../net/shape.ts';
import { checkDigits, isValid } from '../parse.ts';
import { type Choices, choicesFor, LOG_MIN, placesOf, textOf } from './choose.ts';
import { repairFields } from './repair.ts';
import { settleWords } from './words.ts';
import { favourZeros } from './zeros.ts';

/** The lines of one MRZ read in one format. */
export interface Decoded {
  layout: Layout;
  lines: string[];
  /** For each character of `lines`, 0..1. */
  probabilities: number[][];
  repaired: MrzRepair[];
  /** As in `MrzParsed`. */
  valid: boolean;
  /** The sum of the logarithms of each position's most likely character, before any correction. */
  clarity: number;
  /** The same for the final characters. */
  fit: number;
  /** Higher is better: how likely the lines are, and how many check digits confirm them. */
  score: number;
}

/** The evidence of a right check digit: one in ten is right by chance. */
const DIGIT_EVIDENCE = Math.log(10);

/**
 * Reads the lines of an MRZ in the format of `layout`: applies the alphabet of each position, then the standard's
 * words, then lets check digits decide among likely characters. `logs`: for each line and character as in `Aligned`.
 */
export function decodeMrz(logs: readonly (readonly Float32Array[])[], layout: Layout): Decoded;
/** Does the same, or returns null if the score cannot exceed `scoreOver`. */
export function decodeMrz(
  logs: readonly (readonly Float32Array[])[],
  layout: Layout,
  scoreOver: number,
): Decoded | null;
export function decodeMrz(
  logs: readonly (readonly Float32Array[])[],
  layout: Layout,
  scoreOver = -Infinity,
): Decoded | null {
  if (boundOf(logs, layout) <= scoreOver) return null;
  const allowed = logs.map((line, i) =>
    line.map((position, column) => choicesFor(position, alphabetOf(layout.masks[i]?.charAt(column) ?? 'x'))),
  );
  const settled = settleWords(favourZeros(allowed, layout), layout);
  if (fitOf(settled) + DIGIT_EVIDENCE * digitsOf(layout) <= scoreOver) return null;
  const chosen = repairFields(settled, layout);
  const lines = chosen.map(textOf);
  const digits = checkDigits(lines, layout);
  const fit = fitOf(chosen);
  const evidence = Object.values(digits).reduce((sum, right) => sum + (right === null ? 0 : right ? 1 : -1), 0);
  return {
    layout,
    lines,
    probabilities: chosen.map((line) => line.map(([taken]) => Math.exp(taken?.log ?? 0))),
    repaired: repairsOf(logs, settled, chosen),
    valid: isValid(digits),
    clarity: logs.flat().reduce((sum, position) => sum + highest(position), 0),
    fit,
    score: fit + DIGIT_EVIDENCE * evidence,
  };
}

/**
 * Returns an upper bound for the score of `layout`: at each position the most likely allowed character, and every check digit right. In numbers,
 * zeros may become twice as likely (`favourZeros`); every further correction reduces the score.
 */
function boundOf(logs: readonly (readonly Float32Array[])[], layout: Layout): number {
  let bound = DIGIT_EVIDENCE * digitsOf(layout);
  for (const { from, to } of [layout.number, ...layout.optional]) bound += (to - from) * Math.LN2;
  for (const [i, line] of logs.entries())
    for (const [column, position] of line.entries())
      bound += highestOf(position, placesOf(alphabetOf(layout.masks[i]?.charAt(column) ?? 'x')));
  return bound;
}

function highestOf(logs: Float32Array, places: readonly number[]): number {
  let top = LOG_MIN;
  for (const place of places) top = Math.max(top, logs[place] ?? LOG_MIN);
  return top;
}

function fitOf(lines: readonly (readonly Choices[])[]): number {
  let sum = 0;
  for (const line of lines) for (const [taken] of line) sum += taken?.log ?? 0;
  return sum;
}

/** Returns the maximum number of its check digits. */
function digitsOf({ expiry, optionalChecked, composite }: Layout): number {
  return 2 + Number(expiry !== null) + Number(optionalChecked) + Number(composite !== null);
}

function repairsOf(
  logs: readonly (readonly Float32Array[])[],
  settled: readonly (readonly Choices[])[],
  chosen: readonly (readonly Choices[])[],
): MrzRepair[] {
  return chosen.flatMap((positions, line) =>
    positions.flatMap(([taken], column): MrzRepair[] => {
      const read = likeliest(logs[line]?.[column] as Float32Array);
      const used = taken?.character ?? read;
      const reason = settled[line]?.[column]?.[0]?.character === used ? 'alphabet' : 'check_digit';
      return read === used ? [] : [{ line, column, read, used, reason }];
    }),
  );
}

/** Returns the most likely of all characters, whatever the position allows. */
function likeliest(logs: Float32Array): string {
  return CHARACTERS.charAt(logs.indexOf(highest(logs)));
}

function highest(logs: Float32Array): number {
  let top = -Infinity;
  for (let i = 0; i < logs.length; i++) top = Math.max(top, logs[i] as number);
  return top;
}
