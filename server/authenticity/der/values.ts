import { malformed } from '../errors.ts';
import { type Der, TAG } from './reader.ts';

const OID_BYTES_MAX = 64;

/** Returns an OBJECT IDENTIFIER as dotted numbers. Throws `malformed`. */
export function oidOf({ tag, content }: Der): string {
  const last = content.at(-1);
  if (tag !== TAG.oid || last === undefined || last >= 0x80 || content.length > OID_BYTES_MAX) {
    throw malformed('An object identifier is not valid.');
  }
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 128) throw malformed('An object identifier has too large a number.');
    if (byte >= 0x80) continue;
    if (arcs.length > 0) arcs.push(arc);
    else arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)));
    arc = 0;
  }
  return arcs.join('.');
}

/** Returns the magnitude of an INTEGER that is not negative, without leading zeros. Throws `malformed`. */
export function magnitudeOf({ tag, content }: Der): Uint8Array {
  const [first, second] = content;
  const isPadded = first === 0 && second !== undefined && second < 0x80;
  if (tag !== TAG.integer || first === undefined || first >= 0x80 || isPadded) {
    throw malformed('A number is negative or longer than necessary.');
  }
  return first === 0 ? content.subarray(1) : content;
}

/**
 * Returns the magnitude of an INTEGER of a key, without leading zeros. Some chips of the field leave out the zero that keeps a number from being negative.
 * Throws `malformed` for an empty one.
 */
export function unsignedOf({ tag, content }: Der): Uint8Array {
  const start = content.findIndex((byte) => byte !== 0);
  if (tag !== TAG.integer || start < 0) throw malformed('A number of a key is not valid.');
  return content.subarray(start);
}

/** Returns a small INTEGER. Throws `malformed` if it is negative or above 2^31. */
export function smallIntegerOf(element: Der): number {
  const bytes = magnitudeOf(element);
  if (bytes.length > 4) throw malformed('A number is too large.');
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Returns the bytes of a BIT STRING with whole bytes. Throws `malformed`. */
export function bytesOfBits({ tag, content }: Der): Uint8Array {
  if (tag !== TAG.bitString || content[0] !== 0) throw malformed('A bit string has no whole bytes.');
  return content.subarray(1);
}

/** Returns which bits of a BIT STRING are set, from its first bit. Throws `malformed`. */
export function setBitsOf({ tag, content }: Der): Set<number> {
  const [unused] = content;
  if (tag !== TAG.bitString || unused === undefined || unused > 7) throw malformed('A bit string is not valid.');
  const set = new Set<number>();
  const bits = (content.length - 1) * 8 - unused;
  for (let bit = 0; bit < bits; bit++) {
    if (((content[1 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) set.add(bit);
  }
  return set;
}

/** YYMMDDhhmm[ss] or YYYYMMDDhhmm[ss[.f]], in UTC or with an offset. Some signers of the field leave the seconds out. */
const TIME = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:\.\d{1,9})?(?:Z|([+-])(\d{2})(\d{2}))$/;

/** Returns a UTCTime or GeneralizedTime in milliseconds since 1970. Throws `malformed`. */
export function timeOf({ tag, content }: Der): number {
  const isShort = tag === TAG.utcTime;
  const match = content.length <= 32 ? TIME.exec(Buffer.from(content).toString('latin1')) : null;
  if ((!isShort && tag !== TAG.generalizedTime) || !match || (match[1]?.length === 2) !== isShort) {
    throw malformed('A time is not valid.');
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((n) => Number(n ?? 0));
  // RFC 5280, 4.1.2.5.1: two digits from 50 on are of the twentieth century.
  const fullYear = isShort ? (year >= 50 ? 1900 + year : 2000 + year) : year;
  const offsetMinutes = match[7] ? Number(`${match[7]}1`) * (Number(match[8]) * 60 + Number(match[9])) : 0;
  const date = new Date(0);
  date.setUTCFullYear(fullYear, month - 1, day);
  date.setUTCHours(hour, minute - offsetMinutes, second);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) {
    throw malformed('A time is not valid.');
  }
  return date.getTime();
}

/** Returns bytes in lower-case hexadecimal. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Returns whether two arrays hold the same bytes. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
