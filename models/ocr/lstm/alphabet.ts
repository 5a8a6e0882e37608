import { ByteReader, unfit } from './byte-reader.ts';

/** What a net's codes mean. */
export interface Alphabet {
  /** The text of a sequence of codes that is one sign, by the codes joined with commas. */
  signs: ReadonlyMap<string, string>;
  /** Every beginning of a longer sequence. */
  prefixes: ReadonlySet<string>;
}

/** The space's, in every net of tesseract (`LSTMRecognizer::LoadRecoder`). */
export const SPACE_CODE = 0;

const SIGNS_MAX = 200_000;
/** `RecodedCharID::kMaxCodeLen` of tesseract's `unicharcompress.h`. */
const CODE_LENGTH_MAX = 9;
/** Signs 1 and 2 stand for joined and for broken letters of an older engine (`unicharset.h`, `SpecialUnicharCodes`). */
const SPECIAL = new Set([1, 2]);
/** How a table of signs writes the space. */
const SPACE = 'NULL';

/**
 * Reads the table of codes (`UnicharCompress`: for each sign the codes that the net writes it with). Where several signs have the same
 * codes, the last one counts, as in tesseract. Throws `EngineError('unavailable')` if the two do not fit together.
 *
 * @param texts the table of signs
 * @param nullCode the code for no sign at all
 * @param codes how many the net has
 */
export function readAlphabet(texts: readonly string[], recoder: Buffer, nullCode: number, codes: number): Alphabet {
  const signs = new Map<string, string>();
  const prefixes = new Set<string>();
  for (const [sign, sequence] of readCodes(recoder, texts.length).entries()) {
    if (sequence.some((code) => code < 0 || code >= codes))
      throw unfit('its table of codes does not fit its neural net');
    const text = texts[sign];
    if (text === undefined || SPECIAL.has(sign) || (sequence.length === 1 && sequence[0] === nullCode)) continue;
    signs.set(sequence.join(), text);
    for (let length = 1; length < sequence.length; length++) prefixes.add(sequence.slice(0, length).join());
  }
  if (signs.get(String(SPACE_CODE)) !== ' ') throw unfit('its table of codes has no space');
  return { signs, prefixes };
}

/**
 * Reads the table of signs (`UNICHARSET::load_via_fgets`: a count, then a row for each sign, which begins with it): what each stands for, by
 * its place. Throws `EngineError('unavailable')`.
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

/** There may be one more than there are signs: that of no sign. */
function readCodes(recoder: Buffer, signs: number): number[][] {
  const reader = new ByteReader(recoder);
  const count = reader.size(SIGNS_MAX);
  if (count < signs) throw unfit('its table of codes is shorter than its table of signs');
  return Array.from({ length: count }, () => {
    // Whether it is the first of several signs with the same codes.
    reader.skip(1);
    const length = reader.size(CODE_LENGTH_MAX);
    if (length === 0) throw unfit('its table of codes is damaged');
    return Array.from({ length }, () => reader.whole());
  });
}
