import type { MrzRepair, Quad } from '../ports.ts';

export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRENCH_ID' | 'RUSSIAN_ID';

/** Where a checked field is: the names under which `check_digits` answers. */
export type CheckedField = 'document_number' | 'date_of_birth' | 'expiry_date' | 'personal_number' | 'composite';

/** A machine-readable zone taken apart. Values are as the MRZ encodes them: upper case, no accents; Russia's internal passport: Cyrillic names. */
export interface MrzParsed {
  format: MrzFormat;
  lines: string[];
  /** Every check digit that the format has is there and right; only those of empty fields may be missing. */
  valid: boolean;
  /** true if right, false if wrong, null if the format has none or leaves it out for an empty field. */
  check_digits: Record<CheckedField, boolean | null>;
  /** One or two characters: `P`, `ID`, `V`, `IR`. */
  document_code: string;
  /** The three-letter code as ISO 3166-1 alpha-2, or as given where it has none (`UTO`, `XXA`). */
  issuing_country: string;
  /** Null if the format does not tell. */
  nationality: string | null;
  /** The primary identifier; `<` as spaces. */
  last_name: string;
  /** The secondary identifier; empty where there is none. It may be cut off where the line was full. */
  first_name: string;
  document_number: string;
  /** YYYY-MM-DD, or null if it is unknown in part or no date. */
  date_of_birth: string | null;
  expiry_date: string | null;
  /** `X` where it is left unspecified, null if the character is none of M, F and the filler. */
  sex: 'M' | 'F' | 'X' | null;
  /** TD3: the personal number; other formats: the optional data, TD1's two parts with a space between. Null if empty. */
  optional_data: string | null;
}

/** An MRZ that was read and taken apart. */
export interface MrzRead extends MrzParsed {
  /** Of the least sure character, 0..1. */
  confidence: number;
  /** Of the least sure character of each field, 0..1; one that a check digit proves is ten times as sure. */
  confidences: Record<MrzField, number>;
  repaired: readonly MrzRepair[];
  /** Where each line stands in the picture, and each field that has a value. */
  quads: { lines: readonly Quad[]; fields: Partial<Record<MrzField, Quad>> };
}

/** The fields of `MrzParsed` whose place in the MRZ is known. */
export type MrzField =
  | 'last_name'
  | 'first_name'
  | 'document_number'
  | 'date_of_birth'
  | 'expiry_date'
  | 'sex'
  | 'nationality'
  | 'issuing_country';
