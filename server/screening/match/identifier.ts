import type { ListIdentifier } from '../types.ts';
import type { QueryIdentifier } from './query.ts';

/** Shorter numbers meet by chance. */
const IDENTIFIER_CHARS_MIN = 6;

/** Letters and digits of a number, in capitals; null where it is too short to tell anybody apart. */
export function foldIdentifier(value: string): string | null {
  const folded = value.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return folded.length >= IDENTIFIER_CHARS_MIN && /\d/.test(folded) ? folded : null;
}

/** The first listed number that is one of those asked for, in whatever writing. */
export function findEqualIdentifier(
  asked: readonly QueryIdentifier[],
  listed: readonly ListIdentifier[],
): { asked: QueryIdentifier; listed: ListIdentifier; proven: boolean } | null {
  for (const identifier of asked) {
    const folded = foldIdentifier(identifier.value);
    const equal = folded && listed.find(({ value }) => foldIdentifier(value) === folded);
    if (equal) return { asked: identifier, listed: equal, proven: false };
  }
  return null;
}
