import { COUNTRY_CODES } from '../text/country-codes.ts';
import { formatCountry } from '../text/format.ts';
import { locale } from '../text/locale.ts';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Names in the chosen language, in its order. */
export function countries(): { code: string; name: string }[] {
  const named = COUNTRY_CODES.map((code) => ({ code, name: formatCountry(code) }));
  const collator = new Intl.Collator(locale.value === 'x-rtl' ? 'en' : locale.value);
  return named.sort((a, b) => collator.compare(a.name, b.name));
}

/** The code that a text means: a code itself, or a name in the chosen language or English, accents and case aside; null: none. */
export function parseCountry(text: string): string | null {
  const wanted = folded(text);
  if (wanted === '') return null;
  const english = new Intl.DisplayNames('en', { type: 'region' });
  return (
    COUNTRY_CODES.find((code) => code.toLowerCase() === wanted) ??
    COUNTRY_CODES.find((code) => folded(formatCountry(code)) === wanted || folded(english.of(code) ?? '') === wanted) ??
    null
  );
}
