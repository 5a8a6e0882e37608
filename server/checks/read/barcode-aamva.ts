/** A driver licence or identification card of North America, as stated by its barcode. */
export interface AamvaCard {
  /** `DL`: driver licence, `ID`: identification card; `EN`: an enhanced driver licence. */
  subfile: 'DL' | 'ID' | 'EN';
  /** The six-digit number of the issuing jurisdiction. */
  issuer: string;
  /** Values by their three-letter codes, without the values that mean that there is none. */
  elements: ReadonlyMap<string, string>;
}

/** PDF417 holds at most 1,850 characters. */
const PAYLOAD_CHARS_MAX = 4_000;
const LINES_MAX = 300;
/** The longest element, the full name of the first versions, has 125. */
const VALUE_CHARS_MAX = 125;
/** The values for a mandatory element that does not apply or is not known (annex D.12.2). */
const NO_VALUE = /^(?:none|unavl|unavail|n\/a|\*+)?$/i;

/** Some encoders write other separators between the compliance character and the file type, or none. */
const HEADER = /^@[^\p{L}\p{N}]{0,8}(?:ANSI ?|AAMVA ?)(\d{6})\d{4,6}/u;
const SUBFILE = /(DL|ID|EN)(?=\d{8}|\s*D[A-D][A-Z])/;
const ELEMENT = /^(?:DL|ID|EN)?(D[A-D][A-Z])(.*)$/;

/**
 * Parses a payload of AAMVA's DL/ID Card Design Standard (annex D, versions 1 to 10), or returns null if it is none. Elements are
 * read line by line, the first of each code. The header's offsets and lengths are ignored, because encoders are known to miscount
 * them, and each element carries its own code. Never throws, whatever the payload.
 */
export function parseAamva(text: string): AamvaCard | null {
  if (text.length > PAYLOAD_CHARS_MAX) return null;
  const header = HEADER.exec(text);
  if (!header?.[1]) return null;
  const body = text.slice(header[0].length);
  const elements = new Map<string, string>();
  for (const line of body.split(/[\r\n]+/, LINES_MAX)) {
    const [, code, value] = ELEMENT.exec(afterDirectory(line)) ?? [];
    if (code && value !== undefined && !elements.has(code)) elements.set(code, clean(value));
  }
  const told = [...elements].filter(([, value]) => !NO_VALUE.test(value));
  const subfile = (SUBFILE.exec(body)?.[1] ?? 'DL') as AamvaCard['subfile'];
  return told.length === 0 ? null : { subfile, issuer: header[1], elements: new Map(told) };
}

/** The first line opens with the types, offsets and lengths of the subfiles. */
function afterDirectory(line: string): string {
  return line.replace(/^(?:[A-Z]{2}\d{8})+/, '');
}

/** Removes control characters and keeps at most one space at a time. */
function clean(value: string): string {
  return value
    .slice(0, VALUE_CHARS_MAX)
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
