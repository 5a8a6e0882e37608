import { malformed } from '../errors.ts';
import { decodeC40, decodeDate, headerReader, readMessages, type SealMessage } from './coding.ts';
import { fieldsOfMrz } from './mrz.ts';
import type { SealFieldName, SealFields, SealReading } from './types.ts';

const MAGIC = 0xdc;
const SIGNATURE = 0xff;
/** Version 3 names the signer in nine characters, version 4 with a length; they are written as 2 and 3. */
const [FIXED, VARIABLE] = [2, 3];

/** What a message holds: an MRZ, an MRZ of a visa, C40 or UTF-8. */
type Content = 'mrz' | 'visa_mrz' | { field: SealFieldName; coding: 'c40' | 'utf8' };

const number = (field: SealFieldName): Content => ({ field, coding: 'c40' });
const name = (field: SealFieldName): Content => ({ field, coding: 'utf8' });
/**
 * Messages that name the person or the document, by document type (ICAO Doc 9303-13; BSI TR-03137, annexes). Numbers of another document,
 * such as the passport under a visa, are left out.
 */
const CONTENTS: Readonly<Record<string, Readonly<Record<number, Content>>>> = {
  // Visa, emergency travel document.
  '5d01': { 1: 'visa_mrz', 2: 'visa_mrz' },
  '5e03': { 2: 'mrz' },
  // Germany: arrival attestation, residence permit, supplementary sheet, social insurance card, address stickers.
  fd02: { 2: 'mrz' },
  fb06: { 2: 'mrz' },
  fa06: { 4: 'mrz' },
  fc04: { 1: number('id_number'), 2: name('last_name'), 3: name('first_name') },
  f908: { 1: number('document_number') },
  f90c: { 1: number('document_number') },
  f80a: { 1: number('document_number') },
};

/** Returns whether these bytes begin like a Visible Digital Seal of a version that is read here. */
export const isVds = ([magic, version]: Uint8Array): boolean =>
  magic === MAGIC && (version === FIXED || version === VARIABLE);

/**
 * Reads a Visible Digital Seal (ICAO Doc 9303-13; BSI TR-03137-1). Nothing may follow the signature. `today` is YYYY-MM-DD.
 * Throws `AuthenticityError`.
 */
export function readVds(bytes: Uint8Array, today: string): SealReading {
  if (!isVds(bytes)) throw malformed('VDS: another magic byte or version');
  const header = headerReader(bytes);
  const [, version] = header.take(2);
  const country = decodeC40(header.take(2)).trimEnd();
  const { name, serial } = readSigner(header, version === VARIABLE);
  const issuedOn = decodeDate(header.take(3));
  const signedOn = decodeDate(header.take(3));
  const documentType = Buffer.from(header.take(2)).toString('hex');
  const messages = readMessages(bytes.subarray(header.at()));
  const last = messages.pop();
  if (last?.tag !== SIGNATURE) throw malformed('VDS: the signature is not last');
  const signed = bytes.subarray(0, header.at() + last.start);
  return {
    kind: 'vds',
    documentType,
    country,
    signedOn,
    signer: { by: 'reference', name, serial },
    signature: { signed, signature: last.value, hash: null },
    fields: { issue_date: issuedOn, ...fieldsOfVds(documentType, messages, today) },
  };
}

/** The signer's four letters, then the serial number of its certificate. */
function readSigner(header: ReturnType<typeof headerReader>, isVariable: boolean): { name: string; serial: string } {
  const start = decodeC40(header.take(isVariable ? 4 : 6));
  const length = isVariable ? Number.parseInt(start.slice(4), 16) : 0;
  if (start.length !== (isVariable ? 6 : 9) || Number.isNaN(length)) throw malformed('VDS: another form of the signer');
  const serial = isVariable ? decodeC40(header.take(2 * Math.ceil(length / 3))) : start.slice(4);
  if (isVariable && serial.length !== length) throw malformed('VDS: another form of the signer');
  return { name: start.slice(0, 4), serial: serial.toLowerCase().replace(/^0+(?=.)/, '') };
}

/** Returns the fields in messages of a seal of this type. */
export function fieldsOfVds(documentType: string, messages: readonly SealMessage[], today: string): SealFields {
  return Object.assign(
    {},
    ...messages.map(({ tag, value }) => fieldsOfMessage(CONTENTS[documentType]?.[tag], value, today)),
  );
}

function fieldsOfMessage(content: Content | undefined, value: Uint8Array, today: string): SealFields {
  if (!content) return {};
  if (typeof content === 'string') return fieldsOfMrz(decodeC40(value), today, content === 'visa_mrz');
  const text = content.coding === 'c40' ? decodeC40(value) : Buffer.from(value).toString('utf8');
  return { [content.field]: text.trim() };
}
