import type { Kind } from './dataset.ts';

/** So much of a file is looked at: a heading fits many times. */
const LOOKED_AT_BYTES = 16_384;
/** Columns of our own tables: of `server/screening/formats/plain-columns.ts` and `server/registries/formats/plain-row.ts`. */
export const PLAIN_COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  watchlist: [
    'id',
    'name',
    'type',
    'aliases',
    'weak_aliases',
    'former_names',
    'birth_dates',
    'birth_places',
    'genders',
    'nationalities',
    'countries',
    'identifiers',
    'addresses',
    'roles',
    'relations',
    'media',
    'programs',
    'topics',
    'listed_at',
    'remarks',
    'text',
    'source',
    'date',
    'title',
    'url',
  ],
  register: [
    'number',
    'name',
    'country',
    'status',
    'legal_form',
    'incorporated_on',
    'dissolved_on',
    'former_names',
    'trading_names',
    'other_names',
    'address',
    'city',
    'postal_code',
    'address_country',
    'activities',
    'lei',
    'tax_id',
    'vat',
    'identifiers',
    'owner_name',
    'owner_type',
    'owner_birth_date',
    'owner_nationality',
    'owner_country',
    'owner_number',
    'owner_lei',
    'owner_identifiers',
    'owner_percent',
    'owner_interests',
    'owner_from',
    'owner_until',
  ],
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
  return names.some((name) => NAMES.includes(name)) && names.every((name) => PLAIN_COLUMNS[kind].includes(name));
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
