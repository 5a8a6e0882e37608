/**
 * OFAC's labels for numbers, the same in its remarks, in `idType` of its XML and in `ids` of the Consolidated Screening List (the
 * reference values of its Advanced Sanctions Data Model, and those in older remarks).
 */
const NUMBER_LABELS = `
Afghan Money Service Provider License Number|Aircraft Construction Number (also called L/N or S/N or F/N)
Aircraft Manufacturer's Serial Number (MSN)|Aircraft Mode S Transponder Code|Aircraft Serial Identification
Aircraft Tail Number|Previous Aircraft Tail Number|BIK (RU)|Birth Certificate Number|Bosnian Personal ID No.
Branch Unit Number|British National Overseas Passport|Business Number|Business Registration Document #
Business Registration Number|C.I.F.|C.I.N.|C.R. No.|C.U.I.|C.U.I.P.|C.U.I.T.|C.U.R.P.
Cartilla de Servicio Militar Nacional|Cedula No.|Cedula de Ciudadania|Central Registration System Number
Certificate of Incorporation Number|Chamber of Commerce Number|Citizen's Card Number
CNP (Personal Numerical Code)|Commercial Registry Number|Company Number|Company ID|Credencial electoral|D-U-N-S Number
D.N.I.|Diplomatic Passport|Driver's License No.|Dubai Chamber of Commerce Membership No.
Economic Register Number (CBLS)|Electoral Registry No.|Enterprise Number|Equity Ticker|File Number|Fiscal Code
Folio Mercantil No.|Government Gazette Number|I.F.E.|Identification Number|Immigration No.|ISIN
Istanbul Chamber of Comm. No.|Italian Fiscal Code|Kenyan ID No.|LE Number|Legal Entity Number|License
Matricula Mercantil No|MICEX Code|Military Registration Number|MMSI|Moroccan Personal ID No.|MSB Registration Number
N.I.E.|N.I.F.|National Foreign ID Number|National ID No.|NIT #|Numero de Identidad
Numero Unico de Identificacao Tributaria (NUIT)|Organization Code|Paraguayan tax identification number|Passport
Permit Number|Personal ID Card|Pilot License Number|Public Registration Number|Public Security and Immigration No.
R.F.C.|RFC|Refugee ID Card|Registered Charity No.|Registration Certificate Number (Dubai)|Registration ID
Registration Number|Residency Number|RIF #|Romanian C.R.|Romanian Permanent Resident|Romanian Tax Registration|RSIN
RTN|RUC #|Russian State Individual Business Registration Number Pattern (OGRNIP)|Seafarer's Identification Document
Serial No.|SRE Permit No.|SSN|Stateless Person ID Card|Stateless Person Passport|SWIFT/BIC|Tax ID No.
Tazkira National ID Card|Tourism License No.|Trade License No.|Trademark number|Travel Document Number
Turkish Identification Number|UAE Identification|UK Company Number|Unified Social Credit Code (USCC)
United Social Credit Code Certificate (USCCC)|US FEIN|V.A.T. Number|V.A.T. No.|Vessel Registration Identification
Vessel Call Sign|Other Vessel Call Sign|VisaNumberID
`
  .trim()
  .split(/[|\n]/);

const KNOWN_NUMBERS = new Set(NUMBER_LABELS);
/** Codes that may consist of letters only. */
const LETTER_CODES = new Set([
  'SWIFT/BIC',
  'ISIN',
  'MICEX Code',
  'Equity Ticker',
  'Vessel Call Sign',
  'Other Vessel Call Sign',
  'Aircraft Tail Number',
  'Previous Aircraft Tail Number',
]);
const DIGITAL_CURRENCY = /^Digital Currency Address - [A-Z0-9]{2,10}$/;
/** A label that is not in the list, but ends like the label of a number. */
const NUMBER_LIKE = /(?:\b(?:No\.?|Number|ID|Code|Card|Passport|IMO|MMSI|Identification)|#|(?:[A-Z]\.){2,5})$/;
/** Labels among these that are not a number of the entry. A Chinese commercial code encodes the characters of a name. */
const NO_NUMBER =
  /chinese commercial code|phone|fax|telex|date|executive order|e-?mail|directive|determination|information|website|section|suspension/i;
/** The longest first, by their first words, because remarks have many parts. */
const BY_FIRST_WORD = Map.groupBy(
  NUMBER_LABELS.toSorted((a, b) => b.length - a.length),
  firstWord,
);

/** Whether this label is for a number or code of the entry. */
export function isNumberLabel(label: string): boolean {
  if (KNOWN_NUMBERS.has(label) || DIGITAL_CURRENCY.test(label)) return true;
  return NUMBER_LIKE.test(label) && !NO_NUMBER.test(label);
}

/** Whether a value fits the label: at least one digit, except for codes of letters, and not a sentence. */
export function isNumberValue(label: string, value: string): boolean {
  if (value === '' || value.length > NUMBER_CHARS_MAX || SENTENCE.test(value)) return false;
  return /\d/.test(value) || LETTER_CODES.has(label);
}

const SENTENCE = /\b(?:issued|expires|and|in|under|of|at)\b /;
/** The longest address of a digital currency (Monero, integrated) has 106. */
const NUMBER_CHARS_MAX = 128;

/** Splits `Passport K491821 (Bulgaria)` into label and value. Returns null if it does not begin with a label of a number. */
export function splitLabel(text: string): { label: string; value: string } | null {
  const known = BY_FIRST_WORD.get(firstWord(text))?.find((label) => text.startsWith(`${label} `));
  const label = known ?? /^Digital Currency Address - [A-Z0-9]{2,10}(?= )/.exec(text)?.[0] ?? unknownLabel(text);
  return label === null ? null : { label, value: text.slice(label.length).replace(/^[\s:]+/, '') };
}

function unknownLabel(text: string): string | null {
  const label = /^([^\d;]{2,80}?):? (?=\S*\d)/.exec(text)?.[1] ?? '';
  return NUMBER_LIKE.test(label) && !NO_NUMBER.test(label) ? label : null;
}

function firstWord(text: string): string {
  const space = text.indexOf(' ');
  return space < 0 ? text : text.slice(0, space);
}
