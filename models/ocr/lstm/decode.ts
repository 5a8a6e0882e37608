import type { Alphabet } from './alphabet.ts';
import { type Answer, findBestPath, type Step } from './beam.ts';

/** A character and the columns of the net's answer that it occupies. */
export interface ColumnSign {
  text: string;
  /** 0..1: the net's probability of its least likely column, including the columns without a character before it. */
  probability: number;
  /** From `start` up to, not including, `end`. */
  start: number;
  end: number;
}

const SPACE = ' ';

/** Returns the characters of a line, from left to right, with the values of `RecodeBeamSearch::ExtractPathAsUnicharIds`. */
export function decodeSigns(answer: Answer, alphabet: Alphabet, nullCode: number): ColumnSign[] {
  const signs: ColumnSign[] = [];
  let unsure = 0;
  for (const [column, step] of findBestPath(answer, alphabet, nullCode).entries()) {
    const last = signs.at(-1);
    const text = textOf(step, nullCode);
    if (text === null) {
      unsure = Math.min(unsure, step.certainty);
      if (step.code !== nullCode && last && step.isSame) last.end = column + 1;
    } else if (step.isSame && last) {
      last.probability = Math.min(last.probability, Math.exp(step.certainty));
      last.end = column + 1;
    } else {
      // Columns before a space belong to the word: a space is a gap, whatever its certainty.
      if (text === SPACE && last) last.probability = Math.min(last.probability, Math.exp(unsure));
      const least = text === SPACE && last ? step.certainty : Math.min(unsure, step.certainty);
      signs.push({ text, probability: Math.exp(least), start: column, end: column + 1 });
      unsure = 0;
    }
  }
  const last = signs.at(-1);
  if (last) last.probability = Math.min(last.probability, Math.exp(unsure));
  return share(signs, answer.columns);
}

/** Returns the character of a step; null if it is none, or only a part of one. */
function textOf({ code, sequence }: Step, nullCode: number): string | null {
  return code === nullCode ? null : sequence.text;
}

/** Two characters share the columns between them. */
function share(signs: readonly ColumnSign[], columns: number): ColumnSign[] {
  const middles = signs.map((sign, i) => {
    const before = signs[i - 1];
    return before === undefined ? 0 : (before.end + sign.start) / 2;
  });
  return signs.map((sign, i) => ({ ...sign, start: middles[i] ?? 0, end: middles[i + 1] ?? columns }));
}
