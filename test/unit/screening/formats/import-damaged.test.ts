import { expect, test } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { activeVersion, listVersions } from '../../../../server/screening/store/versions.ts';
import { isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { failureOf, openScreening } from '../setup.ts';
import { damage } from './damage.ts';
import { listFile } from './list-file.ts';
import { archives, US_TEXTS, WORLD_TEXTS } from './samples.ts';
import { zip } from './spreadsheets.ts';

const SEED = testSeed();
const ROUNDS = rounds(2_000, 8);
/** The samples have dates before and after the tests' today. The tests of each format cover the files' own dates. */
const DATED = { publishedAt: '2025-06-01', allowOlder: true, acceptSmaller: true };

async function samples(): Promise<[name: string, bytes: Buffer][]> {
  const texts = Object.entries({ ...US_TEXTS, ...WORLD_TEXTS });
  return [
    ...texts.map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ...Object.entries(await archives()),
  ];
}

type Screening = ReturnType<typeof openScreening>;

/** The searched entries of a list, and what else the database holds of it. */
function stateOf({ db, entries }: Screening, code: string): object {
  return { version: activeVersion(db, code)?.id, entries: entries(), versions: listVersions(db, code).length };
}

const leftOver = ({ db }: Screening): unknown =>
  db.prepare("SELECT count(*) FROM watchlist_versions WHERE state = 'staged'").pluck().get();

test('every form has a sample that it alone takes for its own, but for our plain form', async () => {
  const taken = new Set<string>();
  for (const [name, bytes] of await samples()) {
    const forms = LIST_FORMATS.filter((format) => format.recognises([listFile(name, bytes)])).map(({ id }) => id);
    const [form] = forms;
    expect([name, forms.filter((id) => id === form || id !== 'plain_csv')]).toEqual([name, [form]]);
    taken.add(form ?? '');
  }
  const others = LIST_FORMATS.map(({ id }) => id).filter((id) => !taken.has(id));
  expect(others).toEqual(['ofac_cons_csv', 'ofac_cons_xml', 'ofac_cons_advanced', 'foreign']);
});

test(`${ROUNDS} damaged lists of all forms (seed ${SEED}) are imported whole, or refused and change nothing`, async () => {
  using screening = openScreening();
  const lists = await screening.lists();
  const random = seededRandom(SEED);
  const all = await samples();
  const counts = { refused: 0, imported: 0 };
  for (const [name, bytes] of all) {
    const code = name.replaceAll('.', '_');
    const path = screening.write(name, bytes);
    await screening.importList({ ...DATED, paths: [path], code });
    for (let round = 0; round < ROUNDS / all.length; round += 1) {
      screening.write(name, damage(bytes, random));
      const before = stateOf(screening, code);
      const failure = await failureOf(screening.importList({ ...DATED, paths: [path], code }));
      await lists.settled();
      expect(leftOver(screening)).toBe(0);
      if (failure === 'no failure') {
        counts.imported += 1;
        const version = must(activeVersion(screening.db, code), 'it was imported');
        expect(screening.entries()).toHaveLength(version.entries);
        screening.write(name, bytes);
        await screening.importList({ ...DATED, paths: [path], code });
      } else {
        counts.refused += 1;
        expect(failure).toMatch(new RegExp(`^list_invalid: ${name.replaceAll('.', '\\.')}(?:,|:| ).{10}`));
        expect(stateOf(screening, code)).toEqual(before);
      }
    }
    await lists.remove(code, 'cli');
  }
  expect(counts.refused).toBeGreaterThan(ROUNDS / 4);
  // Among a few files there may be none.
  if (isWholeRun()) expect(counts.imported).toBeGreaterThan(ROUNDS / 40);
});

test.each<[what: string, content: string | Buffer, reason: string]>([
  ['a CSV without a name', 'a,b,c\n1,2,3\n', 'map the column for the name'],
  ['a CSV with semicolons', 'id;name;type\n1;Zed;person\n', 'Save it with commas'],
  ['a table with tabs', 'id\tname\n1\tZed\n', 'Save it with commas'],
  ['text in UTF-16', Buffer.from('\ufeffid,name\n1,Zed\n', 'utf16le'), 'UTF-16'],
  ['other XML', '<?xml version="1.0"?><a><b>Zed</b></a>', 'Supported formats: '],
  ['a web page', '\n<!DOCTYPE html>\n<html><body>503</body></html>', 'web page'],
  ['other JSON', '{"a":1}\n', 'Supported formats: '],
  ['a JSON list', '[{"name":"Zed"}]\n', 'Write one object per line'],
  ['a PDF', '%PDF-1.7\n%\u00e2\u00e3\n', 'document or an image'],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]), 'document or an image'],
  ['zeros', Buffer.alloc(70_000), 'Supported formats: '],
  ['white space', ' \r\n\t\n', 'Supported formats: '],
  ['a header alone', 'id,name,type\n', 'it contains no entry'],
])('%s is no list, and is refused with the reason', async (_, content, reason) => {
  using screening = openScreening();
  const failure = await failureOf(screening.importList({ paths: [screening.write('file', content)] }));
  expect(failure).toMatch(/^list_invalid: file/);
  expect(failure).toContain(reason);
});

test('a ZIP archive that is no spreadsheet is to be unpacked first', async () => {
  using screening = openScreening();
  const path = screening.write('list.zip', await zip({ 'sdn.csv': '1,2' }));
  expect(await failureOf(screening.importList({ paths: [path] }))).toContain('Unpack it');
});
