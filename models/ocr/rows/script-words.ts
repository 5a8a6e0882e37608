import type { Knower } from './page-language.ts';
import type { RowWord } from './words.ts';

/**
 * Cyrillic capitals are read with as much confidence as the Latin ones that look like them, while Latin words are
 * seldom read as Cyrillic: the bonus of the other script.
 */
const SCRIPT_BONUS = 0.03;
/** The bonus of a word that one script's languages know and the other's do not, from this many letters on. */
const KNOWN = { lettersMin: 4, bonus: 0.08 };
/** Readings of words of at most this many letters that are no further apart follow the rest of the row, if that is of one script. */
const CLOSE = { short: 0.15, lettersMax: 3, long: 0.06 };
/** A word that shows its script: its letters, its confidence, and its lead over the other script. */
const TELLING = { lettersMin: 4, confidenceMin: 0.75, lead: 0.15 };
/** Characters of words; other ones are parts of letters. */
const ORDINARY = /[\p{L}\p{M}\p{N}.,:;/()'’"№<-]/gu;

/** A row as the languages of one script read it, and the languages that know words of it. */
export interface ScriptReading {
  words: readonly RowWord[];
  languages: readonly Knower[];
}

/**
 * Combines two readings of a row, place by place: if words of both overlap, the more confident side stays. Numbers stay
 * as the Latin languages read them.
 */
export function mixScripts(latin: ScriptReading, other: ScriptReading): RowWord[] {
  const places = weigh(latin, other);
  const telling = places.filter((place) => !isClose(place));
  const isOf = (sign: number): boolean => telling.length > 0 && telling.every(({ lead }) => lead * sign > 0);
  return places.flatMap((place) => {
    const { first, second, lead } = place;
    if (first.length === 0 || second.length === 0) return [...first, ...second];
    if (!areWords(second)) return first;
    if (isClose(place) && (isOf(1) || isOf(-1))) return isOf(1) ? second : first;
    return lead > 0 ? second : first;
  });
}

/** Returns how many letters of a row are in words that are certainly of the other script. */
export function lettersOfOther(latin: ScriptReading, other: ScriptReading): number {
  const telling = weigh(latin, other).flatMap(({ second, lead }) => (lead >= TELLING.lead ? second : []));
  const sure = telling.filter(
    ({ text, confidence }) => confidence >= TELLING.confidenceMin && lettersIn(text) >= TELLING.lettersMin,
  );
  return sure.reduce((sum, { text }) => sum + lettersIn(text), 0);
}

/** Returns the mean confidence, or another weight, over the letters of some words; 0 if there are none. */
export function confidenceOf<Word extends RowWord>(
  words: readonly Word[],
  weightOf = ({ confidence }: Word): number => confidence,
): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, word) => sum + word.text.length * weightOf(word), 0) / Math.max(1, letters);
}

function isClose({ second, lead }: Weighed): boolean {
  const letters = second.reduce((sum, { text }) => sum + lettersIn(text), 0);
  return Math.abs(lead) < (letters <= CLOSE.lettersMax ? CLOSE.short : CLOSE.long);
}

type Weighed = Place & { lead: number };

interface Place {
  right: number;
  first: RowWord[];
  second: RowWord[];
}

/** Returns each place, and by how much its second reading is more confident. */
function weigh(latin: ScriptReading, other: ScriptReading): Weighed[] {
  return placesOf(latin.words, other.words).map((place) => {
    const second = rankOf(place.second, other.languages, latin.languages) + SCRIPT_BONUS;
    return { ...place, lead: second - rankOf(place.first, latin.languages, other.languages) };
  });
}

function rankOf(words: readonly RowWord[], own: readonly Knower[], others: readonly Knower[]): number {
  const isKnown = ({ text }: RowWord): boolean => {
    const bare = text.replace(/[^\p{L}\p{M}]/gu, '');
    if (bare.length < KNOWN.lettersMin) return false;
    return own.some((language) => language.knows(bare)) && !others.some((language) => language.knows(bare));
  };
  const text = words.map((word) => word.text).join('');
  const ordinary = (text.match(ORDINARY)?.length ?? 0) / Math.max(1, text.length);
  return confidenceOf(words) * ordinary + (words.some(isKnown) ? KNOWN.bonus : 0);
}

/** More letters than digits: document numbers are in Latin letters. */
function areWords(words: readonly RowWord[]): boolean {
  const text = words.map((word) => word.text).join('');
  return lettersIn(text) > (text.match(/\p{N}/gu)?.length ?? 0);
}

export const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Pairs words of two readings that overlap, from left to right. */
function placesOf(first: readonly RowWord[], second: readonly RowWord[]): Place[] {
  const all = [
    ...first.map((word) => ({ word, side: 'first' as const })),
    ...second.map((word) => ({ word, side: 'second' as const })),
  ].toSorted((a, b) => a.word.box.x - b.word.box.x);
  const places: Place[] = [];
  for (const { word, side } of all) {
    const right = word.box.x + word.box.width;
    let place = places.at(-1);
    if (place === undefined || (word.box.x + right) / 2 > place.right) {
      place = { right, first: [], second: [] };
      places.push(place);
    }
    place.right = Math.max(place.right, right);
    place[side].push(word);
  }
  return places;
}
