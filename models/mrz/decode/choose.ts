import { CHARACTERS } from '../net/shape.ts';

/** A possible character for one position of a line. */
export interface Choice {
  character: string;
  /** Natural logarithm of its probability among all characters. */
  log: number;
}

/** The possible characters of one position: first the chosen one, then the others by probability; never empty. */
export type Choices = readonly Choice[];

/** Anything less likely than e to this power counts as impossible. */
export const LOG_MIN = -12;

/** Returns the characters of `alphabet` by probability. `logs` as in `Aligned`. */
export function choicesFor(logs: Float32Array, alphabet: string): Choices {
  const choices = placesOf(alphabet).map((place) => ({
    character: CHARACTERS.charAt(place),
    log: Math.max(LOG_MIN, logs[place] ?? LOG_MIN),
  }));
  return choices.sort((a, b) => b.log - a.log);
}

const PLACES = new Map<string, readonly number[]>();

/** Returns the indices of an alphabet's characters among all. */
export function placesOf(alphabet: string): readonly number[] {
  const places = PLACES.get(alphabet) ?? [...alphabet].map((character) => CHARACTERS.indexOf(character));
  PLACES.set(alphabet, places);
  return places;
}

/** Returns how much less likely `character` is here than the chosen one; infinite if it is not allowed here. */
export function costOf(choices: Choices, character: string): number {
  const found = choices.find((choice) => choice.character === character);
  return found ? (choices[0]?.log ?? 0) - found.log : Infinity;
}

/** Returns `choices` with `character`, which must be among them, as the chosen one. */
export function choose(choices: Choices, character: string): Choices {
  return choices.toSorted((a, b) => Number(b.character === character) - Number(a.character === character));
}

/** Returns the chosen character of each position. */
export function textOf(choices: readonly Choices[]): string {
  return choices.map(([taken]) => taken?.character ?? '<').join('');
}
