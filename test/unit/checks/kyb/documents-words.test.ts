import { expect, test } from 'vitest';
import { showsNumber } from '../../../../server/checks/kyb/documents.ts';
import { showsAddress } from '../../../../server/checks/kyb/documents-address.ts';
import { printedDates } from '../../../../server/checks/kyb/documents-dates.ts';
import { showsName } from '../../../../server/checks/kyb/documents-name.ts';
import { printedWords } from '../../../../server/checks/kyb/documents-words.ts';
import { findLegalForm, removeLegalForms } from '../../../../server/names/legal-forms.ts';
import { inWholeRunAlone, sampleOf } from '../../../support/long.ts';

const READING = {
  bare: removeLegalForms,
  beginsWithForm: (words: readonly string[]) => findLegalForm(words, 0) !== null,
};

const namesIn = (lines: string[], name: string, tolerant = false): boolean =>
  showsName(lines, printedWords(lines), [name], { reading: READING, agreesFrom: 0.8, tolerant });

test.each([
  ['Novatrade Asia Limited', ['This is to certify that', 'NOVATRADE ASIA LTD', 'is this day incorporated']],
  ['Société Générale du Bâtiment SA', ['Dénomination : SOCIETE GENERALE DU BATIMENT']],
  ['Müller & Söhne GmbH', ['Mueller und Soehne Gesellschaft mit beschränkter Haftung']],
  ['Novatrade Asia Limited', ['the company Novatrade', 'Asia Limited has its office']],
  ['B. P. Energy plc', ['BP Energy PLC']],
  ['ООО Ромашка', ['Общество с ограниченной ответственностью «РОМАШКА»']],
  ['北京新贸易有限公司', ['公司名称：北京新贸易有限公司 地址']],
  ['Orange SA', ['ORANGE SA, Paris']],
  ['Orange SA', ['Dénomination sociale ORANGE']],
  ['Orange SA', ['Orange, 111 quai du Président Roosevelt']],
  ['Mock Company', ['MOCK COMPANY']],
  ['Orange SA', ['La société Orange SA a été']],
  ['adidas s.r.o.', ['adidas s.r.o. se sídlem']],
  ['Grand River Valley Trading Holdings Ltd', ['GRAND RIVER VALE TRADING HOLDINGS LIMITED']],
])('%s is found on %j', (name, lines) => {
  expect(namesIn(lines, name)).toBe(true);
});

test.each([
  ['Novatrade Asia Limited', ['NOVATRADE AFRICA LIMITED']],
  ['Novatrade Asia Limited', ['ASIA NOVATRADE LIMITED']],
  ['Novatrade Asia Limited', ['Novatrade was founded to trade with Asia']],
  ['Orange SA', ['ORANGE COUNTY CLERK']],
  ['Best Ltd', ['We wish you all the best']],
  ['Best Ltd', ['Best regards']],
  ['Fund 3 LP', ['FUND 4 LP']],
  ['Nova Trade SARL', ['Novatrader SARL']],
  ['北京新贸易有限公司', ['公司名称：上海旧贸易有限公司']],
  ['Best AS', ['the best as ever']],
  ['Best AS', ['The Best as always']],
])('%s does not stand on %j', (name, lines) => {
  expect(namesIn(lines, name)).toBe(false);
});

test.each([
  ['Novatrade Asia Limited', ['N0VATRADE ASlA LIMITED']],
  ['Novatrade Asia Limited', ['NOVA TRADE ASIA LIMITED']],
  ['Modern Commerce Ltd', ['MODEM COMMERCE LTD']],
  ['Blackwater Consulting Ltd', ['BLACKVVATER CONSULTlNG LTD']],
])('%s is found in a picture where letters were misread, and nowhere else', (name, lines) => {
  expect(namesIn(lines, name, true)).toBe(true);
});

test('what tells two companies apart is no misreading', () => {
  expect(namesIn(['ALPHA HOLDINGS 2 LIMITED'], 'Alpha Holdings 3 Limited', true)).toBe(false);
  expect(namesIn(['NOVATEC INDUSTRIES LIMITED'], 'Novatek Industries Limited', false)).toBe(false);
});

test.each([
  ['12345678', ['Company Number 12345678']],
  ['552120222', ['552 120 222 R.C.S. Paris']],
  ['552120222', ['SIRET 552 120 222 00013']],
  ['HRB 12345', ['Amtsgericht München, HRB 12345.']],
  ['12.345.678/0001-90', ['CNPJ 12345678000190']],
  ['00012345', ['No. 12345 of 2024']],
  ['12345', ['No. 00012345']],
  ['SC123456', ['Company No. SC 123 456']],
])('the number %s is found on %j', (number, lines) => {
  expect(showsNumber(lines, number, false)).toBe(true);
});

test.each([
  ['12345678', ['112345678']],
  ['12345678', ['123456789']],
  ['345678', ['12.345.678']],
  ['123456', ['SC123456']],
  ['12345678', ['1234567B']],
  ['12345678', ['12345', '678']],
])('the number %s does not stand on %j', (number, lines) => {
  expect(showsNumber(lines, number, false)).toBe(false);
});

test('figures that a reader of pictures took for letters are found in a picture only', () => {
  expect(showsNumber(['Number O8l2345B'], '08123458', true)).toBe(true);
  expect(showsNumber(['Number O8l2345B'], '08123458', false)).toBe(false);
  expect(showsNumber(['Number 08123459'], '08123458', true)).toBe(false);
});

test('a number of less than four characters tells nothing', () => {
  expect(showsNumber(['12'], '12', false)).toBeNull();
});

const dates = (line: string, country = 'GB', tolerant = false): string[] =>
  printedDates([line], country, tolerant).flat();

test.each([
  ['2024-03-12', '2024-03-12'],
  ['2024/03/12', '2024-03-12'],
  ['on 25/03/2024.', '2024-03-25'],
  ['25.03.2024', '2024-03-25'],
  ['le 25 - 03 - 2024', '2024-03-25'],
  ['12 March 2024', '2024-03-12'],
  ['12th day of March, 2024', '2024-03-12'],
  ['March 12, 2024', '2024-03-12'],
  ['12-Mar-2024', '2024-03-12'],
  ['1er août 2023', '2023-08-01'],
  ['12. März 2024', '2024-03-12'],
  ['12 de marzo de 2024', '2024-03-12'],
  ['12 de março de 2024', '2024-03-12'],
  ['1º gennaio 2024', '2024-01-01'],
  ['12 maart 2024', '2024-03-12'],
  ['12 février 2024', '2024-02-12'],
])('%s is %s', (text, date) => {
  expect(dates(text)).toEqual([date]);
});

test.each(['30 February 2030', '99/99/2024', '12/03/24', '192.168.12.2024', '12 Marchant 2024', 'Invoice 12345'])(
  '%s is no date',
  (text) => {
    expect(dates(text)).toEqual([]);
  },
);

test('where day and month may be exchanged both readings are told, the one of the country first', () => {
  expect(dates('03/04/2024')).toEqual(['2024-04-03', '2024-03-04']);
  expect(dates('03/04/2024', 'US')).toEqual(['2024-03-04', '2024-04-03']);
  expect(dates('05/05/2024')).toEqual(['2024-05-05']);
});

test('misread letters of a date are put right in a picture only', () => {
  expect(dates('l2/O3/2O24 and 12 Novembar 2024', 'GB', true)).toEqual(['2024-03-12', '2024-12-03', '2024-11-12']);
  expect(dates('l2/O3/2O24 and 12 Novembar 2024')).toEqual([]);
});

const ADDRESS = { line1: '12 Harbour Street', city: 'Bristol', postal_code: 'BS1 4QA', country: 'GB' };
const shows = (lines: string[], address: object = {}, tolerant = false): boolean | null =>
  showsAddress(lines, { ...ADDRESS, ...address }, { agreesFrom: 0.6, tolerant });

test('an address is found across rows, abbreviated or not, and among other columns', () => {
  expect(shows(['12 HARBOUR ST', 'BRISTOL', 'BS1 4QA'])).toBe(true);
  expect(shows(['12 Harbour Street Invoice 77', 'Account 99', 'Bristol BS14QA'])).toBe(true);
  expect(
    shows(['Münchner Strasse 5, 80331 Muenchen'], { line1: 'Muenchner Str. 5', city: 'München', postal_code: '80331' }),
  ).toBe(true);
});

test('another house, another town, or words far from each other are no such address', () => {
  expect(shows(['14 Harbour Street', 'Bristol', 'BS1 4QA'])).toBe(false);
  expect(shows(['12 Harbour Street', 'Leeds', 'LS1 1AA'])).toBe(false);
  expect(shows(['12 Harbour', ...Array.from({ length: 20 }, () => 'other words'), 'Street Bristol BS1 4QA'])).toBe(
    false,
  );
});

test('misread words count in a picture only, and an address without street and code is not looked for', () => {
  expect(shows(['12 Harb0ur Streef', 'Bristoi'], { postal_code: undefined }, true)).toBe(true);
  expect(shows(['12 Harb0ur Streef', 'Bristoi'], { postal_code: undefined })).toBe(false);
  expect(shows(['Bristol'], { line1: undefined, postal_code: undefined })).toBeNull();
});

test('texts made to keep a search busy are done with soon', inWholeRunAlone('1 s'), () => {
  const names = Array.from({ length: 22 }, (_, at) => `Number ${at} of a Former Name Limited`);
  const hostile = ['1 ', '0 . ', "a'", '12 march ', '1 novembar ', 'number ', 'e\u0301', '0'].map((part) =>
    part.repeat(30_000 / part.length),
  );
  for (const line of sampleOf('texts', hostile, 1)) {
    expect(showsName([line], printedWords([line]), names, { reading: READING, agreesFrom: 0.8, tolerant: true })).toBe(
      false,
    );
    expect(showsNumber([line], `1${'0'.repeat(250)}2`, true)).toBe(false);
    expect(printedDates([line], 'GB', true)).toEqual([]);
    expect(shows([line], {}, true)).toBe(false);
  }
});
