import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { skipUnless } from '../../../support/skip.ts';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { readRegister } from './read-register.ts';

/** A folder that contains a folder `lists` of published files. */
const CORPUS = process.env['CUSTOS_CORPUS'] ?? '';
const PATH = join(CORPUS, 'lists', 'sample_300_statements.json.gz');
const needed =
  CORPUS === ''
    ? skipUnless(false, 'CUSTOS_CORPUS names no folder of published lists')
    : skipUnless(existsSync(PATH), 'the folder of published lists lacks sample_300_statements.json.gz');

interface Published {
  recordId: string;
  recordType: string;
  recordDetails: { name?: string; identifiers?: { id: string }[]; interests?: { share?: { exact?: number } }[] };
}

test('published statements of BODS 0.4 are read whole, by a count of our own', needed, async () => {
  const text = gunzipSync(await readFile(PATH)).toString();
  const published: Published[] = JSON.parse(text);
  const of = (type: string): Published[] => published.filter(({ recordType }) => recordType === type);
  const found = await readRegister([listFile('statements.json', text)]);
  expect(found.format).toBe('bods');
  expect([found.rows, of('entity').length, of('relationship').length]).toEqual([300, 100, 100]);
  expect(found.companies).toHaveLength(100);
  expect(found.ownerships).toHaveLength(100);
  expect(found.reading.skipped).toEqual({});
  expect(found.companies.map(({ name, number }) => [name, number])).toEqual(
    of('entity').map(({ recordDetails }) => [recordDetails.name, recordDetails.identifiers?.[0]?.id]),
  );
  const shares = of('relationship').map(({ recordDetails }) => recordDetails.interests?.[0]?.share?.exact);
  expect(found.ownerships.map(({ percent }) => percent)).toEqual(shares.map((exact) => ({ min: exact, max: exact })));
  expect(
    found.ownerships.every(({ owner }) => owner.type === 'person' && /^\d{4}-\d{2}$/.test(owner.birthDate ?? '')),
  ).toBe(true);
});

test('the same statements cut off are refused with the line', needed, async () => {
  const bytes = gunzipSync(await readFile(PATH));
  const lines = (end: number): number => bytes.subarray(0, end).toString().split('\n').length;
  for (const end of [10_000, 55_555, bytes.length - 2]) {
    const cut = listFile('statements.json', bytes.subarray(0, end));
    expect(await refusalOf(readRegister([cut]))).toBe(
      `list_invalid: statements.json, line ${lines(end)}: the file ends in the middle: it was cut off. Get the file from its publisher again.`,
    );
  }
});
