import type { DocumentType } from '../types.ts';
import { fold } from './fold.ts';
import type { LabelTable, ScriptWords } from './label-table.ts';
import { CHINESE_LABELS, CHINESE_WORDS } from './labels-chinese.ts';
import { CYRILLIC_LABELS, CYRILLIC_WORDS } from './labels-cyrillic.ts';
import { GREEK_LABELS, GREEK_WORDS } from './labels-greek.ts';
import { JAPANESE_LABELS, JAPANESE_WORDS } from './labels-japanese.ts';
import { THAI_LABELS, THAI_WORDS } from './labels-thai.ts';

/** The labels of all scripts other than Latin. */
export const SCRIPT_LABELS: readonly LabelTable[] = [
  CYRILLIC_LABELS,
  GREEK_LABELS,
  THAI_LABELS,
  JAPANESE_LABELS,
  CHINESE_LABELS,
];

const ALL: readonly ScriptWords[] = [CYRILLIC_WORDS, GREEK_WORDS, THAI_WORDS, JAPANESE_WORDS, CHINESE_WORDS];

const partsOf = (row: string): string[] => row.split(', ').map(fold);

/** Returns titles that name a type, folded. */
export function scriptTypeWords(type: DocumentType): string[] {
  return ALL.flatMap(({ types }) => (types[type] ?? []).flatMap(partsOf));
}

/** Each sex by its printed form, folded. */
export const SCRIPT_SEXES: Readonly<Record<string, string>> = Object.fromEntries(
  ALL.flatMap(({ sexes }) => (['M', 'F'] as const).flatMap((sex) => partsOf(sexes[sex]).map((word) => [word, sex]))),
);

const MONTHS = ALL.flatMap(({ months }) =>
  months.flatMap((starts, i) => partsOf(starts).map((start) => [start, i + 1] as const)),
);

/** Returns the month that a folded word begins with, 1 to 12, or 0. */
export function scriptMonth(word: string): number {
  return MONTHS.find(([start]) => word.startsWith(start))?.[1] ?? 0;
}

const COUNTRIES = ALL.flatMap(({ countries }) =>
  Object.entries(countries).flatMap(([code, starts]) => partsOf(starts).map((start) => [start, code] as const)),
);

/** Returns the state whose name or nationality a folded text begins with, by ISO 3166-1 alpha-2, or null. */
export function scriptCountry(folded: string): string | null {
  return COUNTRIES.find(([start]) => folded.startsWith(start))?.[1] ?? null;
}
