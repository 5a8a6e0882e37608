import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CorpusError, readDocumentTruths, readFaceSets, spread } from '../eval/corpus.ts';
import { tempFolder } from '../support/folder.ts';

/** A corpus of these files, which `using` removes. */
function corpusOf(files: Record<string, string>) {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

const TRUTH = { file: 'a.jpg', mrz: ['I<UTO', 'AB'], conforms: true };
const truths = (...entries: unknown[]) => ({
  'documents/mrz-truth.json': JSON.stringify(entries),
  'documents/a.jpg': '',
});
const pairs = (csv: string) => ({ 'faces/one/pairs.csv': csv, 'faces/one/a.jpg': '', 'faces/one/b.jpg': '' });

test('documents and sets of faces are read as they stand; folders without pairs are passed over', () => {
  using corpus = corpusOf({
    ...truths({ ...TRUTH, note: 'x' }),
    ...pairs('\uFEFFb,same,a\nb.jpg,1,a.jpg\na.jpg, 0,b.jpg\n'),
    'faces/other/readme.txt': '',
  });
  expect(readDocumentTruths(corpus.path)).toEqual([TRUTH]);
  expect(readFaceSets(corpus.path)).toEqual([
    {
      name: 'one',
      folder: join(corpus.path, 'faces/one'),
      pairs: [
        { a: 'a.jpg', b: 'b.jpg', same: true },
        { a: 'b.jpg', b: 'a.jpg', same: false },
      ],
      groups: null,
    },
  ]);
});

test('a corpus without one of its parts says so', () => {
  using corpus = corpusOf({ 'faces/readme.txt': '' });
  expect(readDocumentTruths(corpus.path)).toBeNull();
  expect(readFaceSets(corpus.path)).toBeNull();
});

test.each([
  ['no JSON', { 'documents/mrz-truth.json': '[{' }, /mrz-truth\.json is no JSON/],
  ['no list', { 'documents/mrz-truth.json': '{}' }, /mrz-truth\.json, the whole file: /],
  ['an empty list', truths(), /mrz-truth\.json holds no document/],
  ['a wrong field', truths(TRUTH, { ...TRUTH, conforms: 'yes' }), /mrz-truth\.json, entry 2, conforms: /],
  ['lines as one text', truths({ ...TRUTH, mrz: 'I<UTO' }), /mrz-truth\.json, entry 1, mrz: /],
  ['a missing picture', truths({ ...TRUTH, file: 'gone.jpg' }), /entry 1: the picture "gone\.jpg" is not in /],
])('a truth file with %s is named with its place', (_what, files, message) => {
  using corpus = corpusOf(files);
  expect(() => readDocumentTruths(corpus.path)).toThrow(CorpusError);
  expect(() => readDocumentTruths(corpus.path)).toThrow(message);
});

test.each([
  ['another header', pairs('left,right,same\na.jpg,b.jpg,1'), /pairs\.csv, line 1: the header/],
  ['nothing in it', pairs(''), /pairs\.csv, line 1: the header/],
  ['no pair', pairs('a,b,same\n'), /pairs\.csv holds no pair/],
  ['another answer', pairs('a,b,same\na.jpg,b.jpg,1\na.jpg,b.jpg,yes'), /pairs\.csv, line 3: "same" must be 1 or 0/],
  ['a missing picture', pairs('a,b,same\na.jpg,c.jpg,1'), /pairs\.csv, line 2: the picture "c\.jpg" is not in /],
  ['a ragged row', pairs('a,b,same\na.jpg,b.jpg'), /pairs\.csv is no CSV table: .*line 2/],
])('pairs with %s are named with their place', (_what, files, message) => {
  using corpus = corpusOf(files);
  expect(() => readFaceSets(corpus.path)).toThrow(CorpusError);
  expect(() => readFaceSets(corpus.path)).toThrow(message);
});

const PAIRS = pairs('a,b,same\na.jpg,b.jpg,1');

test('a set says in which group a picture is', () => {
  using corpus = corpusOf({ ...PAIRS, 'faces/one/groups.csv': 'group,file\nold,b.jpg\nyoung,a.jpg\n' });
  expect(readFaceSets(corpus.path)?.[0]?.groups).toEqual(
    new Map([
      ['b.jpg', 'old'],
      ['a.jpg', 'young'],
    ]),
  );
});

test.each([
  ['another header', 'name,group\na.jpg,old', /groups\.csv, line 1: the header must name the columns file, group/],
  ['no group', 'file,group\na.jpg,', /groups\.csv, line 2: "group" must name one/],
  ['a picture twice', 'file,group\na.jpg,old\na.jpg,young', /line 3: "a\.jpg" is in a group already/],
  ['a missing picture', 'file,group\nc.jpg,old', /groups\.csv, line 2: the picture "c\.jpg" is not in /],
])('groups with %s are named with their place', (_what, csv, message) => {
  using corpus = corpusOf({ ...PAIRS, 'faces/one/groups.csv': csv });
  expect(() => readFaceSets(corpus.path)).toThrow(CorpusError);
  expect(() => readFaceSets(corpus.path)).toThrow(message);
});

test('a limit takes from all over a list', () => {
  expect(spread([1, 2, 3, 4, 5, 6], 2)).toEqual([1, 4]);
  expect(spread([1, 2, 3, 4, 5], 3)).toHaveLength(3);
  expect(spread([1, 2], 5)).toEqual([1, 2]);
  expect(spread([1, 2], Number.POSITIVE_INFINITY)).toEqual([1, 2]);
});
