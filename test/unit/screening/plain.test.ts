import { expect, test } from 'vitest';
import { writeSmallList } from '../../support/lists.ts';
import { failureOf, openScreening } from './setup.ts';

test('the small list is a plain CSV of four entries', async () => {
  using screening = openScreening();
  const version = await screening.importList({ paths: [writeSmallList(screening.dir)] });
  expect(version).toMatchObject({ code: 'small_list', name: 'small-list', format: 'plain_csv', entries: 4, names: 8 });
  expect(screening.entries()[0]).toMatchObject({
    sourceId: 'U-1',
    type: 'person',
    birthDates: ['1968-04-12'],
    countries: ['BG'],
    identifiers: [{ kind: 'passport', value: 'UTO7714902' }],
    programs: ['TEST-A'],
    listedAt: '2020-02-03',
  });
});

test('only the name is needed; a BOM, another order and unknown columns do no harm', async () => {
  using screening = openScreening();
  const path = screening.write('own.csv', '\ufeffnote,NAME\nx,Zdravko Quillonez\n');
  await screening.importList({ paths: [path] });
  expect(screening.entries()).toHaveLength(1);
  expect(screening.entries()[0]).toMatchObject({
    sourceId: null,
    names: [{ name: 'Zdravko Quillonez', kind: 'primary', quality: 'strong' }],
    type: 'unknown',
    original: { note: 'x', name: 'Zdravko Quillonez' },
  });
});

test.each([
  ['no column "name"', 'title,type\nx,person\n', 'own.csv: the format is not supported'],
  ['a row of another length', 'name,type\nx\n', 'own.csv, line 2: 2 columns are required, and there are 1.'],
  ['an empty name', 'name,type\nx,person\n,person\n', 'own.csv, line 3: the name is missing.'],
  ['an unknown type', 'name,type\nx,balloon\n', 'own.csv, line 2: the type must be one of'],
  ['a birth date of another form', 'name,birth_dates\nx,12.04.1968\n', 'own.csv, line 2: a birth date does not have'],
  [
    'a birth date out of the calendar',
    'name,birth_dates\nx,1968-02-30\n',
    'own.csv, line 2: a birth date does not have',
  ],
  [
    'an unknown level of an office',
    'name,roles\nx,Mayor||||royal\n',
    'own.csv, line 2: the level of an office must be',
  ],
  ['a bad listing date', 'name,listed_at\nx,2020\n', 'own.csv, line 2: listed_at does not have'],
  ['an id that appears twice', 'id,name\n1,x\n1,y\n', 'own.csv, line 3: the id appears in the file twice.'],
  ['a header without rows', 'name,type\n', 'own.csv: it contains no entry.'],
  ['an empty file', '', 'own.csv is empty.'],
])('%s is refused', async (_, content, message) => {
  using screening = openScreening();
  const failure = await failureOf(screening.importList({ paths: [screening.write('own.csv', content)] }));
  expect(failure).toContain(`list_invalid: ${message}`);
});
