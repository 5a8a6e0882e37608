import { type ListFile, rowError } from '../../datasets/file.ts';
import type { CsvRow } from '../../datasets/rows.ts';
import { ownValue } from '../../lib/own.ts';
import { addName, type EntityType, type ListEntry, newEntry } from '../types.ts';
import { addAddress, addCountry, addOriginal, addRelation } from './fill.ts';
import { addFact } from './ofac-facts.ts';
import { addRemarks } from './remarks.ts';

/** What the side files hold. */
export type SidePart = 'alias' | 'address' | 'comment';
/** The side files' rows of one entry, without their first column. */
export type SideRows = Record<SidePart, string[][]>;

const TYPES: Record<string, EntityType> = {
  individual: 'person',
  '': 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** Columns of the main file that are kept as they are, with their places in the row. */
const KEPT_COLUMNS = {
  title: 4,
  call_sign: 5,
  vessel_type: 6,
  tonnage: 7,
  gross_tonnage: 8,
  flag: 9,
  vessel_owner: 10,
};
const REMARKS_COLUMN = 11;

/** The entry of a row of the main file. `comments` are the rows that continue its remarks, without their first column. */
export function makeEntry(file: ListFile, row: CsvRow, comments: readonly string[][]): ListEntry {
  const [id = '', name = '', type = '', programs = ''] = row.fields;
  const entityType = ownValue(TYPES, type.toLowerCase());
  if (name === '') throw rowError(file, row.line, 'the name is missing.');
  if (entityType === undefined) throw rowError(file, row.line, 'the type (column 3) is unknown.');
  const entry = newEntry(id, entityType, name);
  entry.programs = programs === '' ? [] : programs.split('] [');
  entry.topics = ['sanction'];
  for (const [key, column] of Object.entries(KEPT_COLUMNS)) addOriginal(entry, key, row.fields[column] ?? '');
  addRemarks(entry, [row.fields[REMARKS_COLUMN] ?? '', ...comments.flat()].join(''));
  const field = (column: keyof typeof KEPT_COLUMNS): string => row.fields[KEPT_COLUMNS[column]] ?? '';
  addFact(entry, { label: 'Vessel Call Sign', value: field('call_sign') });
  addCountry(entry, field('flag'));
  addRelation(entry, 'owner', field('vessel_owner'));
  return entry;
}

/** Aliases: number, type (aka, fka, nka), name, remarks. Addresses: number, street, city and more, country, remarks. */
export function addSideRows(entry: ListEntry, rows: SideRows): void {
  for (const [, type, name = ''] of rows.alias) addName(entry, name, type === 'fka' ? 'former' : 'alias');
  for (const [, street = '', city = '', country = ''] of rows.address) addAddress(entry, [street, city], country);
}
