import { expect, test } from 'vitest';
import { sirene } from '../../../../server/registries/formats/sirene.ts';
import { listFile, refusalOf } from '../../screening/formats/list-file.ts';
import { formatOf, type ReadRegister, readRegister } from './read-register.ts';
import { csv, FR_PLACE, FR_PLACES, FR_ROW, FR_ROWS } from './samples.ts';

const companies = (rows = FR_ROWS, chunkBytes?: number): ReturnType<typeof listFile> =>
  listFile('StockUniteLegale_utf8.csv', csv(rows), chunkBytes);
const places = (rows = FR_PLACES, chunkBytes?: number): ReturnType<typeof listFile> =>
  listFile('StockEtablissement_utf8.csv', csv(rows), chunkBytes);
const read = (over: Record<string, string>): Promise<ReadRegister> =>
  readRegister([companies([{ ...FR_ROW, ...over }])]);

const QUILL = {
  keys: ['FR:732829320'],
  number: '732829320',
  identifiers: [
    { kind: 'fr.siren', value: '732829320', country: 'FR' },
    { kind: 'fr.siret', value: '73282932000074', country: 'FR' },
  ],
  name: 'PAPIERS QUILL ET ROOK',
  otherNames: [
    { name: 'LA PAPETERIE', kind: 'trading' },
    { name: 'PQR', kind: 'other' },
  ],
  country: 'FR',
  status: 'active',
  statusText: 'A (active)',
  legalForm: 'Société par actions simplifiée',
  incorporatedOn: '1998-11-02',
  dissolvedOn: null,
  address: null,
  activities: ['17.23Z'],
};
const ADDRESS = {
  text: 'BAT A, 12 BIS RUE DU PORT, 76600 LE HAVRE',
  city: 'LE HAVRE',
  postalCode: '76600',
  country: 'FR',
};

test('rows tell companies and sole traders, all that they say of them', async () => {
  const found = await readRegister([companies()]);
  expect(found.format).toBe('fr_sirene');
  expect(found.companies[1]).toEqual(QUILL);
  expect(found.companies[0]).toMatchObject({
    name: 'ZOE PLUME',
    otherNames: [{ name: 'ZOE CORBEAU', kind: 'other' }],
    legalForm: 'Entrepreneur individuel',
    status: 'inactive',
    statusText: 'C (cessée)',
    dissolvedOn: null,
  });
  expect(found.rows).toBe(2);
});

test('head offices have the addresses of the file of places, in either order of the files', async () => {
  for (const files of [
    [companies(), places()],
    [places(), companies()],
  ]) {
    const found = await readRegister(files);
    expect(found.companies[1]).toEqual({ ...QUILL, address: ADDRESS });
    expect(found.companies[0]?.address?.text).toBe('BAT A, BIS RUE, 76600 LE HAVRE');
    expect(found.rows).toBe(2);
  }
});

test('both files are read side by side, whatever their pieces', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => String(100_000_002 + index * 3));
  const rows = numbers.map((siren) => ({ ...FR_ROW, siren }));
  const all = numbers.flatMap((siren, index) => [
    { ...FR_PLACE, siren: String(Number(siren) - 1), libelleCommuneEtablissement: 'OF NOBODY' },
    { ...FR_PLACE, siren, etablissementSiege: 'false' },
    ...(index % 5 === 0 ? [] : [{ ...FR_PLACE, siren, libelleCommuneEtablissement: `TOWN ${index}` }]),
  ]);
  for (const [one, other] of [
    [50, 50],
    [64 * 1024, 100],
    [100, 64 * 1024],
  ]) {
    const found = await readRegister([companies(rows, one), places(all, other)]);
    const cities = found.companies.map(({ address }) => address?.city ?? null);
    expect(cities).toEqual(numbers.map((_, index) => (index % 5 === 0 ? null : `TOWN ${index}`)));
  }
});

test('files out of order are refused with the line, where they are joined', async () => {
  const [first, second] = [{ ...FR_ROW, siren: '100000009' }, FR_ROW];
  expect(await refusalOf(readRegister([companies([second, first]), places()]))).toBe(
    'list_invalid: StockUniteLegale_utf8.csv, line 3: the rows must be sorted by siren, and this one is out of order. Sort the file.',
  );
  expect(await refusalOf(readRegister([companies(), places(FR_PLACES.toReversed())]))).toContain(
    'StockEtablissement_utf8.csv, line 4: the rows must be sorted by siren',
  );
  expect((await readRegister([companies([second, first])])).companies).toHaveLength(2);
});

test.each<[over: Record<string, string>, expected: object]>([
  [{ etatAdministratifUniteLegale: 'C' }, { status: 'dissolved', dissolvedOn: '2018-02-07' }],
  [{ etatAdministratifUniteLegale: '' }, { status: 'unknown', statusText: null, dissolvedOn: null }],
  [{ categorieJuridiqueUniteLegale: '5499' }, { legalForm: 'Société à responsabilité limitée' }],
  [{ categorieJuridiqueUniteLegale: '7389' }, { legalForm: '7389' }],
  [{ categorieJuridiqueUniteLegale: '' }, { legalForm: null }],
  [{ dateCreationUniteLegale: '1900-02-29' }, { incorporatedOn: null }],
  [{ dateCreationUniteLegale: '[ND]' }, { incorporatedOn: null }],
  [{ nicSiegeUniteLegale: '' }, { identifiers: [{ kind: 'fr.siren', value: '732829320', country: 'FR' }] }],
  [{ activitePrincipaleUniteLegale: '' }, { activities: [] }],
])('a row with %j is %j', async (over, expected) => {
  expect((await read(over)).companies).toMatchObject([expected]);
});

test('a company whose name may not be told is there all the same; one without any is counted', async () => {
  const names = { denominationUsuelle1UniteLegale: '', sigleUniteLegale: '' };
  const withheld = await read({ ...names, denominationUniteLegale: '[ND]' });
  expect(withheld.companies).toMatchObject([{ name: '[ND]', otherNames: [] }]);
  const person = await read({
    ...names,
    denominationUniteLegale: '',
    nomUniteLegale: '[ND]',
    prenom1UniteLegale: '[ND]',
  });
  expect(person.companies).toMatchObject([{ name: '[ND]', otherNames: [] }]);
  const nameless = await read({ ...names, denominationUniteLegale: '' });
  expect([nameless.companies, nameless.reading.skipped]).toEqual([[], { no_name: 1 }]);
});

test('the day of a file is in its name, else the last on which a row was worked on', async () => {
  const dates = ['2024-03-22T14:26:06', '2024-05-01T04:00:00', ''];
  const rows = dates.map((date, index) => ({
    ...FR_ROW,
    siren: `73282932${index}`,
    dateDernierTraitementUniteLegale: date,
  }));
  expect((await readRegister([companies(rows)])).reading.publishedAt).toBe('2024-05-01');
  const named = listFile('2025-11-01-StockUniteLegale_utf8.csv', csv(rows));
  expect((await readRegister([named])).reading.publishedAt).toBe('2025-11-01');
  expect((await readRegister([companies()])).reading.publishedAt).toBeNull();
});

test('a siren that lost its leading noughts is refused with the line', async () => {
  expect(await refusalOf(read({ siren: '5520176' }))).toBe(
    'list_invalid: StockUniteLegale_utf8.csv, line 2: the siren does not have nine digits.',
  );
  const short = places([{ ...FR_PLACE, siren: '5520176' }]);
  expect(await refusalOf(readRegister([companies(), short]))).toContain(
    'StockEtablissement_utf8.csv, line 2: the siren',
  );
});

test('addresses abroad and withheld ones', async () => {
  const abroad = {
    ...FR_PLACE,
    codePostalEtablissement: '',
    libelleCommuneEtablissement: '',
    libelleCommuneEtrangerEtablissement: 'GENEVE',
    libellePaysEtrangerEtablissement: 'SUISSE',
  };
  const found = await readRegister([companies([FR_ROW]), places([abroad])]);
  expect(found.companies[0]?.address).toEqual({
    text: 'BAT A, 12 BIS RUE DU PORT, GENEVE, SUISSE',
    city: 'GENEVE',
    postalCode: null,
    country: null,
  });
  const withheld = Object.fromEntries(Object.keys(FR_PLACE).map((column) => [column, '[ND]']));
  const hidden = { ...withheld, siren: FR_PLACE['siren'] ?? '', etablissementSiege: 'true' };
  expect((await readRegister([companies([FR_ROW]), places([hidden])])).companies[0]?.address).toBeNull();
});

test('the whole file by its name holds all French companies; places alone, or two of companies, are no register', () => {
  expect(sirene.completeFor([companies(), places()])).toEqual(['FR']);
  expect(sirene.completeFor([listFile('extract.csv', csv(FR_ROWS))])).toEqual([]);
  expect(formatOf([places()])).toBeUndefined();
  expect(formatOf([companies(), companies()])).toBeUndefined();
});
