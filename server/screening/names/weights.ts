import type { WordKind } from './word.ts';

/** What a word of a kind weighs in a name, 0..1. Our own, set on labelled pairs and on the noise of unlisted names. */
const WEIGHT_OF_KIND: Record<Exclude<WordKind, 'word'>, number> = {
  initial: 0.3,
  particle: 0.08,
  title: 0.05,
  patronymic: 0.5,
  legal_form: 0.12,
  generic: 0.3,
  number: 0.6,
};

export function weightOf(text: string, kind: WordKind): number {
  if (kind !== 'word') return WEIGHT_OF_KIND[kind];
  return text.length < 3 ? 0.7 : 1;
}
