import { inflateSync } from 'node:zlib';
import { LIMITS } from '../../lib/limits.ts';
import type { Hash } from '../crypto/hash.ts';
import { malformed } from '../errors.ts';
import { decodeC40, decodeDate, headerReader, readMessages, type SealMessage } from './coding.ts';
import { fieldsOfMrz } from './mrz.ts';
import type { SealFields, SealReading } from './types.ts';
import { fieldsOfVds } from './vds.ts';

/** RDB1, formerly NDB1; then A: plain, B: signed, C: zipped, D: both; then base 32 (RFC 4648) without its padding. */
const FORM = /^[RN]DB1([A-D])([A-Z2-7]+)=*$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Parts of the payload. */
const [MESSAGES, CERTIFICATE, SIGNATURE] = [0x61, 0x7e, 0x7f];
const HASHES: Readonly<Record<number, Hash>> = { 1: 'sha256', 2: 'sha384', 3: 'sha512' };
/** Messages: a visa or an emergency travel document as its VDS has it, MRZs, and the number of the document. */
const VDS_TYPES: Readonly<Record<number, string>> = { 1: '5d01', 2: '5e03' };
const [TD1, TD3, TD2] = [0x07, 0x08, 0x81];
const DOCUMENT_NUMBER = 0x85;
const DOCUMENT_TYPE = 0x86;

export const isIdb = (text: string): boolean => /^[RN]DB1[A-D]/.test(text);

/**
 * Reads an ICAO Datastructure for Barcode (ICAO Technical Report "ICAO Datastructure for Barcode"). `today` is YYYY-MM-DD. Throws `AuthenticityError`.
 */
export function readIdb(text: string, today: string): SealReading {
  const [, flag, encoded] = FORM.exec(text.trim()) ?? [];
  if (!flag || !encoded) throw malformed('IDB: another form');
  const isSigned = flag === 'B' || flag === 'D';
  const packed = decodeBase32(encoded);
  const bytes = flag === 'C' || flag === 'D' ? unzip(packed) : packed;
  const header = headerReader(bytes);
  const country = decodeC40(header.take(2)).trimEnd();
  const [algorithm = 0] = isSigned ? header.take(1) : [];
  const end = isSigned ? Buffer.from(header.take(5)).toString('hex') : '';
  // The first byte masks digits that are not known; a signature's date has none.
  const signedOn = isSigned ? decodeDate(header.take(4).subarray(1)) : null;
  const parts = readMessages(bytes.subarray(header.at()));
  if (parts.some(({ tag }) => ![MESSAGES, CERTIFICATE, SIGNATURE].includes(tag)))
    throw malformed('IDB: an unknown part');
  const part = (tag: number): SealMessage | undefined => parts.find((each) => each.tag === tag);
  const [group, signature, certificate] = [part(MESSAGES), part(SIGNATURE), part(CERTIFICATE)];
  if (!group || group !== parts[0] || isSigned !== (signature !== undefined)) throw malformed('IDB: a part is missing');
  const messages = readMessages(group.value);
  const hash = HASHES[algorithm];
  if (signature && (!hash || signature !== parts.at(-1))) throw malformed('IDB: another form of the signature');
  // The signature is over the header and the messages, and not over the certificate between them and the signature.
  const signed = bytes.subarray(0, header.at() + (parts[1]?.start ?? bytes.length - header.at()));
  return {
    kind: 'idb',
    documentType: typeOf(messages),
    country,
    signedOn,
    signer: { by: 'sha1', end, certificate: certificate?.value ?? null },
    signature: signature && hash ? { signed, signature: signature.value, hash } : null,
    fields: fieldsOf(messages, today),
  };
}

function typeOf(messages: readonly SealMessage[]): string | null {
  const national = messages.find(({ tag }) => tag === DOCUMENT_TYPE);
  if (national) return `national_${Buffer.from(national.value).toString('hex')}`;
  return VDS_TYPES[messages[0]?.tag ?? 0] ?? null;
}

function fieldsOf(messages: readonly SealMessage[], today: string): SealFields {
  const fields = messages.map(({ tag, value }): SealFields => {
    const vds = VDS_TYPES[tag];
    if (vds) return fieldsOfVds(vds, readMessages(value), today);
    if (tag === TD1 || tag === TD2 || tag === TD3) return fieldsOfMrz(decodeC40(value), today);
    return tag === DOCUMENT_NUMBER ? { document_number: decodeC40(value).trim() } : {};
  });
  return Object.assign({}, ...fields);
}

/** Bits that are left over must be zero, so that no two texts have the same bytes. */
function decodeBase32(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let [buffer, bits, at] = [0, 0, 0];
  for (const character of text) {
    buffer = ((buffer << 5) | ALPHABET.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (buffer >> bits) & 0xff;
  }
  if (bits >= 5 || (buffer & ((1 << bits) - 1)) !== 0) throw malformed('IDB: base 32 with bits left over');
  return bytes;
}

function unzip(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: LIMITS.sealUnzippedBytesMax });
  } catch {
    throw malformed('IDB: it cannot be unzipped, or is too large');
  }
}
