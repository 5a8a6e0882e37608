import type { ListIdentifier } from '../types.ts';
import { countryCode } from './countries.ts';
import { parseWrittenDate } from './dates.ts';

export interface RemarkFacts {
  /** In the forms of `dates.ts`. */
  birthDates: string[];
  birthPlaces: string[];
  /** ISO 3166-1 alpha-2 where known. */
  nationalities: string[];
  identifiers: ListIdentifier[];
  /** Quoted in the remarks: OFAC's "weak" aliases, which its own search marks as such. */
  weakNames: string[];
}

const ALIAS = /^(?:alt\. )?[afn]\.k\.a\. '(.+)'$/;
const BIRTH_DATE = /^(?:alt\. )?DOB (.+)$/;
const BIRTH_PLACE = /^(?:alt\. )?POB (.+)$/;
const NATIONALITY = /^(?:alt\. )?(?:nationality|citizen) (.+)$/;
/** A label without digits that ends like a number's label, the value, and perhaps the country in brackets. */
const IDENTIFIER =
  /^(?:alt\. )?([^\d]*(?:Passport|No\.?|Number|ID|IMO|MMSI|BIC|SSN|FEIN|Code|#|Card|Identidad|[A-Z]\.[A-Z]\.[A-Z]?\.?[A-Z]?\.?|RFC|CURP|\((?:[A-Z]{2,5})\)|Address - [A-Z]{2,5})) (\S*\d\S*(?: \d\S*)*)(?: \(([^)]+)\))?(?: (?:issued|expires|effective).*)?$/;
const NO_IDENTIFIER = /phone|fax|gazette|gazzette|date|executive order|e-?mail/i;

/**
 * What OFAC packs into the remarks column, parts divided by semicolons and closed by a full stop, such as
 * `DOB 17 Feb 1962; POB Ensenada, Mexico; nationality Mexico; Passport K491821 (Mexico); a.k.a. 'EL EJEMPLO'.`
 * Parts of another kind are left to the reader of the original.
 */
export function parseRemarks(text: string): RemarkFacts {
  const facts: RemarkFacts = { birthDates: [], birthPlaces: [], nationalities: [], identifiers: [], weakNames: [] };
  for (const raw of text.split(';')) {
    const part = raw.trim().replace(/\.$/, '');
    if (!readPersonalPart(part, facts)) readIdentifier(part, facts);
  }
  return facts;
}

function readPersonalPart(part: string, facts: RemarkFacts): boolean {
  const birthDate = BIRTH_DATE.exec(part)?.[1];
  if (birthDate) {
    const date = parseWrittenDate(birthDate);
    if (date) facts.birthDates.push(date);
    return true;
  }
  const place = BIRTH_PLACE.exec(part)?.[1];
  if (place) facts.birthPlaces.push(place);
  const nationality = NATIONALITY.exec(part)?.[1];
  if (nationality) facts.nationalities.push(countryCode(nationality));
  const alias = ALIAS.exec(part)?.[1];
  if (alias) facts.weakNames.push(alias);
  return Boolean(place ?? nationality ?? alias);
}

function readIdentifier(part: string, facts: RemarkFacts): void {
  const found = IDENTIFIER.exec(part);
  const [, label, value, country] = found ?? [];
  if (!label || !value || NO_IDENTIFIER.test(label)) return;
  const kind = label
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
  facts.identifiers.push({ kind, value, ...(country ? { country: countryCode(country) } : {}) });
}
