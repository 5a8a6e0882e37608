import { ownValue } from '../own.ts';

/**
 * Families of numbers: numbers of different kinds may be the same number if their kinds share a family. `person`:
 * numbers on a person's documents; `register`: numbers of tax offices and registers; others are separate.
 */
export type IdentifierFamily =
  | 'person'
  | 'register'
  | 'ship'
  | 'market'
  | 'payment'
  | 'business'
  | 'device'
  | 'aircraft'
  | 'any';

interface KindFacts {
  about: string;
  families: readonly IdentifierFamily[];
  /** It means the same number in every country; a stated country changes nothing. */
  global?: true;
}

const person = ['person'] as const;
const register = ['register'] as const;
const both = ['person', 'register'] as const;

/** The canonical kinds. National numbers by country (`fr.siret`) come in addition, see `validateIdentifier`. */
export const identifierKinds: Readonly<Record<string, KindFacts>> = {
  passport: { about: 'Passport number, ICAO 9303.', families: person },
  travel_document: {
    about: "Refugee's or stateless person's travel document, laissez-passer, seaman's book.",
    families: person,
  },
  national_id: { about: 'Identity card number, or a national identification number.', families: both },
  driving_license: { about: 'Driving licence.', families: person },
  residence_permit: { about: "Residence permit or foreigner's card.", families: person },
  birth_certificate: { about: 'Birth certificate.', families: person },
  voter_id: { about: 'Number on an electoral roll or its card.', families: person },
  social_security: { about: 'Social security or insurance number.', families: both },
  tax: { about: 'Tax number of a person or company.', families: both },
  vat: { about: 'VAT number, with the country prefix if it is written with one.', families: register },
  registration_number: { about: 'Number in a trade, company or association register.', families: register },
  license: { about: 'Trade licence or permit.', families: ['business'] },
  inn: { about: 'Russian taxpayer number (ИНН), 10 digits for companies, 12 for persons.', families: both },
  ogrn: { about: 'Russian state register of companies (ОГРН) and sole traders (ОГРНИП).', families: register },
  kpp: { about: 'Russian tax registration reason code (КПП); many companies share one.', families: ['business'] },
  okpo: { about: 'Classifier of enterprises, Russia and other former Soviet states (ОКПО).', families: register },
  duns: { about: 'D-U-N-S number.', families: ['business'], global: true },
  cik: { about: 'Central Index Key of the US SEC.', families: ['business'], global: true },
  cage: { about: 'Commercial And Government Entity code (NATO NCAGE).', families: ['business'], global: true },
  uei: { about: 'Unique Entity Identifier of SAM.gov.', families: ['business'], global: true },
  npi: { about: 'US National Provider Identifier.', families: ['business'], global: true },
  eori: { about: 'Economic operator number of EU customs (EORI).', families: register, global: true },
  lei: { about: 'Legal Entity Identifier, ISO 17442.', families: ['market'], global: true },
  isin: { about: 'International Securities Identification Number, ISO 6166.', families: ['market'], global: true },
  cusip: { about: 'CUSIP security number.', families: ['market'], global: true },
  sedol: { about: 'SEDOL security number.', families: ['market'], global: true },
  figi: { about: 'Financial Instrument Global Identifier.', families: ['market'], global: true },
  permid: { about: 'Refinitiv PermID.', families: ['market'], global: true },
  bic: { about: 'Business Identifier Code (SWIFT), ISO 9362.', families: ['payment'], global: true },
  bik: { about: 'Russian bank code (БИК).', families: ['payment'], global: true },
  iban: { about: 'International Bank Account Number, ISO 13616.', families: ['payment'], global: true },
  bank_account: { about: 'Domestic bank account number.', families: ['payment'] },
  bitcoin: { about: 'Bitcoin address.', families: ['payment'], global: true },
  crypto_address: { about: 'Address in a digital currency other than Bitcoin.', families: ['payment'], global: true },
  imo: { about: 'IMO number of a ship, or of a company that owns or manages ships.', families: ['ship'], global: true },
  mmsi: { about: 'Maritime Mobile Service Identity.', families: ['ship'], global: true },
  call_sign: { about: 'Radio call sign.', families: ['ship', 'aircraft'], global: true },
  aircraft_serial: { about: "Manufacturer's serial number of an aircraft.", families: ['aircraft'] },
  aircraft_registration: {
    about: 'Registration (tail) mark of an aircraft, ICAO annex 7.',
    families: ['aircraft'],
    global: true,
  },
  imei: { about: 'International Mobile Equipment Identity.', families: ['device'], global: true },
  isni: { about: 'International Standard Name Identifier, ISO 27729.', families: ['business'], global: true },
  wikidataqid: { about: 'Wikidata item.', families: ['business'], global: true },
  number: { about: 'A number of an unknown kind.', families: ['any'] },
};

/** Returns the families of a kind. A national number by country is a tax, register or personal number; an unknown label may be any. */
export function familiesOf(kind: string): readonly IdentifierFamily[] {
  const known = ownValue(identifierKinds, kind);
  if (known) return known.families;
  return /^[a-z]{2}\./.test(kind) ? both : ['any'];
}

/** Codes of a company's activity or location, or of a security's class: many share one. */
const SHARED: ReadonlySet<string> = new Set(
  'eu.nace eu.nace2 eu.nace21 cfi at.postleitzahl es.postal_code nl.postcode se.postnummer'.split(' '),
);

/** Returns whether many bearers share the same code. */
export function isShared(kind: string): boolean {
  return SHARED.has(kind);
}

/** Returns whether the kind's numbers mean the same in every country. */
export function isGlobal(kind: string): boolean {
  return ownValue(identifierKinds, kind)?.global === true;
}
