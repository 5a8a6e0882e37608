import { expect, test } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { REGISTER_FORMATS } from '../../../../server/registries/import/read-register.ts';
import { isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { damage } from '../../screening/formats/damage.ts';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { formatOf, readBy } from './read-register.ts';
import { csv, FR_PLACES, REGISTER_TEXTS } from './samples.ts';

const SEED = testSeed();
const ROUNDS = rounds(150, 8);
const CUTS = rounds(300, 12);
const TEXTS = Object.entries(REGISTER_TEXTS);
/** The refusal names the line, except when the file as a whole is wrong. */
const REFUSAL = /^list_invalid: [^:]+(?:, line \d+)?: .+\.$/;

test('every form has a sample that it alone takes for its own', () => {
  for (const [name, text] of TEXTS) {
    const forms = REGISTER_FORMATS.filter((format) => format.recognises([listFile(name, text)])).map(({ id }) => id);
    expect([name, forms]).toEqual([name, [name.split('.')[0]]]);
  }
  expect(TEXTS.map(([name]) => name.split('.')[0])).toEqual(REGISTER_FORMATS.map(({ id }) => id));
});

test.each<[what: string, text: string]>([
  ['another CSV', 'a,b\n1,2\n'],
  ['a web page', '<!doctype html><html></html>'],
  ['other XML', '<?xml version="1.0"?><a/>'],
  ['other JSON', '{"a":1}\n'],
  ['a list of other JSON', '[{"a":1}]'],
  ['zeros', '\u0000'.repeat(100)],
  ['white space', ' \n'],
])('%s is no register', (_, text) => {
  expect(formatOf([listFile('file', text)])).toBeUndefined();
});

test('no files, and two of different forms, are no register', () => {
  expect(formatOf([])).toBeUndefined();
  const files = TEXTS.map(([name, text]) => listFile(name, text));
  const [first, ...others] = files;
  for (const other of others) {
    const form = formatOf([must(first, 'there are samples'), other])?.id;
    expect([other.name, form]).toEqual([other.name, other.name === 'gleif_rr_csv.csv' ? 'gleif_lei_csv' : undefined]);
  }
});

test.each(TEXTS)(`%s, damaged at random (seed ${SEED}), is read or refused with a reason`, async (name, text) => {
  const format = must(formatOf([listFile(name, text)]), 'the sample is of a form');
  const random = seededRandom(SEED);
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = listFile(name, damage(Buffer.from(text), random), 1 + Math.floor(random() * 500));
    for (const candidate of REGISTER_FORMATS) candidate.recognises([file]);
    const outcome = await refusalOf(readBy(format, [file]));
    if (outcome === 'it was read') continue;
    refused += 1;
    expect(outcome).toMatch(REFUSAL);
  }
  // Among a few damaged files, each may still be readable.
  if (isWholeRun()) expect(refused).toBeGreaterThan(ROUNDS / 20);
});

test(`addresses of head offices, damaged at random (seed ${SEED}), are read or refused with a reason`, async () => {
  const companies = listFile('companies.csv', REGISTER_TEXTS['fr_sirene.csv'] ?? '');
  const places = Buffer.from(csv(FR_PLACES));
  const format = must(formatOf([companies, listFile('places.csv', places)]), 'they are of a form');
  const random = seededRandom(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await refusalOf(readBy(format, [companies, listFile('places.csv', damage(places, random))]));
    if (outcome !== 'it was read') expect(outcome).toMatch(REFUSAL);
  }
});

/** The rest of a text after a cut: complete rows, or a refusal. */
test.each(TEXTS)('%s, cut off anywhere, is refused or has whole records alone', async (name, text) => {
  const bytes = Buffer.from(text);
  const format = must(formatOf([listFile(name, text)]), 'the sample is of a form');
  const whole = await readBy(format, [listFile(name, text)]);
  const known = new Set([...whole.companies, ...whole.ownerships].map((record) => JSON.stringify(record)));
  const isRows = /csv$/.test(format.id) || name.endsWith('.csv');
  let refused = 0;
  const step = Math.max(1, Math.floor(bytes.length / CUTS));
  for (let end = 1; end < bytes.length - 2; end += step) {
    let read: Awaited<ReturnType<typeof readBy>> | null = null;
    const outcome = await refusalOf(
      readBy(format, [listFile(name, bytes.subarray(0, end))]).then((found) => {
        read = found;
      }),
    );
    if (outcome !== 'it was read') {
      expect(outcome).toMatch(REFUSAL);
      refused += 1;
      continue;
    }
    const { companies, ownerships } = must(read as Awaited<ReturnType<typeof readBy>> | null, 'it was read');
    // Only the last column of a row without quotes may be cut unnoticed.
    const strange = [...companies, ...ownerships].filter((record) => !known.has(JSON.stringify(record)));
    expect([end, strange.slice(0, -1)]).toEqual([end, []]);
    if (!isRows) expect([end, strange]).toEqual([end, []]);
  }
  if (isWholeRun()) expect(refused).toBeGreaterThan(name.startsWith('gb_psc') ? 100 : 50);
});
