import type { Dataset } from './dataset.ts';

/** A day in a file's name: `2026-08-01`, `20260801`, `2026_08_01`. */
const DAY = /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/;
/** A month too, where a name is looked at without its dates. */
const DATES = /(?<!\d)20\d\d([-_.]?(0[1-9]|1[0-2])([-_.]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)/g;
/** Of a code. */
const CODE_CHARS_MAX = 64;
const ENDING = /(\.(csv|tsv|txt|xml|json|jsonl|ndjson|xlsx|ods))?(\.(gz|zip))?$/i;

/** The day that a file's name tells, `YYYY-MM-DD`; null: none, or one to come. `today`: the same form. */
export function guessDay(name: string, today: string): string | null {
  const [, year, , month, day] = DAY.exec(name) ?? [];
  const found = `${year}-${month}-${day}`;
  return year !== undefined && found <= today ? found : null;
}

/** Whether the files' own content tells its day: publishers' XML does, tables seldom do. */
export const tellsItsDay = (name: string): boolean => /\.xml(\.gz)?$/i.test(name);

/** The list that a file is another version of, as its name without the date has it: `clients-2026-08.csv` of `clients_2026_07`. */
export function guessDataset(name: string, known: readonly Dataset[]): Dataset | null {
  const bare = bareName(name.replace(ENDING, ''));
  if (bare === '') return null;
  return known.find((one) => bareName(one.code) === bare || bareName(one.name) === bare) ?? null;
}

function bareName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(DATES, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** A name and a code for a list that is new and does not tell its name, from the file's; null where nothing is left of it. */
export function guessName(file: string): { code: string; name: string } | null {
  const stem = file.replace(ENDING, '');
  const name = stem
    .replaceAll(DATES, ' ')
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim();
  const code = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, CODE_CHARS_MAX);
  return code === '' ? null : { code, name };
}

export const isPack = (name: string): boolean => /\.zip$/i.test(name);

/** Whether files that are dropped together are one list, such as OFAC's with its side files: packs and XML files are each one of their own. */
export function guessTogether(names: readonly string[]): boolean {
  return !names.some((name) => isPack(name)) && !names.every((name) => /\.xml(\.gz)?$/i.test(name));
}
