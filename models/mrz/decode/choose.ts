import { CHARACTERS } from '../net/shape.ts';

/** A choice for one position of a line. */
export interface Choice {
  character: string;
  /** Natural logarithm of its probability among all characters. */
  log: number;
}

/** What may stand at one position, the one that is taken first, the others by probability; never empty. */
export type Choices = readonly Choice[];

/** Less likely than e to this power is as good as impossible. */
export const LOG_MIN = -12;

/** The characters of `alphabet` by probability. `logs` as in `Aligned`. */
export function choicesFor(logs: Float32Array, alphabet: string): Choices {
  const choices = placesOf(alphabet).map((place) => ({
    character: CHARACTERS.charAt(place),
    log: Math.max(LOG_MIN, logs[place] ?? LOG_MIN),
  }));
  return choices.sort((a, b) => b.log - a.log);
}

const PLACES = new Map<string, readonly number[]>();

/** Where the characters of an alphabet stand among all. */
export function placesOf(alphabet: string): readonly number[] {
  const places = PLACES.get(alphabet) ?? [...alphabet].map((character) => CHARACTERS.indexOf(character));
  PLACES.set(alphabet, places);
  return places;
}

/** How much less likely `character` is here than what is taken now; infinite where it may not stand here. */
export function costOf(choices: Choices, character: string): number {
  const found = choices.find((choice) => choice.character === character);
  return found ? (choices[0]?.log ?? 0) - found.log : Infinity;
}

/** `choices` with `character`, which must be among them, taken. */
export function choose(choices: Choices, character: string): Choices {
  return choices.toSorted((a, b) => Number(b.character === character) - Number(a.character === character));
}

/** What is taken at each position. */
export function textOf(choices: readonly Choices[]): string {
  return choices.map(([taken]) => taken?.character ?? '<').join('');
}
