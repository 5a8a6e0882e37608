import { expect, test } from 'vitest';
import { addRemarks } from '../../../../server/screening/formats/ofac.ts';
import { addLinks } from '../../../../server/screening/formats/ofac-facts.ts';
import { nameNumber } from '../../../../server/screening/formats/ofac-kinds.ts';
import { type EntityType, type ListEntry, newEntry } from '../../../../server/screening/types.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';

function read(text: string, type: EntityType = 'person'): ListEntry {
  const entry = newEntry('1', type, 'QUILLONEZ, Zdravko');
  addRemarks(entry, text);
  return entry;
}

test.each([
  ['Passport K491821 (Bulgaria)', { kind: 'passport', value: 'K491821', country: 'BG' }],
  ['alt. Passport K491821', { kind: 'passport', value: 'K491821' }],
  [
    'Passport 778456 (Turkey) issued 14 May 1997 expires 13 May 2007',
    { kind: 'passport', value: '778456', country: 'TR' },
  ],
  ['Passport Booklet: A5199819 (Pakistan)', { kind: 'passport', value: 'A5199819', country: 'PK' }],
  ['C.U.R.P. CAYM680202MCHRLR06 (Mexico)', { kind: 'mx.curp', value: 'CAYM680202MCHRLR06', country: 'MX' }],
  ['NIT # 800018928-0 (Colombia)', { kind: 'co.nit', value: '800018928-0', country: 'CO' }],
  ['Trade License No. C 50905 (Malta)', { kind: 'license', value: 'C 50905', country: 'MT' }],
  [
    'Registration Number HRA 738077 (Stuttgart) (Germany)',
    { kind: 'registration_number', value: 'HRA 738077', country: 'DE' },
  ],
  ['BIK (RU) 044030707', { kind: 'bik', value: '044030707' }],
  ['Government Gazette Number 56657657 (Russia)', { kind: 'okpo', value: '56657657', country: 'RU' }],
  ['Legal Entity Number 253400HA6URWT39X2982', { kind: 'lei', value: '253400HA6URWT39X2982' }],
  ['SWIFT/BIC CKLBCNBJ', { kind: 'bic', value: 'CKLBCNBJ' }],
  ['Aircraft Construction Number (also called L/N or S/N or F/N) 8305', { kind: 'aircraft_serial', value: '8305' }],
  ['Alt. Italian Fiscal Code: KMMMHD68D03Z352N', { kind: 'it.codicefiscale', value: 'KMMMHD68D03Z352N' }],
  ['National Fishing Number 55-X (Malta)', { kind: 'national_id', value: '55-X', country: 'MT' }],
])('%s', (text, identifier) => {
  expect(read(`${text}.`).identifiers).toEqual([identifier]);
});

test.each([
  'Phone Number 982188526300',
  'Website sb24.ir',
  'Executive Order 13662 Directive Determination - Subject to Directive 1',
  'Organization Established Date 28 Sep 2019',
  'Passport issued 21 Jun 1992 in Amman, Jordan',
  'Chinese Commercial Code 1728 4320',
  'Telephone No. 009613679153',
  'Temporary suspension of deportation No. T04338017, expired 08 May 2013',
  'FDLR 2nd Vice President',
])('%s is no number of theirs and stays in the remarks', (text) => {
  const entry = read(text);
  expect(entry.identifiers).toEqual([]);
  expect(entry.original).toEqual({ remarks: text });
});

test('a number with brackets without end takes no time', () => {
  const long = `Passport K1${' (a)'.repeat(200_000)}x`;
  expect(cpuMsOf(() => expect(read(long).identifiers).toEqual([]))).toBeLessThan(2_000);
});

test('the same number twice is one', () => {
  expect(read('Passport K4918 (Malta); alt. Passport K4918 (Malta); Passport K4918').identifiers).toEqual([
    { kind: 'passport', value: 'K4918', country: 'MT' },
    { kind: 'passport', value: 'K4918' },
  ]);
});

test.each([
  ['DOB circa 01 Jan 1965', ['1965~']],
  ['DOB 21 Sep 1962 to 23 Nov 1963; alt. DOB Oct 1970', ['1962-09-21/1963-11-23', '1970-10']],
  ['DOB circa 1979-1982', ['1979/1982']],
  ['DOB unknown', []],
])('%s', (text, dates) => {
  expect(read(text).birthDates).toEqual(dates);
});

test('several linked ones, with their full stops inside, are each a relation', () => {
  expect(read('Linked To: NIMBUS, S.A. DE C.V.; Linked To: GREY FLEET.').relations).toEqual([
    { kind: 'linked_to', name: 'NIMBUS, S.A. DE C.V.' },
    { kind: 'linked_to', name: 'GREY FLEET' },
  ]);
});

test.each([
  ['Linked To: GUARD (FORCE)', ['GUARD (FORCE)']],
  ['(Linked To: GUARD (FORCE); Linked To: FLEET)', ['GUARD (FORCE)', 'FLEET']],
  ['See the link; (Linked To: GUARD (FORCE))', ['GUARD (FORCE)']],
])('%s', (text, names) => {
  const entry = newEntry('1', 'entity', 'NIMBUS');
  addLinks(entry, text);
  expect(entry.relations.map(({ name }) => name)).toEqual(names);
});

test('a register number under the label of the LEI, and a foreign gazette, are not what they look like', () => {
  expect(nameNumber('Legal Entity Number', '852496527', 'NL').kind).toBe('registration_number');
  expect(nameNumber('Government Gazette Number', '200874603', 'BG').kind).toBe('government_gazette_number');
  expect(nameNumber('Vessel Registration Identification', '5IM 597', 'TZ').kind).toBe('vessel_registration');
});
