import type { Alphabet } from './alphabet.ts';
import { type Answer, findBestPath, type Step } from './beam.ts';

/** A sign and the columns of the net's answer that it takes. */
export interface ColumnSign {
  text: string;
  /** 0..1: how likely the net finds the least likely of its columns, and of those without a sign before it. */
  probability: number;
  /** From `start` up to `end`, which is no more part of it. */
  start: number;
  end: number;
}

const SPACE = ' ';

/** The signs of a line, from left to right, with what `RecodeBeamSearch::ExtractPathAsUnicharIds` tells of each. */
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
      // What lies before a space is the word's: a space is a gap, however sure.
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

/** The sign that a step belongs to; null if it is none, or only a part of one. */
function textOf({ code, sequence }: Step, nullCode: number): string | null {
  return code === nullCode ? null : sequence.text;
}

/** What lies between two signs is shared by them. */
function share(signs: readonly ColumnSign[], columns: number): ColumnSign[] {
  const middles = signs.map((sign, i) => {
    const before = signs[i - 1];
    return before === undefined ? 0 : (before.end + sign.start) / 2;
  });
  return signs.map((sign, i) => ({ ...sign, start: middles[i] ?? 0, end: middles[i + 1] ?? columns }));
}
