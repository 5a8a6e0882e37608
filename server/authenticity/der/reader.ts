import { malformed } from '../errors.ts';

/**
 * One element of DER (ITU-T X.690) or of the BER-TLV files of a chip (ISO 7816-4). The arrays are views of the file, so what was signed is verified as
 * it was sent.
 */
export interface Der {
  /** The bytes of the tag as one number: 0x30 for SEQUENCE, 0x5f1f for a tag of two bytes. */
  tag: number;
  /** Tag, length and content. */
  raw: Uint8Array;
  content: Uint8Array;
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const TAG_BYTES_MAX = 3;
const LENGTH_BYTES_MAX = 4;

/**
 * Reads the element at `at`; bytes may follow it. Lengths are definite and as short as possible, as DER demands. Throws `malformed`.
 */
export function readAt(bytes: Uint8Array, at: number): Der {
  let next = at;
  let tag = byteAt(bytes, next++);
  if ((tag & 0x1f) === 0x1f) {
    for (let more = true; more; ) {
      if (next - at >= TAG_BYTES_MAX) throw malformed('A tag has too many bytes.');
      const byte = byteAt(bytes, next++);
      tag = tag * 256 + byte;
      more = (byte & 0x80) !== 0;
    }
  }
  let length = byteAt(bytes, next++);
  if (length === 0x80) throw malformed('A length is indefinite.');
  if (length > 0x80) {
    const count = length & 0x7f;
    if (count > LENGTH_BYTES_MAX) throw malformed('A length has too many bytes.');
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + byteAt(bytes, next++);
    if (length < 0x80 || length < 256 ** (count - 1)) throw malformed('A length is longer than necessary.');
  }
  const end = next + length;
  if (end > bytes.length) throw malformed('An element ends after its file.');
  return { tag, raw: bytes.subarray(at, end), content: bytes.subarray(next, end) };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw malformed('The file ends inside an element.');
  return byte;
}

/** Reads a file that is exactly one element, with the tag `tag` if one is given. Throws `malformed`. */
export function readWhole(bytes: Uint8Array, tag?: number): Der {
  const element = readAt(bytes, 0);
  if (element.raw.length !== bytes.length) throw malformed('Bytes follow the last element.');
  return tag === undefined ? element : expectTag(element, tag);
}

/** Reads all elements inside a constructed one. Throws `malformed`. */
export function childrenOf({ content }: Pick<Der, 'content'>): Der[] {
  const children: Der[] = [];
  for (let at = 0; at < content.length; ) {
    const child = readAt(content, at);
    children.push(child);
    at += child.raw.length;
  }
  return children;
}

function expectTag(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw malformed(`An element with the tag 0x${tag.toString(16)} is missing.`);
  return element;
}

/** Reads the fields of a SEQUENCE in their order. Every method throws `malformed`. */
export interface Fields {
  /** The next field; it must have this tag. */
  take(tag: number): Der;
  /** The next field if it has this tag, otherwise null. */
  optional(tag: number): Der | null;
  /** The next field with any tag. */
  any(): Der;
  /** Checks that no field is left. */
  end(): void;
}

/** Starts to read the fields of `element`. */
export function fieldsOf(element: Der): Fields {
  const children = childrenOf(element);
  let at = 0;
  return {
    take: (tag) => expectTag(children[at++], tag),
    optional: (tag) => {
      const child = children[at];
      if (child?.tag !== tag) return null;
      at += 1;
      return child;
    },
    any: () => {
      const child = children[at++];
      if (!child) throw malformed('A field is missing.');
      return child;
    },
    end: () => {
      if (at < children.length) throw malformed('There are more fields than expected.');
    },
  };
}

/** The only element inside an explicitly tagged one. Throws `malformed`. */
export const insideOf = (element: Der, tag: number): Der => readWhole(element.content, tag);
