import type { ColumnMap, ListFile } from '../../../../server/datasets/file.ts';
import { must } from '../../../../server/lib/assert.ts';
import type { RegisterFormat, RegisterReading } from '../../../../server/registries/formats/format.ts';
import { REGISTER_FORMATS } from '../../../../server/registries/import/read-register.ts';
import type { RegisterCompany, RegisterOwnership } from '../../../../server/registries/types.ts';

export interface ReadRegister {
  format: string;
  companies: RegisterCompany[];
  ownerships: RegisterOwnership[];
  reading: RegisterReading;
  rows: number;
}

/** The format that accepts these files. */
export function formatOf(files: readonly ListFile[], columns?: ColumnMap): RegisterFormat | undefined {
  return REGISTER_FORMATS.find((format) => format.recognises(files, columns));
}

/** Everything that their format reads from these files, with a column mapping if one is given. */
export async function readRegister(files: readonly ListFile[], columns?: ColumnMap): Promise<ReadRegister> {
  return readBy(must(formatOf(files, columns), 'a form takes the files for its own'), files, columns);
}

/** Everything that this format reads from these files. */
export async function readBy(
  format: RegisterFormat,
  files: readonly ListFile[],
  columns?: ColumnMap,
): Promise<ReadRegister> {
  const reading: RegisterReading = { publishedAt: null, recordsDeclared: null, skipped: {} };
  const read: ReadRegister = { format: format.id, companies: [], ownerships: [], reading, rows: 0 };
  const onRow = (): void => {
    read.rows += 1;
  };
  for await (const lot of format.read(files, { reading, onRow, ...(columns ? { columns } : {}) })) {
    for (const record of lot) {
      if ('company' in record) read.companies.push(record.company);
      else read.ownerships.push(record.ownership);
    }
  }
  return read;
}
