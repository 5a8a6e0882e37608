import { foldLatin } from './scripts/latin.ts';

const CAPITALS = "(?:\\p{Lu}[\\p{Lu}\\p{M}'\u2019-]+)";
/** A run of words in capitals before or after words that are not. Many lists write surnames this way. */
const SURNAMES_FIRST = new RegExp(`^${CAPITALS}(?:\\s+${CAPITALS})*(?=\\s+\\p{Lu}\\p{M}?\\p{Ll})`, 'u');
const GIVEN_FIRST = new RegExp(`^.*\\p{Ll}\\S*(?=(?:\\s+${CAPITALS})+$)`, 'u');

/**
 * Returns how many words of a person's name are in its first part, whether surnames or given names: before its only comma (`GARCIA LOPEZ, Jose
 * Luis`), or up to where capitals begin or end (`Jose Luis GARCIA LOPEZ`). 0 if nothing divides it, or if it is not in Latin letters.
 */
export function wordsOfFirstPart(name: string): number {
  const first = firstPartOf(name);
  return first === undefined ? 0 : (foldLatin(first)?.[0]?.length ?? 0);
}

function firstPartOf(name: string): string | undefined {
  const comma = name.indexOf(',');
  if (comma >= 0) return name.includes(',', comma + 1) ? undefined : name.slice(0, comma);
  return (SURNAMES_FIRST.exec(name) ?? GIVEN_FIRST.exec(name))?.[0];
}
