import { expect, test } from 'vitest';
import { readPrinted } from '../../../server/checks/read/print.ts';
import { pageOf } from '../../support/text/page.ts';

const TODAY = '2026-03-01';
const valuesOf = (...texts: [string, number, number][]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readPrinted([pageOf(...texts)], TODAY)).map(([field, read]) => [field, read.value]),
  );

test('the parts of a name on a Thai card, without the title', () => {
  const card = (...rows: [string, number, number][]) =>
    valuesOf(['Identification Number', 50, 60], ['1 2345 67890 12 3', 400, 60], ...rows);
  const values = card(['Name', 50, 160], ['Miss Sukjai', 200, 160], ['Last name', 50, 220], ['Sabaijai', 200, 220]);
  expect(values).toMatchObject({ last_name: 'Sabaijai', first_name: 'Sukjai' });
  expect(card(['ชื่อตัว', 50, 160], ['นางสาวสุขใจ', 200, 160])).toMatchObject({ first_name: 'สุขใจ' });
  expect(card(['Name', 50, 160], ['WIE ตัวอย่าง', 200, 160], ['Last name', 50, 220])).not.toHaveProperty('first_name');
  expect(
    card(['Name', 50, 160], ['Miss', 200, 160], ['Last name', 50, 220], ['Sabaijai', 200, 220]),
  ).not.toHaveProperty('first_name');
});

test('a place of birth in two scripts is given in its own', () => {
  const placeOf = (text: string) =>
    valuesOf(['Место рождения / Place of birth', 50, 100], [text, 50, 130])['place_of_birth'];
  expect(placeOf('Г. ЧЕЛЯБИНСК / USSR')).toBe('Г. ЧЕЛЯБИНСК');
  expect(placeOf('LYON / FRA')).toBe('LYON / FRA');
  expect(placeOf('14/B RUE HAUTE')).toBe('14/B RUE HAUTE');
});

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
  expect(readPrinted([joined as typeof page], TODAY).document_number).toMatchObject({
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
  expect(valuesOf(['Sex', 50, 100], ['constructor', 50, 130])).toEqual({});
  expect(valuesOf(['Document No.', 50, 100], ['see overleaf', 50, 130])).toEqual({});
  expect(valuesOf(['Place of issue', 50, 100], ['Port-Clair', 50, 130])).toEqual({});
});

test('the place of birth', () => {
  expect(valuesOf(['Place of birth / Lieu de naissance', 50, 100], ['Port-Clair', 50, 130])).toEqual({
    place_of_birth: 'Port-Clair',
  });
});

test('two surnames on two lines above the next label are one value; a line below the last label is none', () => {
  expect(
    valuesOf(
      ['APELLIDOS', 50, 100],
      ['QUILLMARSH', 50, 130],
      ['VANTERPOOL', 50, 160],
      ['NOMBRE', 50, 190],
      ['ADA', 50, 220],
    ),
  ).toEqual({ last_name: 'QUILLMARSH VANTERPOOL', first_name: 'ADA' });
  expect(valuesOf(['APELLIDOS', 50, 100], ['QUILLMARSH', 50, 130], ['SPECIMEN', 50, 160])).toEqual({
    last_name: 'QUILLMARSH',
  });
});

test('a name before its comma, behind a label that is weak by itself', () => {
  expect(valuesOf(['NAME QUILLMARSH, ADA ROSE', 50, 100])).toEqual({ last_name: 'QUILLMARSH', first_name: 'ADA ROSE' });
  expect(valuesOf(['Name/ Nom', 50, 100], ['QUILLMARSH, ADA ROSE', 50, 130])).toEqual({
    last_name: 'QUILLMARSH',
    first_name: 'ADA ROSE',
  });
});

test('from when until when, on one line', () => {
  expect(valuesOf(['Valabilitate/Validity', 50, 100], ['11.05.19-13.09.2029', 50, 130])).toMatchObject({
    issue_date: '2019-05-11',
    expiry_date: '2029-09-13',
  });
});

test('bare numbers are labels beside a field in words, where no name has a label in words', () => {
  const values = valuesOf(
    ['1', 50, 100],
    ['QUILLMARSH', 80, 100],
    ['2', 50, 140],
    ['ADA ROSE', 80, 140],
    ['3 Date de naissance 09.04.1984', 50, 180],
    ['4a 11.04.2021', 50, 220],
    ['4b 10.04.2031', 300, 220],
    ['8 17 RUE SPECIMEN', 50, 260],
  );
  expect(values).toEqual({
    last_name: 'QUILLMARSH',
    first_name: 'ADA ROSE',
    date_of_birth: '1984-04-09',
    issue_date: '2021-04-11',
    expiry_date: '2031-04-10',
    address: '17 RUE SPECIMEN',
  });
  const beside = valuesOf(
    ['1 16 HGT', 50, 100],
    ['2 ADA', 50, 140],
    ['4a 11.04.2021', 50, 180],
    ['4b 10.04.2031', 50, 220],
    ['QUILLMARSH', 50, 120],
  );
  expect(beside).not.toHaveProperty('last_name');
});

test('a label whose end was not read is not a name; the code of the state comes after its own words', () => {
  expect(valuesOf(['Surname', 50, 100], ['Given nam', 50, 130])).toEqual({});
  expect(valuesOf(['Nationality', 50, 100], ['Română / ROU', 50, 130])).toEqual({ nationality: 'RO' });
});

test('labels are known without their spaces, and a middle name is another field', () => {
  expect(valuesOf(['DateofBirth', 50, 100], ['01.02.1980', 50, 130])).toEqual({ date_of_birth: '1980-02-01' });
  expect(valuesOf(['Surname', 50, 100], ['MiddleName', 50, 130])).toEqual({});
});

test('the sex in two languages, of which one may be read as an X', () => {
  expect(valuesOf(['Sex', 50, 100], ['X/F', 50, 130])).toEqual({ sex: 'F' });
  expect(valuesOf(['Sex', 50, 100], ['X', 50, 130])).toEqual({ sex: 'X' });
});

test('Latin letters below a label in another script alone are no name; below one in both they are', () => {
  expect(valuesOf(['Фамилия', 50, 100], ['KBNJIbMAPLU', 50, 130])).toEqual({});
  expect(valuesOf(['Фамилия', 50, 100], ['КВИЛЬМАРШ', 50, 130])).toEqual({ last_name: 'КВИЛЬМАРШ' });
  expect(valuesOf(['Фамилия / Surname', 50, 100], ['QUILLMARSH', 50, 130])).toEqual({ last_name: 'QUILLMARSH' });
});

test('a series of letters before the number is part of it', () => {
  expect(valuesOf(['SERIA RX NR 123456', 50, 100])).toEqual({ document_number: 'RX123456' });
});

test('a state that no table knows is unsure, and a place that is unsure is unknown', () => {
  const { nationality } = readPrinted([pageOf(['Nationality', 50, 100], ['Port Clair', 50, 130])], TODAY);
  expect(nationality).toMatchObject({ value: 'Port Clair', confidence: 0.7 });
  const page = (place: string) => pageOf(['Place of birth', 50, 100], [place, 50, 130]);
  expect(readPrinted([page('Port Clair'), page('Port Blair')], TODAY)).toEqual({});
});

test('what is read less surely than a half is unknown', () => {
  const page = pageOf(['Surname', 50, 100], ['QUILLMARSH', 50, 130]);
  const unsure = page.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, confidence: 0.46 })),
  }));
  expect(readPrinted([{ ...page, lines: unsure }], TODAY)).toEqual({});
});

test('the machine-readable zone is not print', () => {
  expect(valuesOf(['Surname', 50, 100], ['ERIKSSON<<ANNA<MARIA<<<<', 50, 130])).toEqual({});
  expect(valuesOf(['Document No.', 50, 100], ['L898902C36UTO7408122F1204159', 50, 130])).toEqual({});
});

test('a label in two languages is two labels: one is not misread as the other half of both', () => {
  expect(valuesOf(['Vorname / Given names', 50, 100], ['GÜNTHER UWE', 50, 130])).toEqual({ first_name: 'GÜNTHER UWE' });
  expect(valuesOf(['Nome(s) / Given names', 50, 100], ['JOSÉ', 50, 130])).toEqual({ first_name: 'JOSÉ' });
});

test('endings in brackets, number signs and figures read for letters change no label', () => {
  expect(valuesOf(['Apelido(s)', 50, 100], ['SÁ', 50, 130])).toEqual({ last_name: 'SÁ' });
  expect(valuesOf(['N.º do documento', 50, 100], ['AB1234', 50, 130])).toEqual({ document_number: 'AB1234' });
  expect(valuesOf(['7. 1D No.', 50, 100], ['84593595P', 50, 130])).toEqual({ document_number: '84593595P' });
  expect(valuesOf(['Ausweis-Nr.', 50, 100], ['W1U59Z473', 50, 130])).toEqual({ document_number: 'W1U59Z473' });
});

test('Name is the surname where the given names have their own label', () => {
  const values = valuesOf(['Name', 50, 100], ['SCHRÖDER', 50, 130], ['Vorname', 50, 180], ['JÜRGEN', 50, 210]);
  expect(values).toEqual({ last_name: 'SCHRÖDER', first_name: 'JÜRGEN' });
});

test('labels of further languages of the EU', () => {
  expect(valuesOf(['Nazwisko / Surname', 50, 100], ['ŁUKASIK', 50, 130])).toEqual({ last_name: 'ŁUKASIK' });
  expect(valuesOf(['Geboortedatum', 50, 100], ['04 MEI 1990', 50, 130])).toEqual({ date_of_birth: '1990-05-04' });
});

test('two labels without a gap between them are told apart', () => {
  const values = valuesOf(['Date of birth Sex', 50, 100], ['07/11/1995', 50, 130], ['F', 228, 130]);
  expect(values).toEqual({ date_of_birth: '1995-11-07', sex: 'F' });
});

test('a row that was broken apart is joined, scraps of the pattern are left out', () => {
  const page = pageOf(
    ['Address', 50, 100],
    ['7 Abbey', 50, 130],
    ['Close', 143, 130],
    ['ía', 400, 130],
    ['Nom', 50, 200],
    ['ES', 50, 220],
    ['ROSSI', 50, 246],
  );
  const unsure = page.lines.map((line) =>
    /^(?:ía|ES)$/.test(line.text) ? { ...line, words: line.words.map((word) => ({ ...word, confidence: 0.3 })) } : line,
  );
  const fields = readPrinted([{ ...page, lines: unsure }], TODAY);
  expect(fields).toMatchObject({ address: { value: '7 Abbey Close' }, last_name: { value: 'ROSSI' } });
});

test('rows of a page that lay skewed are told by where its words lie once it is flat', () => {
  const page = pageOf(['Sex', 50, 100], ['Nationality', 400, 100], ['M', 50, 130], ['FRA', 400, 130]);
  const skewed = page.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, flat: word.box, box: { ...word.box, y: word.box.y + word.box.x } })),
  }));
  expect(readPrinted([{ ...page, lines: skewed }], TODAY)).toMatchObject({
    sex: { value: 'M' },
    nationality: { value: 'FR' },
  });
});

test("bare numbers are a driving licence's labels, where no label is in words", () => {
  const licence: [string, number, number][] = [
    ['1. MORGAN', 50, 100],
    ['2. SARAH JANE', 50, 140],
    ['3. 11.03.1976 UTOPIA', 50, 180],
    ['4a. 19.01.2020', 50, 220],
    ['4b. 18.01.2030', 350, 220],
    ['5. MORGA753116SM9IJ', 50, 260],
    ['8. 122 Burns Crescent', 50, 300],
  ];
  expect(valuesOf(...licence)).toEqual({
    last_name: 'MORGAN',
    first_name: 'SARAH JANE',
    date_of_birth: '1976-03-11',
    issue_date: '2020-01-19',
    expiry_date: '2030-01-18',
    document_number: 'MORGA753116SM9IJ',
    address: '122 Burns Crescent',
  });
  expect(valuesOf(['Surname', 50, 20], ['OTHER', 50, 50], ...licence)).toEqual({ last_name: 'OTHER' });
});

test('a letter of the pattern is no label, and a comma behind a number is a misread point', () => {
  expect(valuesOf(['N', 50, 100], ['3176', 50, 130])).toEqual({});
  expect(valuesOf(['N° :', 50, 100], ['3176', 50, 130])).toEqual({ document_number: '3176' });
  expect(valuesOf(['2, Nome', 50, 100], ['CHIARA', 50, 130])).toEqual({ first_name: 'CHIARA' });
});

test('the title of a card is not the label of its number', () => {
  expect(valuesOf(["CARTE D'IDENTITÉ", 50, 100], ['3.194', 50, 130])).toEqual({});
  expect(valuesOf(["Carte d'identité n°", 50, 100], ['3194', 50, 130])).toEqual({ document_number: '3194' });
});

test('each value says where it is printed: below its label, after it in its row, or over several lines', () => {
  const page = pageOf(
    ['Surname', 50, 100],
    ['DE LA TOUR', 60, 130],
    ['Sex: F', 50, 200],
    ['No:AB12345', 50, 300],
    ['Address', 50, 400],
    ['1 High Street', 60, 430],
    ['Port', 70, 455],
  );
  const { last_name, sex, document_number, address } = readPrinted([page], TODAY);
  expect(last_name?.box).toEqual({ x: 60, y: 130, width: 10 * 12 - 2 * 2, height: 20 });
  expect(sex?.box).toEqual({ x: 50 + 4 * 12 + 10, y: 200, width: 12, height: 20 });
  expect(document_number?.box).toEqual({ x: 50 + 3 * 12, y: 300, width: 7 * 12, height: 20 });
  expect(address).toMatchObject({ value: '1 High Street, Port', box: { x: 60, y: 430, height: 45 } });
});

test('the position of a value is in the original picture, although it was read on the flattened page', () => {
  const page = pageOf(['Sex', 50, 100], ['M', 50, 130]);
  const shown = { x: 300, y: 400, width: 14, height: 22 };
  const skewed = page.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, flat: word.box, box: shown })),
  }));
  expect(readPrinted([{ ...page, lines: skewed }], TODAY).sex?.box).toEqual(shown);
});

test('a date under the label of a number is not the number; figures in groups that are no date are', () => {
  const numberOf = (text: string): string | undefined =>
    valuesOf(['Document No.', 50, 100], [text, 50, 130])['document_number'];
  expect(numberOf('22 02 1971')).toBeUndefined();
  expect(numberOf('22.02.1971')).toBeUndefined();
  expect(numberOf('22 13 1971')).toBe('22131971');
  expect(numberOf('22 02 1871')).toBe('22021871');
  expect(numberOf('22021971')).toBe('22021971');
});

test('an address is complete if one engine read only its first line, and is in one script', () => {
  const label: [string, number, number] = ['Adresse', 50, 100];
  const first: [string, number, number] = ['104 RUE DES FLEURS', 50, 130];
  const whole = pageOf(label, first, ['92100 BOULOGNE', 50, 160]);
  const surer = pageOf(label, first);
  const sure = {
    ...surer,
    lines: surer.lines.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, confidence: 0.95 })) })),
  };
  expect(readPrinted([whole, sure], TODAY).address).toMatchObject({ value: '104 RUE DES FLEURS, 92100 BOULOGNE' });
  expect(
    valuesOf(['Место жительства', 50, 100], ['РОСТОВСКАЯ ОБЛ.', 50, 130], ['ROSTOVSKAIA OBL.', 50, 160]),
  ).toMatchObject({
    address: 'РОСТОВСКАЯ ОБЛ.',
  });
});

test('a Chinese card: its validity in one line, its holder as a national of the state whose code follows; a row of labels is not a sex', () => {
  const values = valuesOf(
    ['国籍 / Nationality', 50, 100],
    ['加拿大 / CAN', 50, 130],
    ['有效期限 / Period of Validity', 50, 190],
    ['2023.09.15 - 2033.09.14', 50, 220],
    ['性别 / Sex', 50, 280],
    ['H# F1 5 / Date of Birth', 50, 310],
    ['证件号码 / ID No', 50, 370],
  );
  expect(values).toEqual({
    nationality: 'CA',
    issue_date: '2023-09-15',
    expiry_date: '2033-09-14',
    issuing_country: 'CN',
  });
});

test('a Russian document whose labels cannot be read: three names below each other, the day of birth, its place', () => {
  const names: [string, number, number][] = [
    ['КВИЛЬМАРШ', 200, 280],
    ['АДА', 200, 330],
    ['ПЕТРОВНА', 200, 380],
  ];
  const life: [string, number, number][] = [
    ['4 января 1971 года', 500, 440],
    ['ПОРТ-КЛЕР', 200, 480],
    ['НОВАЯ ОБЛАСТЬ', 200, 520],
    ['женский', 200, 640],
    ['10 декабря 1999 года', 400, 700],
  ];
  const values = valuesOf(['062-726-265 62', 680, 240], ...names, ...life);
  expect(values).toEqual({
    document_number: '06272626562',
    last_name: 'КВИЛЬМАРШ',
    first_name: 'АДА ПЕТРОВНА',
    date_of_birth: '1971-01-04',
    place_of_birth: 'ПОРТ-КЛЕР НОВАЯ ОБЛАСТЬ',
    sex: 'F',
    issue_date: '1999-12-10',
  });
  // If the date of birth is unreadable, the issue date does not replace it.
  expect(valuesOf(...names, ['женский', 200, 640], ['10 декабря 1999 года', 400, 700])).toEqual({
    last_name: 'КВИЛЬМАРШ',
    first_name: 'АДА ПЕТРОВНА',
    sex: 'F',
  });
  expect(valuesOf(['КВИЛЬМАРШ', 200, 280], ['АДА', 200, 330], ['ПЕТРОВ', 200, 380], ...life)).not.toHaveProperty(
    'last_name',
  );
});

test('a Russian licence whose numbers of fields cannot be read: names in Latin letters, number, and the places below day and number', () => {
  const licence: [string, number, number][] = [
    ['ВОДИТЕЛЬСКОЕ УДОСТОВЕРЕНИЕ', 400, 40],
    ['КВИЛЬМАРШ', 240, 100],
    ['KVILMARSH', 240, 130],
    ['АДА ПЕТРОВНА', 240, 170],
    ['ADA PETROVNA', 240, 200],
    ['13.06.1959', 240, 240],
    ['НОВАЯ ОБЛ.', 240, 275],
    ['NOVAYA OBL.', 240, 305],
    ['99 14 319565', 240, 420],
    ['ДАЛЬНЯЯ ОБЛ.', 240, 455],
  ];
  expect(valuesOf(...licence, ['25.01.2020', 240, 340])).toMatchObject({
    last_name: 'KVILMARSH',
    first_name: 'ADA PETROVNA',
    document_number: '9914319565',
    place_of_birth: 'НОВАЯ ОБЛ.',
    address: 'ДАЛЬНЯЯ ОБЛ.',
  });
  // The first of two dates that are close together is not a date of birth: the lines above it are not names.
  expect(valuesOf(...licence, ['25.01.1960', 240, 340])).not.toHaveProperty('last_name');
});

test('a place that is read less surely than others is unknown', () => {
  const page = pageOf(['Place of birth', 50, 100], ['Port Clair', 50, 130]);
  const unsure = {
    ...page,
    lines: page.lines.map((line) => ({ ...line, words: line.words.map((word) => ({ ...word, confidence: 0.55 })) })),
  };
  expect(readPrinted([page], TODAY)).toHaveProperty('place_of_birth');
  expect(readPrinted([unsure], TODAY)).toEqual({});
});

test('a surname that begins as a label does is a surname', () => {
  const values = valuesOf(['1. Cognome', 50, 100], ['DI SANTO', 50, 130], ['2. Nome', 50, 190], ['NICCOLINA', 50, 220]);
  expect(values).toEqual({ last_name: 'DI SANTO', first_name: 'NICCOLINA' });
});
