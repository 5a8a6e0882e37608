import { type AuthenticityError, malformed } from '../errors.ts';
import { type CborKey, type CborMap, type CborTag, type CborValue, readCbor } from './read.ts';

/** CBOR data item in a byte string (RFC 8949, 3.4.5.1). */
const ENCODED_CBOR = 24;
/** Texts of dates: RFC 3339 date and time, and full date (RFC 8943). */
const [DATE_TIME, FULL_DATE] = [0, 1004];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** The getters throw `AuthenticityError` unless the value has the asked form; `what` names it. */
export function asMap(value: CborValue, what: string): CborMap {
  if (value instanceof Map) return value;
  throw unlike(what);
}

export function asArray(value: CborValue, what: string, length?: number): CborValue[] {
  if (Array.isArray(value) && (length === undefined || value.length === length)) return value;
  throw unlike(what);
}

export function asBytes(value: CborValue, what: string): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw unlike(what);
}

export function asText(value: CborValue, what: string): string {
  if (typeof value === 'string') return value;
  throw unlike(what);
}

export const mapIn = (map: CborMap, key: CborKey): CborMap => asMap(map.get(key), String(key));
export const textIn = (map: CborMap, key: CborKey): string => asText(map.get(key), String(key));

export function isTag(value: CborValue): value is CborTag {
  return typeof value === 'object' && value !== null && 'tag' in value;
}

/** Returns the item that a tag 24 holds as bytes, with the tag's whole encoding, over which digests are. */
export function encodedCbor(value: CborValue, what: string): { value: CborValue; encoded: Uint8Array } {
  if (!isTag(value) || value.tag !== ENCODED_CBOR) throw unlike(what);
  return { value: readCbor(asBytes(value.content, what)), encoded: value.encoded };
}

/** Returns a moment (tag 0, or its bare text) in milliseconds since 1970. */
export function momentIn(map: CborMap, key: CborKey): number {
  const value = map.get(key);
  const text = asText(isTag(value) && value.tag === DATE_TIME ? value.content : value, String(key));
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw unlike(String(key));
  return ms;
}

/** Returns a text, or the YYYY-MM-DD of a date, as a data element holds it; null for anything else. */
export function printable(value: CborValue): string | null {
  if (typeof value === 'string') return value;
  if (!isTag(value) || typeof value.content !== 'string') return null;
  return value.tag === FULL_DATE || value.tag === DATE_TIME ? value.content.slice(0, 10) : null;
}

const unlike = (what: string): AuthenticityError => malformed(`CBOR: ${what} has another form`);
