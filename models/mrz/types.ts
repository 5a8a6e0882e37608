import type { MrzRepair, Quad } from '../ports.ts';

export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRENCH_ID' | 'RUSSIAN_ID';

/** The checked fields, as named in `check_digits`. */
export type CheckedField = 'document_number' | 'date_of_birth' | 'expiry_date' | 'personal_number' | 'composite';

/** A parsed MRZ. Values are as the MRZ encodes them: upper case, no accents; Russia's internal passport: Cyrillic names. */
export interface MrzParsed {
  format: MrzFormat;
  lines: string[];
  /** Every check digit of the format is present and right; only those of empty fields may be missing. */
  valid: boolean;
  /** true if right, false if wrong, null if the format has none or omits it for an empty field. */
  check_digits: Record<CheckedField, boolean | null>;
  /** One or two characters: `P`, `ID`, `V`, `IR`. */
  document_code: string;
  /** The three-letter code as ISO 3166-1 alpha-2, or as given if it has none (`UTO`, `XXA`). */
  issuing_country: string;
  /** null if the format does not have it. */
  nationality: string | null;
  /** The primary identifier; `<` as spaces. */
  last_name: string;
  /** The secondary identifier; empty if there is none. It may be cut off if the line was full. */
  first_name: string;
  document_number: string;
  /** YYYY-MM-DD, or null if it is partly unknown or not a date. */
  date_of_birth: string | null;
  expiry_date: string | null;
  /** `X` if unspecified, null if the character is none of M, F and the filler. */
  sex: 'M' | 'F' | 'X' | null;
  /** TD3: the personal number; other formats: the optional data, TD1's two parts with a space between. Null if empty. */
  optional_data: string | null;
}

/** An MRZ that was read and parsed. */
export interface MrzRead extends MrzParsed {
  /** The probability of the least certain character, 0..1. */
  confidence: number;
  /** For each field, the probability of its least certain character, 0..1; a check digit that confirms it divides the remaining doubt by ten. */
  confidences: Record<MrzField, number>;
  repaired: readonly MrzRepair[];
  /** The position of each line in the picture, and of each field that has a value. */
  quads: { lines: readonly Quad[]; fields: Partial<Record<MrzField, Quad>> };
}

/** The fields of `MrzParsed` whose position in the MRZ is known. */
export type MrzField =
  | 'last_name'
  | 'first_name'
  | 'document_number'
  | 'date_of_birth'
  | 'expiry_date'
  | 'sex'
  | 'nationality'
  | 'issuing_country';
