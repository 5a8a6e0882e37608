/** A state, territory or province that issues licences and identification cards. */
export interface AmericanIssuer {
  /** ISO 3166-2 without the country, as in an address. */
  code: string;
  country: 'US' | 'CA';
  /** As printed, folded. */
  names: readonly string[];
  /** The form of its licence numbers, without spaces and dashes: `A` is a letter, `9` a digit. Commas separate several forms. */
  numbers: string;
}

const us = (code: string, names: string, numbers: string): AmericanIssuer => ({
  code,
  country: 'US',
  names: names.split(', '),
  numbers,
});
const ca = (code: string, names: string, numbers: string): AmericanIssuer => ({
  ...us(code, names, numbers),
  country: 'CA',
});

/**
 * Codes: USPS Publication 28, appendix B, and Canada Post. Forms of licence numbers: as published by the issuers' departments of
 * motor vehicles, and as AAMVA's members exchange them (D20 data dictionary, "Driver License Number").
 */
export const AMERICAN_ISSUERS: readonly AmericanIssuer[] = [
  us('AL', 'alabama', '9999999, 99999999'),
  us('AK', 'alaska', '9999999'),
  us('AZ', 'arizona', 'A99999999, 999999999'),
  us('AR', 'arkansas', '99999999, 999999999'),
  us('CA', 'california', 'A9999999'),
  us('CO', 'colorado', '999999999'),
  us('CT', 'connecticut', '999999999'),
  us('DE', 'delaware', '9999999'),
  us('DC', 'district of columbia', '9999999, 999999999'),
  us('FL', 'florida', 'A999999999999'),
  us('GA', 'georgia', '9999999, 99999999, 999999999'),
  us('HI', 'hawaii', 'A99999999, 999999999'),
  us('ID', 'idaho', 'AA999999A, 999999999'),
  us('IL', 'illinois', 'A99999999999, A999999999999'),
  us('IN', 'indiana', '9999999999, 999999999, A999999999'),
  us('IA', 'iowa', '999AA9999, 999999999'),
  us('KS', 'kansas', 'A99999999, A9A9A'),
  us('KY', 'kentucky', 'A99999999, A999999999, 999999999'),
  us('LA', 'louisiana', '999999999'),
  us('ME', 'maine', '9999999, 9999999A, 99999999'),
  us('MD', 'maryland', 'A999999999999'),
  us('MA', 'massachusetts', 'A99999999, AA9999999, 999999999'),
  us('MI', 'michigan', 'A999999999999, A9999999999'),
  us('MN', 'minnesota', 'A999999999999'),
  us('MS', 'mississippi', '999999999'),
  us('MO', 'missouri', 'A999999999, A99999999, A9999999, A999999, 999999999'),
  us('MT', 'montana', '9999999999999, A99999999, 999999999'),
  us('NE', 'nebraska', 'A99999999, A9999999'),
  us('NV', 'nevada', '9999999999, 999999999999, A99999999'),
  us('NH', 'new hampshire', '99AAA99999, AAA99999999'),
  us('NJ', 'new jersey', 'A99999999999999'),
  us('NM', 'new mexico', '999999999'),
  us('NY', 'new york, new york state', '999999999'),
  us('NC', 'north carolina', '999999999999, 99999999'),
  us('ND', 'north dakota', 'AAA999999, 999999999'),
  us('OH', 'ohio', 'AA999999'),
  us('OK', 'oklahoma', 'A999999999, 999999999'),
  us('OR', 'oregon', 'A999999, 9999999, 999999'),
  us('PA', 'pennsylvania', '99999999'),
  us('PR', 'puerto rico', '9999999, 999999999'),
  us('RI', 'rhode island', '9999999, 99999999, A999999'),
  us('SC', 'south carolina', '999999999, 9999999999'),
  us('SD', 'south dakota', '99999999'),
  us('TN', 'tennessee', '999999999, 99999999, 9999999'),
  us('TX', 'texas', '99999999'),
  us('UT', 'utah', '999999999, 99999999'),
  us('VT', 'vermont', '99999999, 9999999A'),
  us('VA', 'virginia', 'A99999999, 999999999'),
  us('WA', 'washington', 'AAA99999A99A, AAA999999999'),
  us('WV', 'west virginia', 'A999999, 9999999'),
  us('WI', 'wisconsin', 'A9999999999999'),
  us('WY', 'wyoming', '999999999'),
  ca('AB', 'alberta', '999999999'),
  ca('BC', 'british columbia', '9999999'),
  ca('MB', 'manitoba', 'AAAAAA999AA9'),
  ca('NB', 'new brunswick, nouveau brunswick', '9999999'),
  ca('NL', 'newfoundland and labrador', 'A999999999'),
  ca('NS', 'nova scotia', 'AAAAA999999999'),
  ca('ON', 'ontario', 'A99999999999999'),
  ca('PE', 'prince edward island', '999999'),
  ca('QC', 'quebec', 'A999999999999'),
  ca('SK', 'saskatchewan', '99999999'),
];
