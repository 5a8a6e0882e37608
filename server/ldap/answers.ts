import { LIMITS } from '../lib/limits.ts';
import { LdapFault } from './faults.ts';

/** An entry of the directory. */
export interface Entry {
  dn: string;
  /** By lower-case name. */
  attributes: ReadonlyMap<string, readonly Buffer[]>;
}

/** One message of a server (RFC 4511, 4.1.1). */
export type Answer = { id: number } & (
  | { is: 'entry'; entry: Entry }
  | { is: 'reference' }
  | { is: 'result'; of: 'bind' | 'search' | 'extended'; code: number }
);

/** A part of a message: its tag, and where its content lies. */
interface Item {
  tag: number;
  start: number;
  end: number;
}

const INTEGER = 0x02;
const OCTETS = 0x04;
const ENUMERATED = 0x0a;
const SEQUENCE = 0x30;
const SET = 0x31;
const CONTROLS = 0xa0;
const REFERRAL = 0xa3;
const ENTRY = 0x64;
const REFERENCE = 0x73;
const RESULTS: Readonly<Record<number, 'bind' | 'search' | 'extended'>> = {
  97: 'bind',
  101: 'search',
  120: 'extended',
};
/** What may follow the three texts of a result: referral, SASL credentials, name and value of an extended answer. */
const AFTER_RESULT = [REFERRAL, 0x87, 0x8a, 0x8b];

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes the first whole message from the beginning of `bytes`. Returns its length, or null if more bytes must arrive. Throws `LdapFault`:
 * `bad_answer`, `answer_too_large` as soon as its header announces too much.
 */
export function messageLength(bytes: Buffer): number | null {
  if (bytes.length === 0) return null;
  if (bytes[0] !== SEQUENCE) throw new LdapFault('bad_answer');
  const header = readLength(bytes, 1, bytes.length);
  if (header === null) return null;
  const total = header.start + header.length;
  if (total > LIMITS.ldapAnswerBytesMax) throw new LdapFault('answer_too_large');
  return total <= bytes.length ? total : null;
}

/**
 * Decodes one whole message. Accepts only the answers that a client which binds, searches and starts TLS can get, and only if every length fits into
 * the part around it. Throws `LdapFault`: `bad_answer`.
 */
export function readAnswer(bytes: Buffer): Answer {
  const whole = only(bytes, { tag: SEQUENCE, start: 0, end: bytes.length });
  const [idItem, operation, ...rest] = itemsOf(bytes, whole);
  if (!idItem || !operation || rest.length > 1 || (rest[0] && rest[0].tag !== CONTROLS))
    throw new LdapFault('bad_answer');
  const id = readInteger(bytes, expect(idItem, INTEGER));
  if (operation.tag === ENTRY) return { id, is: 'entry', entry: readEntry(bytes, operation) };
  if (operation.tag === REFERENCE) return { id, is: 'reference' };
  const of = RESULTS[operation.tag];
  if (of === undefined) throw new LdapFault('bad_answer');
  const [code, matched, message, ...extra] = itemsOf(bytes, operation);
  if (!code || matched?.tag !== OCTETS || message?.tag !== OCTETS) throw new LdapFault('bad_answer');
  if (!extra.every(({ tag }) => AFTER_RESULT.includes(tag))) throw new LdapFault('bad_answer');
  return { id, is: 'result', of, code: readInteger(bytes, expect(code, ENUMERATED)) };
}

/** Returns a value as text, or null if it is not UTF-8. */
export function textOf(value: Buffer): string | null {
  try {
    return utf8.decode(value);
  } catch {
    return null;
  }
}

function readEntry(bytes: Buffer, operation: Item): Entry {
  const [dn, list, ...rest] = itemsOf(bytes, operation);
  if (!dn || !list || rest.length > 0) throw new LdapFault('bad_answer');
  const attributes = new Map<string, Buffer[]>();
  for (const attribute of itemsOf(bytes, expect(list, SEQUENCE))) {
    const [name, values, ...more] = itemsOf(bytes, expect(attribute, SEQUENCE));
    if (!name || !values || more.length > 0) throw new LdapFault('bad_answer');
    const key = readText(bytes, name).toLowerCase();
    const known = attributes.get(key) ?? [];
    for (const { start, end } of itemsOf(bytes, expect(values, SET)).map((value) => expect(value, OCTETS)))
      known.push(bytes.subarray(start, end));
    attributes.set(key, known);
  }
  return { dn: readText(bytes, dn), attributes };
}

function readText(bytes: Buffer, item: Item): string {
  const { start, end } = expect(item, OCTETS);
  const text = textOf(bytes.subarray(start, end));
  if (text === null) throw new LdapFault('bad_answer');
  return text;
}

function readInteger(bytes: Buffer, { start, end }: Item): number {
  if (end - start < 1 || end - start > 4) throw new LdapFault('bad_answer');
  return bytes.readIntBE(start, end - start);
}

function expect(item: Item, tag: number): Item {
  if (item.tag !== tag) throw new LdapFault('bad_answer');
  return item;
}

/** Returns the one item that fills the given part. */
function only(bytes: Buffer, part: Item): Item {
  const [item, ...rest] = itemsOf(bytes, part);
  if (!item || rest.length > 0) throw new LdapFault('bad_answer');
  return expect(item, part.tag);
}

/** Returns the items that fill a part, one after the other. */
function itemsOf(bytes: Buffer, { start, end }: Item): Item[] {
  const items: Item[] = [];
  for (let at = start; at < end; ) {
    const header = readLength(bytes, at + 1, end);
    if (header === null || header.start + header.length > end) throw new LdapFault('bad_answer');
    items.push({ tag: bytes[at] as number, start: header.start, end: header.start + header.length });
    at = header.start + header.length;
  }
  return items;
}

/** Reads a length at `at` (RFC 4511, 5.1: definite form). Returns it with where its content starts, or null if bytes are missing. */
function readLength(bytes: Buffer, at: number, end: number): { length: number; start: number } | null {
  if (at >= end) return null;
  const first = bytes[at] as number;
  if (first < 0x80) return { length: first, start: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new LdapFault('bad_answer');
  if (at + 1 + count > end) return null;
  return { length: bytes.readUIntBE(at + 1, count), start: at + 1 + count };
}
