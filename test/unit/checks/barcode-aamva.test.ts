import { describe, expect, test } from 'vitest';
import { parseAamva } from '../../../server/checks/read/barcode-aamva.ts';
import { cardValues, isTruncated } from '../../../server/checks/read/barcode-card.ts';
import { aamvaPayload } from '../../support/specimens/aamva.ts';
import { PEOPLE } from '../../support/specimens/people.ts';

const person = PEOPLE.clean;

function valuesOf(text: string) {
  const card = parseAamva(text);
  return card && cardValues(card);
}

/** A United States payload in the order of the standard, with only these elements. */
function payload(elements: string[], header = '@\n\u001e\rANSI 636000100001DL00310100'): string {
  return `${header}DL${elements.join('\n')}\r`;
}

test('a card as the standard of 2020 has it', () => {
  const card = parseAamva(aamvaPayload({ person }));
  expect(card?.subfile).toBe('DL');
  expect(card && isTruncated(card)).toBe(false);
  expect(valuesOf(aamvaPayload({ person }))).toEqual({
    first_name: 'JULIEN ANDRÉ',
    last_name: 'LEMARCHAL',
    document_number: 'K7412853L',
    date_of_birth: '1984-03-17',
    expiry_date: '2034-05-05',
    issue_date: '2024-05-06',
    sex: 'M',
    issuing_country: 'US',
    address: '14 RUE DES TILLEULS, PORT-CLAIR, UT 21800',
  });
});

test.each([
  ['wrong offsets and lengths', aamvaPayload({ person }).replace(/DL\d{8}/, 'DL99990001')],
  ['lines that end as on other systems', aamvaPayload({ person }).replaceAll('\n', '\r\n')],
  ['no separators before the file type', aamvaPayload({ person }).replace(/^@[^A]+/, '@')],
  ['the type of the subfile on a line of its own', aamvaPayload({ person }).replace('DLDAQ', 'DL\nDAQ')],
  ['no directory', aamvaPayload({ person }).replace(/DL\d{8}ZX\d{8}/, '')],
])('encoders differ: %s', (_, text) => {
  expect(valuesOf(text)).toEqual(valuesOf(aamvaPayload({ person })));
  expect(parseAamva(text)?.subfile).toBe('DL');
});

test('an identification card is distinguished from a licence', () => {
  expect(parseAamva(aamvaPayload({ person, subfile: 'ID' }))?.subfile).toBe('ID');
});

describe('names', () => {
  test.each([
    ['family, first and middle name', ['DCSSAMPLE', 'DACMICHAEL', 'DADJOHN QUINCY'], 'SAMPLE', 'MICHAEL JOHN QUINCY'],
    ['all given names in one, by commas', ['DCSSAMPLE', 'DCTMICHAEL,JOHN'], 'SAMPLE', 'MICHAEL JOHN'],
    ['the first version', ['DABSAMPLE', 'DACMICHAEL'], 'SAMPLE', 'MICHAEL'],
    ['the full name of the first version', ['DAAJOHNSON,JACK,,3RD'], 'JOHNSON', 'JACK'],
    ['no middle name', ['DCSSAMPLE', 'DACMICHAEL', 'DADNONE'], 'SAMPLE', 'MICHAEL'],
    ['one name only', ['DCSSAMPLE', 'DACunavl'], 'SAMPLE', undefined],
    ['a full name that nothing separates', ['DAAJACK JOHNSON', 'DAQ1'], undefined, undefined],
  ])('%s', (_, elements, last, first) => {
    const values = valuesOf(payload(elements));
    expect([values?.last_name, values?.first_name]).toEqual([last, first]);
  });

  test('a cut-off name is reported', () => {
    for (const flag of ['DDE', 'DDF', 'DDG']) {
      const card = parseAamva(payload(['DCSSAMPL', `${flag}T`]));
      expect(card && isTruncated(card), flag).toBe(true);
    }
    const whole = parseAamva(payload(['DCSSAMPLE', 'DDEU']));
    expect(whole && isTruncated(whole)).toBe(false);
  });
});

test.each([
  ['month first', '06062019', '2019-06-06'],
  ['year first', '19910209', '1991-02-09'],
  ['a day that is none', '02302019', undefined],
  ['a month that is none', '20231302', undefined],
  ['a year before all licences', '01011899', undefined],
  ['no date', 'NONE', undefined],
  ['too short', '0606201', undefined],
])('dates: %s', (_, digits, date) => {
  expect(valuesOf(payload(['DAQ1', `DBA${digits}`]))?.expiry_date).toBe(date);
});

test.each([
  ['1', 'M'],
  ['2', 'F'],
  ['9', 'X'],
  ['m', 'M'],
  ['0', undefined],
])('sex %s', (code, sex) => {
  expect(valuesOf(payload(['DAQ1', `DBC${code}`]))?.sex).toBe(sex);
});

test.each([
  ['named', '636000', ['DCGCAN'], 'CA'],
  ['Ontario', '636012', [], 'CA'],
  ['Alberta', '604432', [], 'CA'],
  ['Hidalgo', '636057', [], 'MX'],
  ['Virginia', '636000', ['DCGXYZ'], 'US'],
  ['of nobody', '999999', [], undefined],
])('the country: %s', (_, issuer, elements, country) => {
  const text = payload(['DAQ1', ...elements], `@\n\u001e\rANSI ${issuer}100001DL00310100`);
  expect(valuesOf(text)?.issuing_country).toBe(country);
});

test.each([
  ['nine digits', 'DAK232691234', '2300 WEST BROAD STREET, RICHMOND, VA 23269-1234'],
  ['five known', 'DAK232690000  ', '2300 WEST BROAD STREET, RICHMOND, VA 23269'],
  ['letters', 'DAKA1B 2C3', '2300 WEST BROAD STREET, RICHMOND, VA A1B 2C3'],
])('the address: %s', (_, code, address) => {
  expect(valuesOf(payload(['DAG2300 WEST BROAD STREET', 'DAIRICHMOND', 'DAJVA', code]))?.address).toBe(address);
});

describe('what is no such card', () => {
  test.each([
    ['nothing', ''],
    ['text', 'Hello'],
    ['a header alone', '@\n\u001e\rANSI 636000100102DL00410278'],
    ['another file type', aamvaPayload({ person }).replace('ANSI ', 'XXXX ')],
    ['only values that say there is none', payload(['DADNONE', 'DCUunavl'])],
    ['more than any symbol holds', `${aamvaPayload({ person })}${'\n'.repeat(4_000)}`],
  ])('%s', (_, text) => {
    expect(parseAamva(text)).toBeNull();
  });

  test('whatever bytes come, it never throws and no value is longer than the standard allows', () => {
    const base = aamvaPayload({ person });
    let state = 7;
    const next = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state % below;
    };
    for (let round = 0; round < 500; round++) {
      const characters = [...base];
      for (let i = 0; i < 1 + next(20); i++) characters[next(characters.length)] = String.fromCharCode(next(256));
      for (const value of Object.values(valuesOf(characters.join('')) ?? {})) expect(value.length).toBeLessThan(520);
    }
    const long = valuesOf(payload([`DCS${'A'.repeat(3_000)}`, 'DAC\u0000\u0007EVE\u202e']));
    expect(long?.last_name).toHaveLength(125);
    expect(long?.first_name).toBe('EVE');
  });

  test('the first of two elements of one code counts', () => {
    expect(valuesOf(payload(['DAQ1', 'DAQ2']))?.document_number).toBe('1');
  });
});
