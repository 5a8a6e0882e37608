import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { must } from '../../../../server/lib/assert.ts';
import { measureBirths } from '../../../eval/names/births.ts';
import { measureIdentifiers, measureLegalForms } from '../../../eval/names/cases.ts';
import { measureCrossScript } from '../../../eval/names/cross-script.ts';
import { measureChecks, measureLabelled } from '../../../eval/names/labelled.ts';
import { loadCorpusLists } from '../../../eval/names/lists.ts';
import { measureNoise } from '../../../eval/names/noise.ts';
import { measureOtherScripts } from '../../../eval/names/other-scripts.ts';
import { measurePartNames } from '../../../eval/names/part-names.ts';
import { tempFolder } from '../../../support/folder.ts';

const PAIRS = `query,candidate,schema,expected_match,category
Chidera Okonjo,"OKONJO, Chidera",Person,1,order
Chidera Okonjo,Radomir Vasiljevec,Person,0,other
Okonjo,"OKONJO, Chidera",Person,1,alone
Lake Okonjo,Okonjo Lake,Person,0,order
Victory,Victory 3,Vessel,1,judged
`;
const SCRIPTS = `query,candidate,schema,script,person_id,source
Лебезин Анатолий,Anatoly Lebezin,Person,CYRILLIC,1,made
Радомир Васильевец,Radomir Vasilyevets,Person,CYRILLIC,2,made
`;

test('labelled pairs are counted at the threshold, by category, and without those judged wrong', () => {
  using folder = tempFolder();
  write(folder.path, 'pairs_labelled.csv', PAIRS);
  const report = measureLabelled(folder.path);
  expect(report?.all).toMatchObject({ pairs: 5, hits_right: 2, hits_wrong: 1, missed: 1, precision: 0.6667 });
  expect(report?.judged).toMatchObject({ pairs: 4, hits_right: 1 });
  expect(report?.reliability.at(-1)).toMatchObject({ from: 0.95, to: 1, pairs: 2, share_same: 0.5 });
  expect(report?.reliability.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(4);
  expect(report?.by_category['alone']).toMatchObject({ pairs: 1, missed: 1, f1: 0 });
});

test('names in two scripts are compared with each other and with those of others', () => {
  using folder = tempFolder();
  write(folder.path, 'crossscript_pairs.csv', SCRIPTS);
  const report = measureCrossScript(folder.path, 7);
  expect(report?.all).toMatchObject({ pairs: 2, found: 2, share_found: 1, random_above: 0 });
  expect(report?.all.random_pairs).toBeGreaterThanOrEqual(20_000);
});

test('people are screened against the lists of the corpus, and listed ones with changed names', async () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, 'lists'), { recursive: true });
  const listed = 'Name,Alias,Nationality,Sanction Type\n"OKONJO, Chidera",,,A\n"VASILJEVEC, Radomir",,,A\n';
  writeFileSync(join(folder.path, 'lists', 'eu_fsf_made.csv'), listed);
  write(folder.path, 'firstnames_all.txt.gz', gzipSync('Chidera\nIria\nPerpetua\n'));
  write(folder.path, 'surnames_all.txt.gz', gzipSync('Okonjo\nQuintanilha\nWolkenbruch\n'));
  using loaded = must(await loadCorpusLists(folder.path), 'the folder has lists');
  const report = measureNoise(loaded, folder.path, 7);
  expect(report.lists).toMatchObject([{ code: 'eu', entries: 2 }]);
  expect(report.missing.map(({ code }) => code)).toContain('un');
  expect(report.unlisted['all_names']).toMatchObject({ people: 9, hit: 1, namesakes: 1, share_hit: 0.1111 });
  // The list does not say that they are people.
  expect(report.listed['other_order']).toMatchObject({ people: 0, share_found: null });
});

test('listed people are asked for by a part of their names, with what is known of their birth', async () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, 'lists'), { recursive: true });
  const rest = 'individual,T,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ';
  const listed = [
    `1,"DE GARCIA BALDE, Juan Ike",${rest},"DOB 17 Feb 1962."`,
    `2,"VASILJEVEC, Radomir",${rest},"DOB 18 Feb 1962."`,
    `3,"MBEKI NDIAYE, Iria Ama",${rest},"DOB 1962."`,
  ];
  writeFileSync(join(folder.path, 'lists', 'sdn_2026-01-01.csv'), `${listed.join('\n')}\n\x1a`);
  using loaded = must(await loadCorpusLists(folder.path), 'the folder has lists');
  const { part_names, unlisted } = measureBirths(loaded, folder.path, 7);
  // No word of two can be left out, and a year is not a whole date.
  expect(part_names['nothing']).toMatchObject({
    people: 1,
    found: 0,
    missed: ['Juan DE GARCIA | DE GARCIA BALDE, Juan Ike'],
  });
  expect(part_names['date']).toMatchObject({ people: 1, found: 1, share_found: 1, missed: [] });
  expect(unlisted).toEqual({});
  const points = new Map(measurePartNames(loaded, folder.path, 7).map((point) => [point.threshold, point]));
  expect(points.get(0.8)).toMatchObject({ found: 1, found_no_middle: 1, unlisted: {} });
  expect(points.get(0.85)).toMatchObject({ found: 0, found_no_middle: 1 });
});

test('identifiers are counted with and without the rows judged wrong', () => {
  using folder = tempFolder();
  const rows =
    'iban,CR37012600000123456789,0\niban,GB82WEST12345698765432,1\niban,GB82WEST12345698765433,1\nxx.none,1,1\n';
  write(folder.path, 'identifier_validation.csv', `type,value,valid\n${rows}`);
  const report = measureIdentifiers(folder.path);
  expect(report).toMatchObject({ cases: 4, right: 1, unknown: ['xx.none 1 is 1'] });
  expect(report?.judged).toMatchObject({ cases: 3, right: 1, wrong: ['iban GB82WEST12345698765433 is 1'] });
});

test('what the corpus lacks is not measured', async () => {
  using folder = tempFolder();
  expect(await loadCorpusLists(folder.path)).toBeNull();
  expect(measureLabelled(folder.path)).toBeNull();
  expect(measureChecks(folder.path)).toBeNull();
  expect(measureLegalForms(folder.path)).toBeNull();
  expect(measureIdentifiers(folder.path)).toBeNull();
});

function write(folder: string, file: string, content: string | Buffer): void {
  mkdirSync(join(folder, 'names'), { recursive: true });
  writeFileSync(join(folder, 'names', file), content);
}

test('people on no list are screened by their names in other scripts, by script', async () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, 'lists'), { recursive: true });
  const listed = 'Name,Alias,Nationality,Sanction Type\n"ЛЕБЕЗИН, Анатолий",,,A\n';
  writeFileSync(join(folder.path, 'lists', 'eu_fsf_made.csv'), listed);
  const forenames = 'Country,Localized Name,Romanized Name\nRU,Анатолий,Anatoly\nGR,Ειρήνη,Irini\n';
  const surnames =
    'Country,Localized Name,Romanized Name\nRU,Лебезин,Lebezin\nRU,Васильевец,Vasilyevets\nGR,Σταθά,Statha\n';
  write(folder.path, 'forenames_by_country.csv.gz', gzipSync(forenames));
  write(folder.path, 'surnames_by_country.csv.gz', gzipSync(surnames));
  const people = [
    { name: 'Anatoly Lebezin', aliases: [{ name: 'Анатолий Лебезин' }], country: 'Russia' },
    { name: 'Chidera Okonjo', aliases: [{ name: 'Чидера Оконджо' }], country: 'Russia' },
  ];
  const lines = people.map((person) => JSON.stringify(person)).join('\n');
  writeFileSync(join(folder.path, 'lists', 'everypolitician_2015-11.ndjson.gz'), gzipSync(lines));
  using loaded = must(await loadCorpusLists(folder.path), 'the folder has lists');
  const report = measureOtherScripts(loaded, folder.path, 7);
  // The tables yield two Russians, one of whom is listed. Of the politicians, only the unlisted one is queried.
  expect(report?.by_table['by_country']?.by_script).toMatchObject({
    Cyrillic: { people: 2, hit: 1, share_hit: 0.5 },
    Greek: { people: 1, hit: 0 },
  });
  expect(report?.by_table['politicians']?.by_script).toMatchObject({ Cyrillic: { people: 1, hit: 0 } });
  expect(report?.by_table['mixed']?.by_script).toMatchObject({ Cyrillic: { people: 2, hit: 0 } });
});
