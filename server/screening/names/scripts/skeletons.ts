/** Consonant skeletons of a word in Latin letters, 0 to 3. Two words that share one may be one name, where one of both is `abjad`. */
export function skeletons(text: string, abjad: boolean): string[] {
  if (/\d/.test(text)) return [];
  const bones = text
    .replace(/tsch|tch|sch|sh|ch|tz|ts|z|x/g, 's')
    .replace(/ph|v|w|b|p/g, 'f')
    .replace(/gh|dj|dzh|j/g, 'g')
    .replace(/th|dh|d/g, 't')
    .replace(/kh|q|c/g, 'k');
  const skeleton =
    bones.slice(0, 1).replace(/[aeiouy]/, 'a') +
    bones
      .slice(1)
      .replace(/[aeiouyhw]/g, '')
      .replace(/(.)\1+/g, '$1');
  return skeleton.length >= (abjad ? 2 : 2) ? [skeleton] : [];
}
