import { ByteReader, unfit } from './byte-reader.ts';

/** The meaning of a net's codes. */
export interface Alphabet {
  /** The text of each sequence of codes that is one character, by the codes joined with commas. */
  signs: ReadonlyMap<string, string>;
  /** Every beginning of a longer sequence. */
  prefixes: ReadonlySet<string>;
}

/** The code of the space, in every net of Tesseract (`LSTMRecognizer::LoadRecoder`). */
export const SPACE_CODE = 0;

const SIGNS_MAX = 200_000;
/** `RecodedCharID::kMaxCodeLen` of tesseract's `unicharcompress.h`. */
const CODE_LENGTH_MAX = 9;
/** Characters 1 and 2 are joined and broken letters of an older engine (`unicharset.h`, `SpecialUnicharCodes`). */
const SPECIAL = new Set([1, 2]);
/** How a character table writes the space. */
const SPACE = 'NULL';

/**
 * Reads the table of codes (`UnicharCompress`: for each character, the codes that the net writes it with). If several characters have the same codes,
 * the last one counts, as in Tesseract. Throws `EngineError('unavailable')` if the two tables do not fit together.
 *
 * @param texts the table of characters
 * @param nullCode the code for no character at all
 * @param codes how many the net has
 */
export function readAlphabet(texts: readonly string[], recoder: Buffer, nullCode: number, codes: number): Alphabet {
  const signs = new Map<string, string>();
  const prefixes = new Set<string>();
  for (const [sign, sequence] of readCodes(recoder, texts.length).entries()) {
    if (sequence.some((code) => code < 0 || code >= codes))
      throw unfit('its table of codes does not match its neural net');
    const text = texts[sign];
    if (text === undefined || SPECIAL.has(sign) || (sequence.length === 1 && sequence[0] === nullCode)) continue;
    signs.set(sequence.join(), text);
    for (let length = 1; length < sequence.length; length++) prefixes.add(sequence.slice(0, length).join());
  }
  if (signs.get(String(SPACE_CODE)) !== ' ') throw unfit('its table of codes has no space');
  return { signs, prefixes };
}

/**
 * Reads the table of characters (`UNICHARSET::load_via_fgets`: a count, then a row for each character, which begins
 * with it): the text of each, by its position. Throws `EngineError('unavailable')`.
 */
export function readTexts(unicharset: Buffer): string[] {
  const [head = '', ...rows] = unicharset.toString('utf8').split('\n');
  const count = Number(head.trim());
  if (!Number.isInteger(count) || count < 1 || count > SIGNS_MAX || rows.length < count)
    throw unfit('its table of signs is damaged');
  return rows.slice(0, count).map((row) => {
    const [text = ''] = row.split(' ');
    if (text === '') throw unfit('its table of signs is damaged');
    return text === SPACE ? ' ' : text;
  });
}

/** There may be one more than there are characters: that of no character. */
function readCodes(recoder: Buffer, signs: number): number[][] {
  const reader = new ByteReader(recoder);
  const count = reader.size(SIGNS_MAX);
  if (count < signs) throw unfit('its table of codes is shorter than its table of signs');
  return Array.from({ length: count }, () => {
    // Whether it is the first of several characters with the same codes.
    reader.skip(1);
    const length = reader.size(CODE_LENGTH_MAX);
    if (length === 0) throw unfit('its table of codes is damaged');
    return Array.from({ length }, () => reader.whole());
  });
}
