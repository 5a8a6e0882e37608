import { malformed } from '../errors.ts';

/** A message of a seal: its tag and its bytes. */
export interface SealMessage {
  tag: number;
  value: Uint8Array;
  /** Where it begins in what was read. */
  start: number;
}

/** After this byte comes one ASCII character (C40's "unlatch"). */
const UNLATCH = 0xfe;

/**
 * Decodes C40 (ICAO Doc 9303-13, 2.3.1.1): three characters of capitals, digits and `<`, here a space, in two bytes. Throws `malformed`.
 */
export function decodeC40(bytes: Uint8Array): string {
  if (bytes.length % 2 !== 0) throw malformed('C40: an odd number of bytes');
  let text = '';
  for (let i = 0; i < bytes.length; i += 2) {
    const [high = 0, low = 0] = bytes.subarray(i, i + 2);
    if (high === UNLATCH) {
      text += String.fromCharCode(low - 1);
      continue;
    }
    const sum = high * 256 + low - 1;
    text += [Math.floor(sum / 1600), Math.floor(sum / 40) % 40, sum % 40].map(characterOf).join('');
  }
  if (!/^[A-Z0-9 ]*$/.test(text)) throw malformed('C40: a character outside its alphabet');
  return text;
}

/** 0 fills the last group. */
function characterOf(value: number): string {
  if (value === 0) return '';
  if (value === 3) return ' ';
  if (value >= 4 && value <= 13) return String.fromCharCode(value + 44);
  if (value >= 14 && value < 40) return String.fromCharCode(value + 51);
  throw malformed('C40: a shift');
}

/** Decodes a date of three bytes, the number MMDDYYYY (Doc 9303-13, 2.3.1.2), as YYYY-MM-DD. Throws `malformed` if there is no such day. */
export function decodeDate(bytes: Uint8Array): string {
  const digits = String(Buffer.from(bytes).readUIntBE(0, 3)).padStart(8, '0');
  const date = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) throw malformed('A seal has no valid date');
  return date;
}

/** Reads the messages of a seal: a byte with the tag, then a length as DER writes it. No tag comes twice. Throws `malformed`. */
export function readMessages(bytes: Uint8Array): SealMessage[] {
  const messages: SealMessage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    const tag = byteAt(bytes, at++);
    let length = byteAt(bytes, at++);
    if (length > 0x7f) {
      const size = length - 0x80;
      if (size < 1 || size > 2) throw malformed('A seal has a length of another form');
      length = 0;
      for (let i = 0; i < size; i++) length = length * 256 + byteAt(bytes, at++);
    }
    if (length > bytes.length - at) throw malformed('A seal ends early');
    if (messages.some((message) => message.tag === tag)) throw malformed('A seal has a message twice');
    messages.push({ tag, value: bytes.subarray(at, at + length), start });
    at += length;
  }
  return messages;
}

/** A reader of the parts of a header. `take` throws `malformed` at the end. */
export function headerReader(bytes: Uint8Array) {
  let at = 0;
  return {
    take: (length: number): Uint8Array => {
      if (length > bytes.length - at) throw malformed('A seal ends early');
      at += length;
      return bytes.subarray(at - length, at);
    },
    at: (): number => at,
  };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw malformed('A seal ends early');
  return byte;
}
