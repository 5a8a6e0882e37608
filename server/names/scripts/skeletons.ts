import type { Writing } from '../word.ts';
import { CHOICE, CHOICES } from './choices.ts';
import { hanSkeletons } from './han-skeletons.ts';
import { SoundReader } from './sounds.ts';

/** The most skeletons of a word: the usual one, and others if its letters represent several sounds. */
export const SKELETONS_MAX = 4;
/** The additional ones for syllabic scripts. */
export const SYLLABIC_MAX = 3;
/** What syllabic scripts do to names: no r after a vowel, one letter for l and r, s for th, chi and ji for ti and di, n for m. */
const SYLLABIC: readonly (readonly [RegExp, string])[] = [
  [/(?<=[aeiouy])r+(?=[^aeiouyr]|$)/g, ''],
  [/(?<=[ao])l(?=[ckm]|n$)/g, ''],
  [/l/g, 'r'],
  [/th/g, 's'],
  [/t(?=i)/g, 'ch'],
  [/d(?=i)/g, 'j'],
  [/m(?=[pb])/g, 'n'],
  [/(.)\1+/g, '$1'],
];
/** The first of these rules are for what such scripts do not write at all. */
const UNWRITTEN_RULES = 2;
/** Syllabic scripts, whose words have skeletons of this kind too. */
const SYLLABIC_WRITINGS: ReadonlySet<Writing> = new Set(['k', 'h', 'x']);

/**
 * Returns the consonant skeletons of a word in Latin letters, the likeliest first: 0 (a single letter, a word with digits) to `SKELETONS_MAX`, and
 * `SYLLABIC_MAX` more for syllabic scripts, which begin with an e. For Han characters and kana it adds those of `hanSkeletons`, in capitals.
 * Consonants that languages and scripts confuse are one: `p` for p, b, f, v; `t` for t, th; `d` for d, dh; `k` for k, c, q, g, kh; `s` for all
 * sibilants; l, m, n, r; `h`; `a` for a vowel at the start, and no other. A longer one says more.
 *
 * Two words that share one may be one name in two spellings, however different they look, but only if they are written in two scripts: between two
 * Latin spellings it means nothing. So create links of them for every word, and use a shared one only between two writings.
 */
export function skeletons(text: string, writing: Writing): string[] {
  if (!/^[a-z]{2,}$/.test(text)) return [];
  const abjad = writing !== '';
  const found = drawAll(text, abjad, SKELETONS_MAX);
  if (writing === 's') return addOtherStops(found);
  if (abjad && !SYLLABIC_WRITINGS.has(writing)) return found;
  const rules = writing === 'k' || writing === 'h' ? SYLLABIC.slice(UNWRITTEN_RULES) : SYLLABIC;
  const syllabic = rules.reduce((folded, [letters, sound]) => folded.replace(letters, sound), text);
  const ofSyllables = drawAll(syllabic, abjad, SYLLABIC_MAX).map((bones) => `e${bones}`);
  const ofHan = writing === 'h' ? [] : hanSkeletons(text, writing === 'x');
  return [...found, ...ofSyllables, ...ofHan];
}

/** Tamil has one letter for t and d: adds the usual skeleton with either one for all of both. */
function addOtherStops(found: readonly string[]): string[] {
  const usual = found[0];
  return usual === undefined ? [] : [...new Set([...found, usual.replaceAll('d', 't'), usual.replaceAll('t', 'd')])];
}

function drawAll(text: string, abjad: boolean, countMax: number): string[] {
  const usual = draw(text, abjad, 0);
  const found = [usual.bones];
  for (const choice of CHOICES) {
    if ((usual.open & choice) === 0 || found.length >= countMax) continue;
    const { bones } = draw(text, abjad, choice);
    if (!found.includes(bones)) found.push(bones);
  }
  return found.filter((bones) => bones !== '');
}

/** Returns the skeleton by one choice among ambiguous sounds, and the choices that the word leaves open. */
function draw(text: string, abjad: boolean, choice: number): { bones: string; open: number } {
  const reader = new SoundReader(text, abjad, choice);
  let bones = '';
  let doubled = 0;
  for (let at = 0, lastEnd = 0; at < text.length; ) {
    const { bones: next, length } = reader.read(at);
    at += length;
    if (next === '') continue;
    const again = bones.endsWith(next) && lastEnd === at - length;
    lastEnd = at;
    if (again) doubled = CHOICE.double;
    if (!again || (abjad && choice !== CHOICE.double)) bones += next;
  }
  return { bones, open: reader.open | (abjad ? doubled : 0) };
}
