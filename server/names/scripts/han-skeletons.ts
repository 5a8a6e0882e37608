/** Shorter ones are shared by too many words. */
const CHARS_MIN = 2;
/** One, and another if a letter represents two sounds. */
export const HAN_SKELETONS_MAX = 2;
type Rules = readonly (readonly [RegExp, string])[];

/** Consonants that Han characters do not distinguish, one character each. l and r count only before a vowel, h and w never. */
const CLASSES: Rules = [
  [/sch|tch|[csz]h|sz|cz|[szj]/g, 'S'],
  [/ph|[bpfv]/g, 'P'],
  [/th|dh|[td]/g, 'T'],
  [/c(?=[eiy])/g, 'S'],
  [/gh|ck|[gkqc]/g, 'K'],
  [/x/g, 'KS'],
  [/[lr]+(?=[aeiouy])/g, 'R'],
  [/[mn]+/g, 'N'],
  [/[a-z]+/g, ' '],
];
/** In pinyin c, q, x and j are sibilants, and `er` is the l or r that no vowel follows. */
const PINYIN: Rules = [
  [/er(?![aeiou])/g, ''],
  [/ng(?![aeiou])/g, 'n'],
  [/[cqx]h?/g, 's'],
];
/** What `j` and `x` also represent: `Markey` as maji, `Hilary` as xilali. */
const PINYIN_OTHERWISE: Rules = [
  [/j/g, 'k'],
  [/x/g, 'h'],
];
/** What Latin spellings also represent: a soft g, a hard ch. */
const LATIN_OTHERWISE: Rules = [
  [/g(?=[eiy])/g, 'j'],
  [/ch/g, 'k'],
];

/**
 * Returns the skeletons by which a foreign name in Han characters, read in pinyin (`pinyin`), matches its Latin spelling: one or two for each. They
 * are much coarser than those of other scripts, because a syllable has one consonant and every sound is made to fit.
 */
export function hanSkeletons(text: string, pinyin: boolean): string[] {
  const otherwise = apply(text, pinyin ? PINYIN_OTHERWISE : LATIN_OTHERWISE);
  const texts = otherwise === text ? [text] : [text, otherwise];
  const found = texts.map((one) => apply(pinyin ? apply(one, PINYIN) : one, CLASSES).replace(/ +/g, ''));
  const single = found.map((bones) => bones.replace(/(.)\1+/g, '$1'));
  return [...new Set(single)].filter(({ length }) => length >= CHARS_MIN).slice(0, HAN_SKELETONS_MAX);
}

function apply(text: string, rules: Rules): string {
  return rules.reduce((written, [letters, sign]) => written.replace(letters, sign), text);
}
