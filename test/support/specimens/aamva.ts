import type { SpecimenPerson } from './people.ts';

export interface AamvaOptions {
  person: SpecimenPerson;
  /** `DL`: driver licence, `ID`: identification card. */
  subfile?: 'DL' | 'ID';
  /** Elements that replace the person's or are added to them. */
  elements?: Record<string, string>;
}

/** AAMVA has assigned this number to no jurisdiction: the specimens belong to none. */
const ISSUER = '999999';
const VERSION = '10';
const HEADER_LENGTH = 21;
const DESIGNATOR_LENGTH = 10;

/** The content of the PDF417 on a card's back, by AAMVA's DL/ID Card Design Standard 2020, annex D. */
export function aamvaPayload({ person, subfile = 'DL', elements = {} }: AamvaOptions): string {
  const all = { ...elementsOf(person), ...elements };
  const lines = Object.entries(all).map(([code, value]) => code + value);
  const main = `${subfile}${lines.join('\n')}\r`;
  const own = 'ZXZXAN\r';
  const start = HEADER_LENGTH + 2 * DESIGNATOR_LENGTH;
  const directory = designator(subfile, start, main.length) + designator('ZX', start + main.length, own.length);
  return `@\n\u001e\rANSI ${ISSUER}${VERSION}0002${directory}${main}${own}`;
}

function elementsOf(person: SpecimenPerson): Record<string, string> {
  const [first = '', ...middle] = person.firstNames.toUpperCase().split(' ');
  const [street = '', town = ''] = person.address.toUpperCase().split(', ');
  const [postcode = '', ...city] = town.split(' ');
  return {
    DAQ: person.documentNumber,
    DCS: person.lastName.toUpperCase(),
    DDE: 'N',
    DAC: first,
    DDF: 'N',
    DAD: middle.join(' ') || 'NONE',
    DDG: 'N',
    DCA: 'D',
    DCB: 'NONE',
    DCD: 'NONE',
    DBD: monthFirst(person.issued),
    DBB: monthFirst(person.dob),
    DBA: monthFirst(person.expires),
    DBC: person.sex === 'M' ? '1' : '2',
    DAU: '068 in',
    DAY: 'BRO',
    DAG: street,
    DAI: city.join(' '),
    DAJ: 'UT',
    DAK: postcode.padEnd(9, '0'),
    DCF: '24242447474747861022',
    DCG: 'USA',
    DDA: 'F',
  };
}

/** YYYY-MM-DD as MMDDCCYY, the order of the United States. */
function monthFirst(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return month + day + year;
}

function designator(type: string, offset: number, length: number): string {
  return type + String(offset).padStart(4, '0') + String(length).padStart(4, '0');
}
