import type { Layout } from '../layout.ts';
import { type Choice, type Choices, textOf } from './choose.ts';

/**
 * The prior probability of an O relative to a zero in numbers and optional data: between digits or fillers, and next to another letter. Many states
 * never print an O there, the others only in a group of letters; and in a soft picture nothing else distinguishes the two. Two wrong ones can cancel
 * out in a check digit; a single one never does, and is repaired.
 */
const AMONG_FIGURES = 1 / 10;
const BESIDE_LETTER = 1 / 2;

/** Shifts the probabilities of O and zero in the number fields of `lines`; their sum stays. */
export function favourZeros(lines: readonly (readonly Choices[])[], { number, optional }: Layout): Choices[][] {
  const favoured = lines.map((line) => [...line]);
  for (const { line, from, to } of [number, ...optional]) {
    const own = (lines[line] ?? []).slice(from, to);
    favoured[line]?.splice(from, to - from, ...weighAll(own));
  }
  return favoured;
}

function weighAll(positions: readonly Choices[]): Choices[] {
  const text = textOf(positions);
  const isLetter = (i: number): boolean => /[A-NP-Z]/.test(text.charAt(i));
  return positions.map((choices, i) =>
    weigh(choices, isLetter(i - 1) || isLetter(i + 1) ? BESIDE_LETTER : AMONG_FIGURES),
  );
}

function weigh(choices: Choices, share: number): Choices {
  const zero = choices.find(({ character }) => character === '0');
  const letter = choices.find(({ character }) => character === 'O');
  if (!zero || !letter) return choices;
  const [p, q] = [Math.exp(zero.log), Math.exp(letter.log)];
  const shift = Math.log((p + q) / (p + share * q));
  const logs = new Map([
    [zero, zero.log + shift],
    [letter, letter.log + shift + Math.log(share)],
  ]);
  return choices
    .map((choice): Choice => ({ ...choice, log: logs.get(choice) ?? choice.log }))
    .toSorted((a, b) => b.log - a.log);
}
