import { checkMapping, headingKey, layoutOf } from '../../datasets/columns.ts';
import type { ColumnMap, ListFile } from '../../datasets/file.ts';
import { firstRow } from '../../datasets/rows.ts';
import { REGISTER_COLUMNS } from '../../vocabulary/columns.ts';
import type { RegisterFormat, RegisterJob } from './format.ts';
import { makeCompany } from './plain-company.ts';
import { makeOwnership } from './plain-owner.ts';
import { type PlainRow, type RegisterColumn, SINGLE_COLUMNS } from './plain-row.ts';
import { type Columns, type RowReader, readTableRecords } from './tables.ts';

/**
 * Our own plain format, for registers that are published in none of the others: one CSV file, comma separated, UTF-8 or
 * Latin-1, with a header. Columns may be in any order. `number` or `lei` is required, and `name` if the row describes a company.
 *
 * | column | content |
 * |---|---|
 * | `number` | the company's number in its register |
 * | `name` | its name; empty: the row describes only an owner of the company with this number |
 * | `country` | of registration, ISO 3166-1 code or English name |
 * | `status` | `active`, `insolvent`, `inactive`, `dissolved`, `struck_off`, or the register's own word |
 * | `legal_form` | as written |
 * | `incorporated_on`, `dissolved_on` | `YYYY-MM-DD` |
 * | `former_names`, `trading_names`, `other_names` | other names |
 * | `address`, `city`, `postal_code`, `address_country` | the registered office; `address` on one line |
 * | `activities` | codes or words |
 * | `lei`, `tax_id`, `vat` | other numbers |
 * | `identifiers` | numbers, or `kind:number`, or `kind/country:number` |
 * | `owner_name` | an owner; further owners of the same company are on separate rows |
 * | `owner_type` | `person` or `entity` |
 * | `owner_birth_date` | `YYYY`, `YYYY-MM`, `YYYY-MM-DD` |
 * | `owner_nationality`, `owner_country` | ISO 3166-1 codes or English names |
 * | `owner_number`, `owner_lei` | of a company; the number in the register of `owner_country`, or else of the owned company's country |
 * | `owner_identifiers` | as `identifiers` |
 * | `owner_percent` | `25`, `25.5`, or `25-50` for a range; empty: control without a percentage |
 * | `owner_interests` | as written |
 * | `owner_from`, `owner_until` | `YYYY-MM-DD` |
 *
 * Several values of one column are separated by `;`. Consecutive rows with the same number and country are one company,
 * described by the first row. A file with other columns is read through a mapping from our columns to its columns (see
 * `datasets/columns.ts`). A value of a mapped file that cannot be read is left out, not refused.
 */
export const plainRegister: RegisterFormat = {
  id: 'plain_csv',
  register: null,
  completeFor: () => [],
  recognises([file, ...others], columns) {
    if (file === undefined || others.length > 0) return false;
    const layout = layoutOf(columns, REGISTER_COLUMNS);
    const header = new Set(firstRow(file).map(headingKey));
    const has = (column: RegisterColumn): boolean => {
      const theirs = layout.columns.get(column);
      return theirs !== undefined && header.has(theirs);
    };
    return (has('number') || has('lei')) && (has('name') || has('owner_name'));
  },
  async *read([file], job) {
    if (file === undefined) return;
    yield* readTableRecords(file, [], job, (columns) => plainReader(file, columns, job));
  },
};

function plainReader(file: ListFile, columns: Columns, job: RegisterJob): RowReader {
  const rows = rowMaker(file, columns, job.columns);
  let previous = '';
  return (fields, records, fail) => {
    const row = rows(fields, fail);
    const company = makeCompany(row);
    if (typeof company === 'string') return company;
    if (row.value('name') !== '' && company.keys[0] !== previous) records.push({ company });
    previous = row.value('name') === '' ? previous : company.keys[0];
    if (row.value('owner_name') === '') return row.value('name') === '' ? 'no_name' : null;
    const ownership = makeOwnership(row, company);
    if (typeof ownership === 'string') return ownership;
    records.push({ ownership });
    return null;
  };
}

/** Makes a row's fields readable by our columns, whose positions are looked up once. */
function rowMaker(
  file: ListFile,
  columns: Columns,
  mapping: ColumnMap | undefined,
): (fields: readonly string[], fail: PlainRow['fail']) => PlainRow {
  const layout = layoutOf(mapping, REGISTER_COLUMNS);
  checkMapping(file, mapping, REGISTER_COLUMNS, columns.headings());
  const places = new Map(
    [...layout.columns].map(([column, theirs]): [RegisterColumn, number] => [column, columns.place(theirs)]),
  );
  return (fields, fail) => {
    const value = (column: RegisterColumn): string =>
      layout.constants.get(column) ?? fields[places.get(column) ?? -1] ?? '';
    return {
      value,
      values(column) {
        const text = value(column);
        if (text === '') return [];
        const parts = SINGLE_COLUMNS.has(column) ? [text] : text.split(layout.separator);
        return parts.map((part) => part.trim()).filter((part) => part !== '');
      },
      mapped: layout.mapped,
      fail,
    };
  };
}
