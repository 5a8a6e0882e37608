import { PLAIN_COLUMNS, REGISTER_COLUMNS } from '../../../server/vocabulary/columns.ts';
import { nowMs } from '../../client/clock.ts';
import type { Dataset, Kind } from './dataset.ts';

/** What is said of files before they are sent, as it was typed: nothing yet. */
export const EMPTY_IMPORT = {
  /** Empty: the files tell it. */
  code: '',
  name: '',
  publishedAt: '',
  ageDaysMax: '',
  acceptSmaller: false,
  allowOlder: false,
  /** Countries all of whose companies a register holds. */
  completeFor: '',
  /** A line each: `our column = the file's`. */
  columns: '',
};

export type ImportForm = Readonly<typeof EMPTY_IMPORT>;

/** The form's text fields; only what was filled in. Of a signed pack only whether it may be smaller or older: it says the rest itself. */
export function fieldsOf(form: ImportForm, isPack: boolean): [name: string, value: string][] {
  const acceptance: [string, string][] = [
    ['accept_smaller', form.acceptSmaller ? 'true' : ''],
    ['allow_older', form.allowOlder ? 'true' : ''],
  ];
  if (isPack) return acceptance.filter(([, value]) => value !== '');
  const countries = form.completeFor.toUpperCase().match(/[A-Z]{2}/g) ?? [];
  const columns = columnsOf(form.columns);
  const said: [string, string][] = [
    ['code', form.code.trim()],
    ['name', form.name.trim()],
    ['published_at', form.publishedAt],
    ['age_days_max', form.ageDaysMax.trim()],
    ['complete_for', countries.length > 0 ? JSON.stringify(countries) : ''],
    ['columns', Object.keys(columns).length > 0 ? JSON.stringify(columns) : ''],
    ...acceptance,
  ];
  return said.filter(([, value]) => value !== '');
}

/** `name = Full name` on each line: our column to the file's. */
function columnsOf(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}

/** A file before it is sent, and what is to be said of it. */
export interface Draft {
  file: File;
  form: ImportForm;
  /** Names of its columns, of a table that is not of our own form; null: not known. */
  heading: readonly string[] | null;
}

/** Looks at files for what their names and first lines tell. What they tell by themselves is left to the appliance. */
export function lookAt(kind: Kind, files: readonly File[], datasets: readonly Dataset[]): Promise<Draft[]> {
  return Promise.all(
    files.map(async (file) => {
      const heading = await headingOf(file);
      const known = guessDataset(file.name, datasets);
      // The forms of publishers tell what list they are; a table of our own does not.
      const isPlain = heading !== null && isPlainHeading(kind, heading);
      const fresh = isPlain ? guessName(file.name) : null;
      const { code, name } = known ?? fresh ?? EMPTY_IMPORT;
      const publishedAt = tellsItsDay(file.name) ? null : guessDay(file.name, today());
      return {
        file,
        heading: isPlain ? null : heading,
        form: { ...EMPTY_IMPORT, code, name, publishedAt: publishedAt ?? '' },
      };
    }),
  );
}

/** What is sent with the files of one list, told by `form`. */
export const fieldsFor = (form: ImportForm, drafts: readonly Draft[]): [name: string, value: string][] =>
  fieldsOf(form, drafts.length === 1 && isPack(drafts[0]?.file.name ?? ''));

const today = (): string => new Date(nowMs()).toISOString().slice(0, 10);

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

/** So much of a file is looked at: a heading fits many times. */
const LOOKED_AT_BYTES = 16_384;
export const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  watchlist: PLAIN_COLUMNS,
  register: REGISTER_COLUMNS,
};
/** One of them is needed in each row. */
const NAMES: readonly string[] = ['name', 'owner_name'];

/** The heading of a table whose values are separated by commas, plain or as .gz; null where the file is none. */
export async function headingOf(file: File): Promise<string[] | null> {
  if (!/\.csv(\.gz)?$/i.test(file.name)) return null;
  try {
    return parseHeading(await firstText(file));
  } catch {
    // Not what its name says: the appliance will tell.
    return null;
  }
}

/** The cells of the first line. */
export function parseHeading(text: string): string[] | null {
  const [line = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const cells = line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  return cells.length > 1 ? cells : null;
}

/** Whether it is a table of our own form, which does not tell what list or register it is. */
export function isPlainHeading(kind: Kind, heading: readonly string[]): boolean {
  const names = heading.map((cell) => cell.toLowerCase().replaceAll(/\s+/g, '_'));
  return names.some((name) => NAMES.includes(name)) && names.every((name) => COLUMNS[kind].includes(name));
}

async function firstText(file: File): Promise<string> {
  const stream = /\.gz$/i.test(file.name) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < LOOKED_AT_BYTES && !text.includes('\n')) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}
