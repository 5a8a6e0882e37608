import { createHash } from 'node:crypto';
import { deflateSync, gzipSync, unzipSync } from 'node:zlib';
import canonicalize from 'canonicalize';
import { signWith, type TestSigner } from './signers.ts';

/** The MRZ of a fictitious person's residence permit, 72 characters. */
export const PERMIT_MRZ = ['ITUTOMUSTER<<MARA<<<<<<<<<<<<<<<<<<<', 'UT12345674UTO9002035F3401014<<<<<<<2'].join('');

/** C40 (ICAO Doc 9303-13, 2.3.1.1). */
export function encodeC40(text: string): Buffer {
  const characters = [...text.replaceAll('<', ' ')];
  const values = characters.map((c) => {
    if (c === ' ') return 3;
    return c <= '9' ? c.charCodeAt(0) - 44 : c.charCodeAt(0) - 51;
  });
  const bytes: number[] = [];
  for (let i = 0; i < values.length; i += 3) {
    const [a = 0, b, c = 0] = values.slice(i, i + 3);
    const sum = 1600 * a + 40 * (b ?? 0) + c + 1;
    if (b === undefined) bytes.push(0xfe, (characters[i] ?? '').charCodeAt(0) + 1);
    else bytes.push(sum >> 8, sum & 0xff);
  }
  return Buffer.from(bytes);
}

/** YYYY-MM-DD as three bytes. */
export function encodeDate(date: string): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(Number(date.slice(5, 7) + date.slice(8) + date.slice(0, 4)), 0, 3);
  return bytes;
}

/** A message of a seal: tag, length, value. */
export function message(tag: number, value: Uint8Array): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}

export interface VdsOptions {
  version?: 2 | 3;
  documentType?: string;
  signedOn?: string;
  /** The signer's name as the seal writes it. */
  name?: string;
  messages?: readonly Buffer[];
  hash?: string;
}

/** A Visible Digital Seal of Utopia; by default a residence permit with an MRZ. */
export function makeVds(signer: TestSigner, options: VdsOptions = {}): Buffer {
  const { version = 3, documentType = 'fb06', signedOn = '2024-05-06', name = 'UTTS', hash = 'sha256' } = options;
  const { messages = [message(2, encodeC40(PERMIT_MRZ))] } = options;
  const serial = signer.certificate.serial.toUpperCase();
  const reference =
    version === 3
      ? [encodeC40(name + serial.length.toString(16).padStart(2, '0').toUpperCase()), encodeC40(serial)]
      : [encodeC40(name + serial.padStart(5, '0'))];
  const head = [
    Buffer.of(0xdc, version),
    encodeC40('UTO'),
    ...reference,
    encodeDate('2024-01-02'),
    encodeDate(signedOn),
  ];
  const signed = Buffer.concat([...head, Buffer.from(documentType, 'hex'), ...messages]);
  return Buffer.concat([signed, message(0xff, signWith(signer.key, signed, 'ieee-p1363', hash))]);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Base 32 without its padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export interface IdbOptions {
  isZipped?: boolean;
  isSigned?: boolean;
  /** Whether the signer's certificate is inside. */
  withCertificate?: boolean;
  messages?: readonly Buffer[];
}

/** An ICAO Datastructure for Barcode; by default signed, with an MRZ of 72 characters. */
export function makeIdb(signer: TestSigner, options: IdbOptions = {}): string {
  const { isZipped = false, isSigned = true, withCertificate = false } = options;
  const { messages = [message(0x81, encodeC40(PERMIT_MRZ))] } = options;
  const end = createHash('sha1').update(signer.certificate.raw).digest().subarray(15);
  const header = isSigned ? [Buffer.of(1), end, Buffer.of(0), encodeDate('2024-05-06')] : [];
  const signed = Buffer.concat([encodeC40('UTO'), ...header, message(0x61, Buffer.concat(messages))]);
  const certificate = withCertificate ? [message(0x7e, signer.certificate.raw)] : [];
  const signature = isSigned ? [message(0x7f, signWith(signer.key, signed, 'ieee-p1363'))] : [];
  const payload = Buffer.concat([signed, ...certificate, ...signature]);
  const flag = 'ABCD'[(isSigned ? 1 : 0) + (isZipped ? 2 : 0)];
  return `RDB1${flag}${toBase32(isZipped ? deflateSync(payload) : payload)}`;
}

/** A VDS-NC with a proof of vaccination. Its members are not in canonical order. */
export function makeVdsNc(signer: TestSigner, n = 'MUSTER MARA'): string {
  const pid = { n, dob: '1990-02-03', sex: 'F', i: 'UT1234567' };
  const data = { msg: { uvci: 'UT00042', pid }, hdr: { v: 1, t: 'icao.vacc', is: 'UTO' } };
  const sigvl = signWith(signer.key, Buffer.from(canonicalize(data) ?? ''), 'ieee-p1363').toString('base64url');
  const cer = Buffer.from(signer.certificate.raw).toString('base64url');
  return JSON.stringify({ sig: { alg: 'ES256', cer, sigvl }, data });
}

/** The hashes of e-mail address and mobile number, which nobody may keep. */
export const CONTACT_HASH = 'a1'.repeat(32);

/** An Aadhaar secure QR code of a fictitious person. */
export function makeAadhaar(signer: TestSigner, name = 'Mara Muster', version = 'V2'): string {
  const address = ['C/O Max Muster', 'District', 'Landmark', '12', '', '110000', 'Post', 'State', 'Street', '', 'Town'];
  const fields = [version, '3', '123420240506010203004', name, '03-02-1990', 'F', ...address, '1234'];
  const photo = Buffer.from('ff4fff51002f', 'hex');
  const text = Buffer.concat(fields.flatMap((field) => [Buffer.from(field, 'latin1'), Buffer.of(0xff)]));
  const signed = Buffer.concat([text, photo, Buffer.from(CONTACT_HASH.repeat(2), 'hex')]);
  return toDigits(gzipSync(Buffer.concat([signed, signWith(signer.key, signed)])));
}

/** The decimal number of these bytes. */
export const toDigits = (bytes: Uint8Array): string => BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString();

/** What an Aadhaar code holds, unzipped. */
export const bytesOfDigits = (digits: string): Buffer => unzipSync(Buffer.from(BigInt(digits).toString(16), 'hex'));

/** The payload of an IDB that is not zipped. */
export function bytesOfIdb(text: string): Buffer {
  const bits = [...text.slice(5)].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
