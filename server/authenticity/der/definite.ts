import { malformed } from '../errors.ts';
import { readAt, TAG } from './reader.ts';
import { derOf } from './write.ts';

const DEPTH_MAX = 32;
const CONSTRUCTED = 0x20;
const CONSTRUCTED_OCTETS = 0x24;

/**
 * Returns a file of CMS with every indefinite length made definite, and every octet string in one piece. CMS allows both outside of what is signed, and
 * some states' chips have them. Elements without either stay views of the file, byte for byte. Throws `malformed`.
 */
export function toDefinite(bytes: Uint8Array): Uint8Array {
  const { element, end } = convert(bytes, 0, 0);
  if (end !== bytes.length) throw malformed('Bytes follow the last element.');
  return element;
}

interface Converted {
  element: Uint8Array;
  /** Where the next element begins. */
  end: number;
}

function convert(bytes: Uint8Array, at: number, depth: number): Converted {
  if (depth > DEPTH_MAX) throw malformed('Elements are nested too deep.');
  const [tag = 0, length] = bytes.subarray(at, at + 2);
  const isIndefinite = length === 0x80 && (tag & CONSTRUCTED) !== 0;
  if (isIndefinite && (tag & 0x1f) !== 0x1f) {
    const { parts, end } = convertAll(bytes, at + 2, bytes.length, depth);
    if (bytes[end] !== 0 || bytes[end + 1] !== 0) throw malformed('An indefinite length has no end.');
    return { element: rebuild(tag, parts), end: end + 2 };
  }
  const { raw, content } = readAt(bytes, at);
  const end = at + raw.length;
  if (tag !== TAG.sequence && tag !== TAG.set && tag !== CONSTRUCTED_OCTETS && (tag & 0xe0) !== 0xa0)
    return { element: raw, end };
  const start = content.byteOffset - bytes.byteOffset;
  const inside = convertAll(bytes.subarray(0, end), start, end, depth);
  if (inside.end !== end) throw malformed('An element ends after the one around it.');
  const isSame = tag !== CONSTRUCTED_OCTETS && inside.parts.every(({ buffer }) => buffer === bytes.buffer);
  return { element: isSame ? raw : rebuild(tag, inside.parts), end };
}

/** Converts elements up to `limit`, or up to the two zeros that end an indefinite length. */
function convertAll(
  bytes: Uint8Array,
  from: number,
  limit: number,
  depth: number,
): { parts: Uint8Array[]; end: number } {
  const parts: Uint8Array[] = [];
  let at = from;
  while (at < limit && !(bytes[at] === 0 && bytes[at + 1] === 0)) {
    const { element, end } = convert(bytes, at, depth + 1);
    parts.push(element);
    at = end;
  }
  return { parts, end: at };
}

function rebuild(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  if (tag !== CONSTRUCTED_OCTETS) return derOf(tag, ...parts);
  return derOf(TAG.octetString, ...parts.map((part) => octetsOf(part)));
}

function octetsOf(part: Uint8Array): Uint8Array {
  const { tag, content } = readAt(part, 0);
  if (tag !== TAG.octetString) throw malformed('A piece of an octet string is none.');
  return content;
}
