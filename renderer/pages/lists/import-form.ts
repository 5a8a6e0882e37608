import { PLAIN_COLUMNS, REGISTER_COLUMNS } from '../../../server/vocabulary/columns.ts';
import { nowMs } from '../../client/clock.ts';
import { countriesTyped } from '../../text/country-codes.ts';
import type { Dataset, Kind } from './dataset.ts';

/** The empty import form. */
export const EMPTY_IMPORT = {
  /** Empty: read from the files. */
  code: '',
  name: '',
  publishedAt: '',
  ageDaysMax: '',
  acceptSmaller: false,
  allowOlder: false,
  /** Countries for which the register holds all companies. */
  completeFor: '',
  /** One line for each: `our column = the file's`. */
  columns: '',
  /** What a trust list is; empty: by its content. */
  trustKind: '',
};

export type ImportForm = Readonly<typeof EMPTY_IMPORT>;

/** Returns the form's filled text fields. For a signed pack only whether it may be smaller or older: the pack contains the rest. */
export function fieldsOf(form: ImportForm, isPack: boolean): [name: string, value: string][] {
  const acceptance: [string, string][] = [
    ['accept_smaller', form.acceptSmaller ? 'true' : ''],
    ['allow_older', form.allowOlder ? 'true' : ''],
  ];
  if (isPack) return acceptance.filter(([, value]) => value !== '');
  const countries = countriesTyped(form.completeFor);
  const columns = columnsOf(form.columns);
  const said: [string, string][] = [
    ['code', form.code.trim()],
    ['name', form.name.trim()],
    ['published_at', form.publishedAt],
    ['age_days_max', form.ageDaysMax.trim()],
    ['complete_for', countries.length > 0 ? JSON.stringify(countries) : ''],
    ['kind', form.trustKind],
    ['columns', Object.keys(columns).length > 0 ? JSON.stringify(columns) : ''],
    ...acceptance,
  ];
  return said.filter(([, value]) => value !== '');
}

/** Parses lines such as `name = Full name`: our column to the file's. */
function columnsOf(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}

/** Files before they are sent, with their form. */
export interface Draft {
  file: File;
  form: ImportForm;
  /** The column names of a table in another format than ours; null: unknown. */
  heading: readonly string[] | null;
}

/** Reads what the names and first lines of files reveal. What their content says itself is left to the appliance. */
export function lookAt(kind: Kind, files: readonly File[], datasets: readonly Dataset[]): Promise<Draft[]> {
  // The content of a trust list says everything.
  if (kind === 'trust') return Promise.resolve(files.map((file) => ({ file, form: EMPTY_IMPORT, heading: null })));
  return Promise.all(
    files.map(async (file) => {
      const heading = await headingOf(file);
      const known = guessDataset(file.name, datasets);
      // Publishers' formats identify their list; Custos's own table format does not.
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

/** Returns the fields sent with the files of one list, from `form`. */
export const fieldsFor = (form: ImportForm, drafts: readonly Draft[]): [name: string, value: string][] =>
  fieldsOf(form, drafts.length === 1 && isPack(drafts[0]?.file.name ?? ''));

const today = (): string => new Date(nowMs()).toISOString().slice(0, 10);

/** A date in a file's name: `2026-08-01`, `20260801`, `2026_08_01`. */
const DAY = /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/;
/** Also matches a month, when dates are removed from a name. */
const DATES = /(?<!\d)20\d\d([-_.]?(0[1-9]|1[0-2])([-_.]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)/g;
/** Maximum length of a code. */
const CODE_CHARS_MAX = 64;
const ENDING = /(\.(csv|tsv|txt|xml|json|jsonl|ndjson|xlsx|ods))?(\.(gz|zip))?$/i;

/** Returns the date in a file's name, `YYYY-MM-DD`; null if there is none or it is in the future. `today`: the same format. */
export function guessDay(name: string, today: string): string | null {
  const [, year, , month, day] = DAY.exec(name) ?? [];
  const found = `${year}-${month}-${day}`;
  return year !== undefined && found <= today ? found : null;
}

/** Whether the files' content contains its date: publishers' XML does, tables rarely do. */
export const tellsItsDay = (name: string): boolean => /\.xml(\.gz)?$/i.test(name);

/** Returns the list of which a file is another version, by its name without the date: `clients-2026-08.csv` matches `clients_2026_07`. */
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

/** Returns a name and a code for a new list from the file's name; null if nothing is left of it. */
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

/** Whether files dropped together form one list, such as OFAC's with its additional files. Each pack and each XML file is a separate list. */
export function guessTogether(names: readonly string[]): boolean {
  return !names.some((name) => isPack(name)) && !names.every((name) => /\.xml(\.gz)?$/i.test(name));
}

/** How many bytes of a file are read: enough for many times the length of a heading. */
const LOOKED_AT_BYTES = 16_384;
export const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  watchlist: PLAIN_COLUMNS,
  register: REGISTER_COLUMNS,
  trust: [],
};
/** Each row needs one of these columns. */
const NAMES: readonly string[] = ['name', 'owner_name'];

/** Returns the heading of a table with comma-separated values, plain or as .gz; null if the file is not one. */
export async function headingOf(file: File): Promise<string[] | null> {
  if (!/\.csv(\.gz)?$/i.test(file.name)) return null;
  try {
    return parseHeading(await firstText(file));
  } catch {
    // The content does not match the name: the appliance will report it.
    return null;
  }
}

/** Returns the cells of the first line. */
export function parseHeading(text: string): string[] | null {
  const [line = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const cells = line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  return cells.length > 1 ? cells : null;
}

/** Whether it is Custos's own table format, which does not identify its list or register. */
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
