import { cborArray, cborBytes, cborHead, cborText } from '../../../server/authenticity/cbor/write.ts';

/** Writes values as CBOR: integers, texts, bytes, booleans, null, arrays, maps, and encoded items in `raw`. */
export function encodeCbor(value: unknown): Buffer {
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === 'string') return cborText(value);
  if (value instanceof Uint8Array) return cborBytes(value);
  if (value instanceof Raw) return Buffer.from(value.bytes);
  if (Array.isArray(value)) return cborArray(...value.map(encodeCbor));
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  const parts = entries.flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)]);
  return Buffer.concat([cborHead(5, entries.length), ...parts]);
}

class Raw {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** An item that is encoded already. */
export const raw = (bytes: Uint8Array): Raw => new Raw(bytes);
/** An item with a tag. */
export const tagged = (tag: number, value: unknown): Raw => raw(Buffer.concat([cborHead(6, tag), encodeCbor(value)]));
