import { COMMON_NAMES, MOST_COMMON_NAMES } from './tables/common-names.ts';
import { LINKS_OF_GIVEN_NAME } from './tables/given-names.ts';
import { PLACE_WORDS } from './tables/kinds.ts';
import type { WordKind } from './word.ts';

/** The weight of a word of a kind in a name, 0..1. Our own, set on labelled pairs and on the noise of unlisted names. */
const WEIGHT_OF_KIND: Record<Exclude<WordKind, 'word'>, number> = {
  further: 0.3,
  initial: 0.3,
  particle: 0.08,
  title: 0.05,
  patronymic: 0.35,
  legal_form: 0.12,
  generic: 0.3,
  number: 0.6,
};
const PLACE_WEIGHT = 0.15;
/** `Father of` and `mother of` begin a name by which many people are known (`Abu Hafs`). */
const KUNYAS = new Set(['abu', 'abou', 'abi', 'umm', 'um']);
const KUNYA_WEIGHT = 0.3;
const SHORT_WORD_WEIGHT = 0.7;
const COMMON_NAME_WEIGHT = 0.85;
const MOST_COMMON_NAME_WEIGHT = 0.75;
/** `Servant of`: half a name, which the word after it completes (`Abdul Aziz`, `Abd al-Aziz`). */
const SERVANT_OF = new Set(['abd', 'abdul', 'abdel', 'abdal', 'abdol', 'abdu', 'abdou']);
const SERVANT_OF_WEIGHT = 0.4;

/** A word's weight depends on the word alone, never on the loaded lists, so that a score always stays valid. */
export function weightOf(text: string, kind: WordKind): number {
  if (kind === 'generic' && PLACE_WORDS.has(text)) return PLACE_WEIGHT;
  if (kind === 'particle' && KUNYAS.has(text)) return KUNYA_WEIGHT;
  if (kind !== 'word') return WEIGHT_OF_KIND[kind];
  if (SERVANT_OF.has(text)) return SERVANT_OF_WEIGHT;
  if (text.length < 3) return SHORT_WORD_WEIGHT;
  if (MOST_COMMON_NAMES.has(text)) return MOST_COMMON_NAME_WEIGHT;
  return isKnownName(text) ? COMMON_NAME_WEIGHT : 1;
}

/** Whether very many people share a name: a common one, or a given name that languages share. */
export function isKnownName(text: string): boolean {
  return COMMON_NAMES.has(text) || LINKS_OF_GIVEN_NAME.has(text);
}
