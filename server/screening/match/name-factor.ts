import type { ListName } from '../types.ts';
import { OTHER_SCRIPT_FACTOR, WEAK_NAME_FACTOR } from './effects.ts';

/** The factors of an entry's name for a query, in addition to how well it agrees. */
export interface NameFactors {
  /** 1, or less if the publisher calls the name weak. */
  quality: number;
  /** 1, or less if the entry has a name in the script of the query, and this one is in another. */
  script: number;
}

const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;

/** Whether every letter is a Latin one. */
export function isLatin(name: string): boolean {
  return !OTHER_LETTER.test(name);
}

/** `names`: all names of the entry. */
export function nameFactors(
  asked: string,
  { name, quality }: Pick<ListName, 'name' | 'quality'>,
  names: readonly Pick<ListName, 'name'>[],
): NameFactors {
  const latin = isLatin(asked);
  const redundant = isLatin(name) !== latin && names.some((other) => isLatin(other.name) === latin);
  return {
    quality: quality === 'weak' ? WEAK_NAME_FACTOR : 1,
    script: redundant ? OTHER_SCRIPT_FACTOR : 1,
  };
}
