import type { Candidate } from './candidates.ts';
import { fold } from './fold.ts';
import { countriesNamed } from './nationality.ts';
import type { Segment } from './segments.ts';

/** A state's name in the title is sure; so are an authority that no other state has, and a script that one state alone writes. */
const TITLE_FIT = 0.95;
const MARK_FIT = 0.9;
/** Titles stand in the upper part of what is printed. */
const TITLE_DEPTH_MAX = 0.35;
const CONFIDENCE_MIN = 0.6;

/**
 * Authorities as documents name them, folded, and scripts, each of one state alone. Russia: traffic inspectorate and migration service; Japan: prefectures' public
 * safety commissions (Road Traffic Act, article 92); China: the number of its cards; United States: Citizenship and Immigration Services; France: prefectures (decree 55-1397).
 */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/ (?:гибдд|gibdd|уфмс) /, 'RU'],
  [/公安委員会/, 'JP'],
  [/证件号码|公民身份号码/, 'CN'],
  [/ uscis /, 'US'],
  [/ (?:sous )?prefecture (?:de|du|d) /, 'FR'],
  [/\p{Script=Thai}{3}/u, 'TH'],
];

/**
 * The state that issued a document without a machine-readable zone: the one that its title names, in its own language or another, or whose
 * authority or script stands on it; none where several are named.
 *
 * @param segments of the page, in reading order
 * @param others what was found of other fields: a name or a place is no title
 */
export function issuerOf(segments: readonly Segment[], others: readonly Candidate[]): Candidate[] {
  const values = new Set(others.flatMap(({ words }) => words));
  const sure = segments.filter(({ confidence }) => confidence >= CONFIDENCE_MIN);
  const top = Math.min(...segments.map(({ box }) => box.y));
  const bottom = Math.max(...segments.map(({ box }) => box.y + box.height));
  const titles = sure.filter(
    ({ box, words }) => box.y - top <= TITLE_DEPTH_MAX * (bottom - top) && !words.some((word) => values.has(word)),
  );
  const byTitle = candidates(titles, countriesNamed, TITLE_FIT);
  return byTitle.length > 0 ? byTitle : candidates(sure, marksIn, MARK_FIT);
}

const marksIn = (text: string): string[] =>
  MARKS.flatMap(([mark, state]) => (mark.test(` ${fold(text)} `) ? [state] : []));

/** The one state that the segments name, with the first that does; none where they name several. */
function candidates(segments: readonly Segment[], statesIn: (text: string) => string[], fit: number): Candidate[] {
  const named = segments.flatMap(({ text, words }) =>
    statesIn(text).map((value): Candidate => ({ field: 'issuing_country', value, reader: 'layout', fit, words })),
  );
  return new Set(named.map(({ value }) => value)).size === 1 ? named.slice(0, 1) : [];
}
