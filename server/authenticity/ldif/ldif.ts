import { AuthenticityError } from '../errors.ts';

/** One binary value of a record, with the name of its attribute in small letters and without options such as `;binary`. */
export interface LdifValue {
  attribute: string;
  value: Uint8Array;
}

const LINE_BYTES_MAX = 32 * 1024 * 1024;
const [LINE_FEED, RETURN, BLANK] = [0x0a, 0x0d, 0x20];

/**
 * Reads the base64 values (`name:: value`) of an LDIF file (RFC 2849), one at a time, so that memory holds one of them. Other lines are passed over: what
 * counts is signed inside the values. Throws `AuthenticityError` for a value that is too large or no base64.
 */
export function* readLdif(bytes: Uint8Array): Generator<LdifValue> {
  for (const line of unfoldedLines(bytes)) {
    const at = line.indexOf('::');
    if (at <= 0 || at > 64 || line.startsWith('#')) continue;
    const base64 = line.slice(at + 2).trim();
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
      throw new AuthenticityError('malformed', 'A value of the LDIF file is no base64.');
    const [attribute = ''] = line.slice(0, at).toLowerCase().split(';');
    yield { attribute, value: Buffer.from(base64, 'base64') };
  }
}

/** A line that begins with a blank goes on with the one before. */
function* unfoldedLines(bytes: Uint8Array): Generator<string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf(LINE_FEED, at);
    const next = feed < 0 ? text.length : feed + 1;
    let end = feed < 0 ? text.length : feed;
    if (text[end - 1] === RETURN) end -= 1;
    const isFolded = text[at] === BLANK;
    if (!isFolded) {
      if (parts.length > 0) yield parts.join('');
      parts = [];
      length = 0;
    }
    length += end - at;
    if (length > LINE_BYTES_MAX) throw new AuthenticityError('too_large', 'A value of the LDIF file is too large.');
    const from = isFolded ? at + 1 : at;
    parts.push(text.toString('latin1', from, Math.max(end, from)));
    at = next;
  }
  if (parts.length > 0) yield parts.join('');
}
