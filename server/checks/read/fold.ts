/** Letters that Unicode does not take apart. */
const WHOLE: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

const ASCII = /^[ -~]*$/;

/** Lower case without accents, every other character than a letter or digit a space: for looking words up only. */
export function fold(text: string): string {
  // The common case, several times as fast.
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[ßøæœłđðþı]/g, (letter) => WHOLE[letter] ?? letter)
      .replace(/[ºª°]/g, ' ')
      // Its other half is a mark, and gone.
      .replaceAll('ำ', 'า')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}
