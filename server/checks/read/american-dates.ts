/** A printed date, month before day. */
export interface AmericanDate {
  /** YYYY-MM-DD */
  value: string;
  /** A separator was misread and has been repaired. */
  repaired: boolean;
}

const PLAIN = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)\d\d)(?!\d)/;
/** One of the two separators is missing, or was read as a digit. */
const BROKEN = [/(\d\d)[/-](\d\d)\d?((?:19|20)\d\d)(?!\d)/, /(\d\d)\d?(\d\d)[/-]((?:19|20)\d\d)(?!\d)/] as const;
const MONTH_FIRST_YEAR = /(?<!\d)((?:19|20)\d\d)[/.-](\d{1,2})[/.-](\d{1,2})(?!\d)/;

/** Reads a word as American issuers print dates: month first, or in Canada the year first. Returns null if it is no date. */
export function readAmericanDate(text: string): AmericanDate | null {
  const iso = MONTH_FIRST_YEAR.exec(text);
  if (iso) return dated(iso[1], iso[2], iso[3], false);
  const plain = PLAIN.exec(text);
  if (plain) return dated(plain[3], plain[1], plain[2], false);
  for (const broken of BROKEN) {
    const match = broken.exec(text);
    const found = match && dated(match[3], match[1], match[2], true);
    if (found) return found;
  }
  return null;
}

function dated(year = '', month = '', day = '', repaired = false): AmericanDate | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const same = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return same ? { value: date.toISOString().slice(0, 10), repaired } : null;
}
