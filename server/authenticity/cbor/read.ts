import { LIMITS } from '../../lib/limits.ts';
import { AuthenticityError, malformed } from '../errors.ts';

/** A tagged item. `encoded` is the whole item as it was received, tag included: digests and signatures are over it. */
export interface CborTag {
  tag: number;
  content: CborValue;
  encoded: Uint8Array;
}
/** A floating-point number, apart from the integers, so that 1.0 never stands for 1. */
export interface CborFloat {
  float: number;
}
export type CborKey = number | bigint | string;
export type CborMap = Map<CborKey, CborValue>;
/** Integers are numbers, beyond 2^53 bigints. `undefined` is CBOR's own. */
export type CborValue =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | Uint8Array
  | CborValue[]
  | CborMap
  | CborTag
  | CborFloat;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What holds items; byte and text strings are leaves. */
const [UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG] = [0, 1, 2, 3, 4, 5, 6];

/**
 * Reads one CBOR item (RFC 8949) that fills `bytes`. Strict where forgers profit: definite lengths only, keys are integers or texts and never
 * twice, texts are UTF-8, no other simple values, nothing after the item. Lengths need not be shortest, because wallets write longer ones.
 * Byte strings are views of `bytes`. Throws `AuthenticityError`.
 */
export function readCbor(bytes: Uint8Array): CborValue {
  const reader = new Reader(bytes);
  const value = reader.item(0);
  if (reader.rest() > 0) throw refuse('bytes after the item');
  return value;
}

class Reader {
  private at = 0;
  private items = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    if (bytes.length > LIMITS.authenticityBytesMax) throw new AuthenticityError('too_large', 'CBOR: too long');
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  rest(): number {
    return this.bytes.length - this.at;
  }

  item(depth: number): CborValue {
    if (depth > LIMITS.cborDepthMax) throw refuse('too deep');
    this.items++;
    if (this.items > LIMITS.cborItemsMax) throw new AuthenticityError('too_large', 'CBOR: too many items');
    const start = this.at;
    const initial = this.take(1)[0] as number;
    const [major, info] = [initial >> 5, initial & 31];
    if (major > TAG) return this.simple(info);
    const argument = this.argument(info);
    if (major === UNSIGNED) return argument;
    if (major === NEGATIVE) return typeof argument === 'number' ? safe(-1n - BigInt(argument)) : -1n - argument;
    if (typeof argument !== 'number') throw refuse('a length beyond the file');
    if (major === BYTES) return this.take(argument);
    if (major === TEXT) return this.text(argument);
    if (major === ARRAY) return this.array(argument, depth);
    if (major === MAP) return this.map(argument, depth);
    const content = this.item(depth + 1);
    return { tag: argument, content, encoded: this.bytes.subarray(start, this.at) };
  }

  private take(length: number): Uint8Array {
    if (length > this.rest()) throw refuse('it ends early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private argument(info: number): number | bigint {
    if (info < 24) return info;
    if (info > 27) throw refuse('an indefinite or reserved length');
    const size = 1 << (info - 24);
    const { byteOffset } = this.take(size);
    const offset = byteOffset - this.bytes.byteOffset;
    if (size === 1) return this.view.getUint8(offset);
    if (size === 2) return this.view.getUint16(offset);
    return size === 4 ? this.view.getUint32(offset) : safe(this.view.getBigUint64(offset));
  }

  private text(length: number): string {
    const bytes = this.take(length);
    try {
      return UTF8.decode(bytes);
    } catch {
      throw refuse('a text that is not UTF-8');
    }
  }

  private array(length: number, depth: number): CborValue[] {
    if (length > this.rest()) throw refuse('it ends early');
    const values: CborValue[] = [];
    while (values.length < length) values.push(this.item(depth + 1));
    return values;
  }

  private map(length: number, depth: number): CborMap {
    if (2 * length > this.rest()) throw refuse('it ends early');
    const map: CborMap = new Map();
    for (let i = 0; i < length; i++) {
      const key = this.item(depth + 1);
      if (typeof key !== 'number' && typeof key !== 'bigint' && typeof key !== 'string') throw refuse('an odd key');
      if (map.has(key)) throw refuse('a key twice');
      map.set(key, this.item(depth + 1));
    }
    return map;
  }

  private simple(info: number): CborValue {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 23) return undefined;
    if (info === 25) return { float: half(this.take(2)) };
    const at = this.at;
    if (info === 26) return this.take(4) && { float: this.view.getFloat32(at) };
    if (info === 27) return this.take(8) && { float: this.view.getFloat64(at) };
    throw refuse('a simple value without meaning');
  }
}

/** IEEE 754 binary16 (RFC 8949, appendix D). */
function half([high = 0, low = 0]: Uint8Array): number {
  const [sign, exponent, fraction] = [high >> 7 ? -1 : 1, (high >> 2) & 31, ((high & 3) << 8) | low];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function safe(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const refuse = (detail: string): AuthenticityError => malformed(`CBOR: ${detail}`);
