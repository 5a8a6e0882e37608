import { Readable } from 'node:stream';
import { type ListFile, rowError } from '../../datasets/file.ts';
import { type CsvRow, readRows } from '../../datasets/rows.ts';

/** MS-DOS's end-of-file mark, the last byte of every CSV file that OFAC publishes. */
const END_MARK = 0x1a;
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The rows of one of OFAC's CSV files. Throws `list_invalid` as `readRows` does, and where the end mark is lacking: a
 * file that was cut off between two rows is told by that alone.
 */
export async function* readMarkedRows(file: ListFile): AsyncGenerator<CsvRow> {
  const end = { byte: 0 };
  let line = 1;
  const open = (): Readable => Readable.from(watchEnd(file, end), { objectMode: false });
  for await (const row of readRows({ ...file, open })) {
    yield row;
    line = row.line;
  }
  if (end.byte === END_MARK) return;
  throw rowError(
    file,
    line,
    "the file ends here without OFAC's end mark (byte 1A): it was cut off, or changed by another program. Get the file again from its publisher.",
  );
}

async function* watchEnd(file: ListFile, end: { byte: number }): AsyncGenerator<Buffer> {
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    end.byte = chunk.findLast((byte) => !WHITE_SPACE.has(byte)) ?? end.byte;
    yield chunk;
  }
}
