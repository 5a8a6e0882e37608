import countries from 'i18n-iso-countries/index.js';
import type { FieldName } from '../types.ts';
import type { AamvaCard } from './barcode-aamva.ts';

type Values = Partial<Record<FieldName, string>>;

/** AAMVA's sexes (ANSI D-20), and the letters of the first version. */
const SEXES: Record<string, string> = { '1': 'M', '2': 'F', '9': 'X', M: 'M', F: 'F', X: 'X' };
/** AAMVA's issuer numbers of Canada's and Mexico's jurisdictions. All others from 604 and 636 belong to the United States. */
const CANADA = [
  ...['636012', '636013', '636016', '636017', '636028', '636044', '636048'],
  ...['604426', '604428', '604429', '604432', '604433', '604434'],
];
const MEXICO = ['636056', '636057'];

/** Returns what an AAMVA card says, in the fields of a reading. A value that is no date, sex or country is left out. */
export function cardValues({ issuer, elements }: AamvaCard): Values {
  const number = elements.get('DAQ')?.replaceAll(' ', '');
  const values: Record<string, string | null | undefined> = {
    ...namesOf(elements),
    document_number: number,
    date_of_birth: dateOf(elements.get('DBB')),
    sex: SEXES[elements.get('DBC')?.toUpperCase() ?? ''],
    expiry_date: dateOf(elements.get('DBA')),
    issue_date: dateOf(elements.get('DBD')),
    issuing_country: countryOf(elements.get('DCG'), issuer),
    address: addressOf(elements),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

/** Elements DDE, DDF and DDG: T if the family, first or middle name was cut off to fit. */
export function isTruncated({ elements }: AamvaCard): boolean {
  return ['DDE', 'DDF', 'DDG'].some((flag) => elements.get(flag) === 'T');
}

type Elements = AamvaCard['elements'];

/**
 * Returns family name DCS and given names DAC and DAD. Before version 4, DCT holds all given names. Version 1 has DAB for the
 * family name, or only DAA for `LAST,FIRST,MIDDLE,SUFFIX`. Suffixes are not part of the name.
 */
function namesOf(elements: Elements): Values {
  const [last, first, middle] = elements.get('DAA')?.split(/[,@]/) ?? [];
  const whole = first ? { last, given: spaced([first, middle]) } : {};
  const given = spaced([elements.get('DAC') ?? elements.get('DCT'), elements.get('DAD')]) || whole.given;
  const family = spaced([elements.get('DCS') ?? elements.get('DAB') ?? whole.last]);
  return { ...(given && { first_name: given }), ...(family && { last_name: family }) };
}

/** Some encoders separate given names by commas. */
function spaced(parts: (string | undefined)[]): string {
  return parts
    .map((part) => part?.replaceAll(',', ' ').replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ');
}

/**
 * Returns YYYY-MM-DD, or null if it is no calendar day. The format is MMDDCCYY in the United States, and CCYYMMDD in Canada and
 * in version 1. No month is over 12 and no century under 19, so the digits alone show which it is.
 */
function dateOf(digits: string | undefined): string | null {
  if (!digits || !/^\d{8}$/.test(digits)) return null;
  const yearFirst = Number(digits.slice(0, 2)) >= 19;
  const iso = yearFirst
    ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
    : `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  return exists && Number(iso.slice(0, 4)) >= 1900 ? iso : null;
}

/** Returns the ISO 3166-1 alpha-2 code of the country on the card, or else of the jurisdiction with its issuer number. */
function countryOf(named: string | undefined, issuer: string): string | null {
  const code = named && countries.alpha3ToAlpha2(named.toUpperCase());
  if (code) return code;
  if (CANADA.includes(issuer)) return 'CA';
  if (MEXICO.includes(issuer)) return 'MX';
  return /^(?:604|636)/.test(issuer) ? 'US' : null;
}

/** Returns street, second line, city, jurisdiction and postal code: `2300 WEST BROAD STREET, RICHMOND, VA 23269`. */
function addressOf(elements: Elements): string {
  const of = (code: string): string => elements.get(code) ?? '';
  const region = [of('DAJ'), postalCode(of('DAK'))].filter(Boolean).join(' ');
  const street = of('DAG');
  return street && [street, of('DAH'), of('DAI'), region].filter(Boolean).join(', ');
}

/** Nine digits. The last four are zeros if they are not known. */
function postalCode(code: string): string {
  const [, five, four] = /^(\d{5})-?(\d{4})$/.exec(code) ?? [];
  if (!five) return code;
  return four === '0000' ? five : `${five}-${four}`;
}
