import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ListFile } from '../../../server/datasets/file.ts';
import { readRowLots } from '../../../server/datasets/row-lots.ts';
import { type CsvRow, readRows } from '../../../server/datasets/rows.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

function fileOf(text: string, pieceBytes = 64 * 1024): ListFile {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  const facts = { path: '', name: 'rows.csv', sha256: '', encoding: 'utf8' as const, head: '', tail: '' };
  return { ...facts, open: () => Readable.from(pieces, { objectMode: false }) };
}

async function rowsOf(file: ListFile, style?: { delimiter: string }): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const lot of readRowLots(file, style)) rows.push(...lot);
  return rows;
}

const TEXT = '\ufeffid, name ,note\r\n1,"Ann ""B"", Ltd", x \r\n\r\n2,"two\nlines",\r\n3,a"b,"" \r\n4,été,last';

describe('rows in lots', () => {
  it('are read by the rules of CSV', async () => {
    expect(await rowsOf(fileOf(TEXT))).toEqual([
      { fields: ['id', 'name', 'note'], line: 1 },
      { fields: ['1', 'Ann "B", Ltd', 'x'], line: 2 },
      { fields: ['2', 'two\nlines', ''], line: 5 },
      { fields: ['3', 'a"b', ''], line: 6 },
      { fields: ['4', 'été', 'last'], line: 7 },
    ]);
  });

  it('are the same however the file comes in pieces', async () => {
    const whole = await rowsOf(fileOf(TEXT));
    for (let bytes = 1; bytes < 20; bytes++) expect(await rowsOf(fileOf(TEXT, bytes))).toEqual(whole);
  });

  it('may be of empty quotes, and shorter or longer than the row before', async () => {
    const text = '"","",""\n"","a"\n"","", "" ,""\n""\n"","",\n"",""';
    for (let bytes = 1; bytes < 20; bytes++) {
      expect((await rowsOf(fileOf(text, bytes))).map((row) => row.fields)).toEqual([
        ['', '', ''],
        ['', 'a'],
        ['', '', '', ''],
        ['', '', ''],
        ['', ''],
      ]);
    }
  });

  it('may have another delimiter, a tab too, and the end-of-file sign of MS-DOS', async () => {
    expect((await rowsOf(fileOf('a\t\t"b"\n\u001a'), { delimiter: '\t' })).map((row) => row.fields)).toEqual([
      ['a', '', 'b'],
    ]);
    expect((await rowsOf(fileOf('a;"b;c";'), { delimiter: ';' })).map((row) => row.fields)).toEqual([['a', 'b;c', '']]);
  });

  it('are the rows that the other reader gives, for generated files', async () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    const below = (bound: number): number => Math.floor(random() * bound);
    const parts = ['a', 'bc', ' ', '""', ',', '\n', 'ß', '1'];
    for (let round = 0; round < 200; round++) {
      const cell = (): string => {
        const text = Array.from({ length: below(5) }, () => parts[below(parts.length)]).join('');
        return /["\n,]/.test(text) ? `"${text}"` : text;
      };
      const lines = Array.from({ length: 1 + below(4) }, () => [`x${round}`, cell(), cell()].join(','));
      const text = lines.join('\n');
      const others: CsvRow[] = [];
      for await (const row of readRows(fileOf(text))) others.push(row);
      const bare = (rows: CsvRow[]): string[][] => rows.map(({ fields }) => fields);
      expect(bare(await rowsOf(fileOf(text, 1 + below(9)))), `seed ${seed}`).toEqual(bare(others));
    }
  });

  it.each([
    ['id\n1,"cut', 'rows.csv, line 2: a quoted field is not closed'],
    ['id\n"1" x,2', 'rows.csv, line 2: a quoted field continues after its closing quote'],
    [`id\n"${'x'.repeat(LIMITS.listRowBytesMax + 1)}`, 'rows.csv, line 2: the row is longer than 1048576 characters'],
  ])('that are broken are refused with their line', async (text, message) => {
    await expect(rowsOf(fileOf(text))).rejects.toMatchObject({
      code: 'list_invalid',
      message: expect.stringContaining(message),
    });
  });
});
