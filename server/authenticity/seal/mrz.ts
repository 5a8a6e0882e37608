import { parseMrz } from '../../../models/mrz/parse.ts';
import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { SealFields } from './types.ts';

/** Lines and width of the formats of ICAO Doc 9303 by the number of characters in a seal; visas leave out the end of their second line (9303-7). */
const SHAPES: Readonly<Record<number, readonly [lines: number, width: number]>> = {
  90: [3, 30],
  88: [2, 44],
  72: [2, 36],
};
const VISA_SHAPES: typeof SHAPES = { ...SHAPES, 72: [2, 44], 64: [2, 36] };

/**
 * Returns the fields of an MRZ in a seal. `today` (YYYY-MM-DD) determines the centuries. Empty if it is no MRZ. Its check digits are not
 * asked: the symbol's error correction guarantees the characters, and the signature decides.
 */
export function fieldsOfMrz(text: string, today: string, isVisa = false): SealFields {
  const filled = text.replaceAll(' ', '<');
  const shape = (isVisa ? VISA_SHAPES : SHAPES)[filled.length];
  if (!shape) return {};
  const [count, width] = shape;
  const lines = Array.from({ length: count }, (_, i) => filled.slice(i * width, (i + 1) * width).padEnd(width, '<'));
  const mrz = parseMrz(lines, today);
  return mrz ? fieldsOfParsed(mrz) : {};
}

/** Returns the fields that an MRZ holds, without empty ones. */
export function fieldsOfParsed(mrz: MrzParsed): SealFields {
  const { last_name, first_name, document_number, date_of_birth, sex, nationality, expiry_date, issuing_country } = mrz;
  const fields = {
    last_name,
    first_name,
    document_number,
    date_of_birth,
    sex,
    nationality,
    expiry_date,
    issuing_country,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}
