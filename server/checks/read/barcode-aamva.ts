/** A driver licence or identification card of North America as its barcode states it. */
export interface AamvaCard {
  /** `DL`: driver licence, `ID`: identification card; `EN`: an enhanced driver licence. */
  subfile: 'DL' | 'ID' | 'EN';
  /** The six digits that stand for the issuing jurisdiction. */
  issuer: string;
  /** By their codes of three letters, without the values that say that there is none. */
  elements: ReadonlyMap<string, string>;
}

/** PDF417 holds at most 1,850 characters. */
const PAYLOAD_CHARS_MAX = 4_000;
const LINES_MAX = 300;
/** The longest element, the full name of the first versions, has 125. */
const VALUE_CHARS_MAX = 125;
/** What stands where a mandatory element does not apply or is not known (annex D.12.2). */
const NO_VALUE = /^(?:none|unavl|unavail|n\/a|\*+)?$/i;

/** Some encoders write other separators between the sign and the file type, or none. */
const HEADER = /^@[^\p{L}\p{N}]{0,8}(?:ANSI ?|AAMVA ?)(\d{6})\d{4,6}/u;
const SUBFILE = /(DL|ID|EN)(?=\d{8}|\s*D[A-D][A-Z])/;
const ELEMENT = /^(?:DL|ID|EN)?(D[A-D][A-Z])(.*)$/;

/**
 * A payload of AAMVA's DL/ID Card Design Standard (annex D, versions 1 to 10), or null where it is none. Elements are
 * taken line by line, the first of each code; the offsets and lengths of the header are not used, since encoders are known
 * to miscount them, and each element names itself. Never throws, whatever the payload.
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

/** The first line opens with the subfiles' types, offsets and lengths. */
function afterDirectory(line: string): string {
  return line.replace(/^(?:[A-Z]{2}\d{8})+/, '');
}

/** Without control characters, at most one space at a time. */
function clean(value: string): string {
  return value
    .slice(0, VALUE_CHARS_MAX)
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
