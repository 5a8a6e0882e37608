import { expect, test } from 'vitest';
import { readPrinted } from '../../../server/checks/read/print.ts';
import { pageOf } from '../../support/text/page.ts';

const TODAY = '2026-03-01';
const valuesOf = (...texts: [string, number, number][]): Record<string, string> =>
  Object.fromEntries(Object.entries(readPrinted(pageOf(...texts), TODAY)).map(([field, read]) => [field, read.value]));

test('values below their labels, in two columns', () => {
  const values = valuesOf(
    ['Nom / Surname', 50, 100],
    ['LEMARCHAL', 50, 130],
    ['Prénom(s) / Given names', 50, 180],
    ['Julien André', 50, 210],
    ['Date de naissance / Date of birth', 50, 260],
    ['17.03.1984', 50, 290],
    ['Sexe / Sex', 700, 260],
    ['M', 700, 290],
    ['N° du document / Document No.', 50, 340],
    ['K 7412853 L', 50, 370],
    ['Nationalité / Nationality', 700, 340],
    ['Française', 700, 370],
    ["Date d'expiration", 50, 420],
    ['05/05/2034', 50, 450],
  );
  expect(values).toEqual({
    last_name: 'LEMARCHAL',
    first_name: 'Julien André',
    date_of_birth: '1984-03-17',
    sex: 'M',
    document_number: 'K7412853L',
    nationality: 'FR',
    expiry_date: '2034-05-05',
  });
});

test('values behind their labels, with a colon or a wide gap', () => {
  const values = valuesOf(
    ['Nom: DUPONT', 50, 100],
    ['Prénoms :', 50, 140],
    ['Marie, Claire', 300, 140],
    ['Née le : 2 juin 1991', 50, 180],
    ['Surname', 50, 300],
    ['OTHER', 400, 300],
    ['Nationality: British citizen', 50, 340],
    ['Sex: Female', 50, 380],
  );
  expect(values).toMatchObject({ last_name: 'DUPONT', first_name: 'Marie, Claire', date_of_birth: '1991-06-02' });
  expect(values).toMatchObject({ nationality: 'GB', sex: 'F' });
});

test('several labels on one row are parted at the wide gap', () => {
  const page = pageOf(['Type', 50, 100], ['Passport No.', 400, 100], ['P', 50, 130], ['12AB34567', 400, 130]);
  const [type, number, ...rest] = page.lines;
  const joined = {
    ...page,
    lines: [{ ...(type ?? page.lines[0]), words: [...(type?.words ?? []), ...(number?.words ?? [])] }, ...rest],
  };
  expect(readPrinted(joined as typeof page, TODAY).document_number).toMatchObject({
    value: '12AB34567',
    source: 'print',
  });
});

test('a name after its comma, and a surname in capitals', () => {
  expect(valuesOf(['Name', 50, 100], ['ERIKSSON, ANNA MARIA', 50, 130])).toEqual({
    last_name: 'ERIKSSON',
    first_name: 'ANNA MARIA',
  });
  expect(valuesOf(['Nom et prénom : DE LA TOUR Jeanne', 50, 100])).toEqual({
    last_name: 'DE LA TOUR',
    first_name: 'Jeanne',
  });
  expect(valuesOf(['Name', 50, 100], ['ANNA MARIA ERIKSSON', 50, 130])).toEqual({});
});

test('an address runs on over the lines below it', () => {
  const values = valuesOf(
    ['Adresse', 50, 100],
    ['14 rue des Tilleuls', 50, 130],
    ['2180 Port-Clair', 50, 160],
    ['Signature', 50, 300],
  );
  expect(values).toEqual({ address: '14 rue des Tilleuls, 2180 Port-Clair' });
});

test('labels of other languages, and labels misread by a letter', () => {
  expect(valuesOf(['Apellidos', 50, 100], ['GARCÍA LÓPEZ', 50, 130])).toEqual({ last_name: 'GARCÍA LÓPEZ' });
  expect(valuesOf(['Gültig bis', 50, 100], ['01.02.2030', 50, 130])).toEqual({ expiry_date: '2030-02-01' });
  expect(valuesOf(['Sumame', 50, 100], ['ROSSI', 50, 130])).toEqual({ last_name: 'ROSSI' });
  expect(valuesOf(['Datc of birlh', 50, 100], ['01.02.1980', 50, 130])).toEqual({ date_of_birth: '1980-02-01' });
});

test('a label is no value, a far-off text is none, and what does not fit the field is none', () => {
  expect(valuesOf(['Surname', 50, 100], ['Given names', 50, 130], ['Sex', 50, 160])).toEqual({});
  expect(valuesOf(['Surname', 50, 100], ['FARAWAY', 50, 600])).toEqual({});
  expect(valuesOf(['Date of birth', 50, 100], ['unknown', 50, 130])).toEqual({});
  expect(valuesOf(['Document No.', 50, 100], ['see overleaf', 50, 130])).toEqual({});
  expect(valuesOf(['Place of birth', 50, 100], ['Port-Clair', 50, 130])).toEqual({});
});

test('the machine-readable zone is not print', () => {
  expect(valuesOf(['Surname', 50, 100], ['ERIKSSON<<ANNA<MARIA<<<<', 50, 130])).toEqual({});
});
