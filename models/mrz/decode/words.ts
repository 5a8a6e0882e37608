import { stateCodes } from '../countries.ts';
import type { Layout, Span } from '../layout.ts';
import { type Choices, choose, costOf, textOf } from './choose.ts';

/** How much less likely than the read characters a state's code may be, as a difference of natural logarithms. */
const STATE_COST_MAX = 4;
/** The same for a filler after the names, and the mean over all of them together. */
const FILLER_COST_MAX = 5;
const FILLERS_COST_MEAN_MAX = 2;
/** The same for a letter in place of a third filler inside the names. */
const LETTER_COST_MAX = 4;
/** This many fillers end the names: never more than two are inside (ICAO Doc 9303 part 3, 4.6). */
const END_OF_NAMES = '<<<';

/** Corrects `lines` with the standard's words: codes of states, and fillers after the names. */
export function settleWords(lines: readonly (readonly Choices[])[], layout: Layout): Choices[][] {
  const settled = lines.map((line) => [...line]);
  const states = [{ line: 0, from: 2, to: 5 }, layout.nationality];
  for (const span of states) if (span) replace(settled, span, settleState);
  for (const span of [layout.names, layout.givenNames]) if (span) replace(settled, span, settleFillers);
  return settled;
}

function replace(lines: Choices[][], { line, from, to }: Span, settle: (read: readonly Choices[]) => Choices[]): void {
  const own = lines[line] as Choices[];
  own.splice(from, to - from, ...settle(own.slice(from, to)));
}

/** Returns the likeliest existing code, if it is nearly as likely as what was read. */
function settleState(read: readonly Choices[]): Choices[] {
  let best = { code: textOf(read), cost: STATE_COST_MAX };
  for (const code of stateCodes()) {
    const cost = read.reduce((sum, choices, i) => sum + costOf(choices, code.charAt(i)), 0);
    if (cost <= best.cost) best = { code, cost };
  }
  return read.map((choices, i) => choose(choices, best.code.charAt(i)));
}

function settleFillers(read: readonly Choices[]): Choices[] {
  return endNames(closeGaps(read));
}

/** Three fillers inside the names: the outer one that is more likely a letter becomes one. */
function closeGaps(read: readonly Choices[]): Choices[] {
  const closed = [...read];
  for (const { index } of textOf(read).matchAll(/(?<=[A-Z])<<<(?=[A-Z])/g)) {
    const [likelier = index] = [index, index + 2].toSorted((a, b) => letterCost(read[a]) - letterCost(read[b]));
    const choices = read[likelier] ?? [];
    const letter = choices.find(({ character }) => character !== '<');
    if (letter && letterCost(choices) <= LETTER_COST_MAX) closed[likelier] = choose(choices, letter.character);
  }
  return closed;
}

/** Returns how much less likely than the read character the likeliest letter is. */
function letterCost(choices: Choices | undefined): number {
  const letter = choices?.find(({ character }) => character !== '<');
  return choices && letter ? costOf(choices, letter.character) : Infinity;
}

function endNames(read: readonly Choices[]): Choices[] {
  const end = textOf(read).indexOf(END_OF_NAMES);
  const costs = end < 0 ? [] : read.slice(end).map((choices) => costOf(choices, '<'));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const certain = costs.every((cost) => cost <= FILLER_COST_MAX) && total <= FILLERS_COST_MEAN_MAX * costs.length;
  return read.map((choices, i) => (certain && end >= 0 && i >= end ? choose(choices, '<') : choices));
}
