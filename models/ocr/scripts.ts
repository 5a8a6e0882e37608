/** A script, by its Unicode name in lower case. */
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'thai'
  | 'arabic'
  | 'hebrew'
  | 'devanagari'
  | 'georgian'
  | 'armenian'
  | 'han'
  | 'hangul';

/** Tesseract's languages in other scripts than Latin, by its codes (its list of data files, `Data-Files-in-different-versions`). */
const CODES: Readonly<Record<Exclude<Script, 'latin'>, string>> = {
  cyrillic: 'aze_cyrl bel bul kaz kir mkd mon rus srp tgk ukr uzb_cyrl',
  greek: 'ell grc',
  thai: 'tha',
  arabic: 'ara fas kur_ara pus snd uig urd',
  hebrew: 'heb yid',
  devanagari: 'hin mar nep san',
  georgian: 'kat kat_old',
  armenian: 'hye',
  han: 'chi_sim chi_tra jpn',
  hangul: 'kor',
};

const SCRIPT_BY_CODE = new Map(
  Object.entries(CODES).flatMap(([script, codes]) => codes.split(' ').map((code) => [code, script as Script] as const)),
);

/** Returns the script of a Tesseract language; Latin if it is unknown. */
export function scriptOfLanguage(code: string): Script {
  return SCRIPT_BY_CODE.get(code) ?? 'latin';
}

/** Returns the languages in Latin letters, or all if there is none: these read first, and tesseract.js uses only these. */
export function firstLanguages(codes: readonly string[]): string[] {
  const latin = codes.filter((code) => scriptOfLanguage(code) === 'latin');
  return latin.length > 0 ? latin : [...codes];
}
