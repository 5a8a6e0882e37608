import { printable } from '../cbor/fields.ts';
import type { CborValue } from '../cbor/read.ts';
import type { SealFieldName } from '../seal/types.ts';
import type { MdocItem } from './device-response.ts';

/** Fields by the names of `FieldName` in `server/checks/types.ts`; dates as YYYY-MM-DD, countries as the issuer writes them. */
export type MdocFields = Partial<Record<SealFieldName | 'place_of_birth', string>>;

/** Elements of driving licences (ISO/IEC 18013-5, 7.2.1), of photo ids (ISO/IEC 23220-2), and of the European Union's PID, which has some other names. */
const NAMES: Readonly<Record<string, keyof MdocFields>> = {
  family_name: 'last_name',
  given_name: 'first_name',
  birth_date: 'date_of_birth',
  birth_place: 'place_of_birth',
  place_of_birth: 'place_of_birth',
  issue_date: 'issue_date',
  issuance_date: 'issue_date',
  expiry_date: 'expiry_date',
  issuing_country: 'issuing_country',
  document_number: 'document_number',
  personal_administrative_number: 'id_number',
  nationality: 'nationality',
  resident_address: 'address',
  sex: 'sex',
};
/** Name spaces with these elements; others may use the same words for other things. */
const NAME_SPACES = ['org.iso.18013.5.1', 'org.iso.23220.1', 'org.iso.23220.photoid.1', 'eu.europa.ec.eudi.pid.1'];
/** ISO/IEC 5218; the values above 2 are the European Union's, for what documents write as X. */
const SEXES: Readonly<Record<number, string>> = { 1: 'M', 2: 'F', 3: 'X', 4: 'X', 5: 'X', 6: 'X' };

/** Returns the fields that these elements hold. Nothing here is proven before the document is `valid`. */
export function fieldsOfMdoc(items: readonly MdocItem[]): MdocFields {
  const fields: MdocFields = {};
  for (const { nameSpace, name, value } of items) {
    const field = NAME_SPACES.includes(nameSpace) ? NAMES[name] : undefined;
    const text = field && textOf(field, value);
    if (field && text) fields[field] ??= text;
  }
  return fields;
}

function textOf(field: keyof MdocFields, value: CborValue): string | null {
  if (field === 'sex') return typeof value === 'number' ? (SEXES[value] ?? null) : null;
  // A PID may list several nationalities; the first is taken.
  return printable(field === 'nationality' && Array.isArray(value) ? value[0] : value);
}

/** Returns the bytes of the holder's portrait, JPEG or JPEG 2000, or null if it is not among the elements. */
export function portraitOf(items: readonly MdocItem[]): Uint8Array | null {
  const found = items.find(({ nameSpace, name }) => NAME_SPACES.includes(nameSpace) && name === 'portrait');
  return found?.value instanceof Uint8Array ? found.value : null;
}
