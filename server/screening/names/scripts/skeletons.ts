import { CHOICE, SoundReader } from './sounds.ts';

/** A word has so many skeletons at most: the usual one, and others where its letters stand for several sounds. */
export const SKELETONS_MAX = 3;
/** In the order in which they are tried: the doubts that names meet most often come first. */
const CHOICES = [
  CHOICE.soft,
  CHOICE.ch,
  CHOICE.w,
  CHOICE.th,
  CHOICE.prothetic,
  CHOICE.h,
  CHOICE.jota,
  CHOICE.kh,
  CHOICE.affricate,
  CHOICE.double,
  CHOICE.ti,
  CHOICE.silent,
];

/**
 * The consonant skeletons of a word in Latin letters, the likeliest first: 0 (a word with figures, or none of a to z) to
 * `SKELETONS_MAX`. Consonants that languages and scripts take for each other are one: `p` for p, b, f, v; `t` for t, d,
 * th; `k` for k, c, q, g, kh; `s` for all hisses and hushes; l, m, n, r; `h`; `a` for a vowel at the start, and no other.
 *
 * Two words that share one may be one name in two spellings, however unlike they look; but only where one of them at
 * least is `abjad` (see `toLatin`): between two Latin spellings it means nothing. So make links of them for every word,
 * and heed a shared one only where one key is flagged.
 */
export function skeletons(text: string, abjad: boolean): string[] {
  if (!/^[a-z]+$/.test(text)) return [];
  const usual = draw(text, abjad, 0);
  const found = [usual.bones];
  for (const choice of CHOICES) {
    if ((usual.open & choice) === 0 || found.length >= SKELETONS_MAX) continue;
    const { bones } = draw(text, abjad, choice);
    if (!found.includes(bones)) found.push(bones);
  }
  return found.filter((bones) => bones !== '');
}

/** The skeleton by one choice among doubtful sounds, and the choices that the word leaves open. */
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
