import type { RegisterCompany } from '../../registries/types.ts';
import type { RegistryRecord, SearchedRegister } from './types.ts';

export type FoundBy = RegistryRecord['found_by'];

/** The surest first. */
export const FOUND_BY: readonly FoundBy[] = ['registration_number', 'lei', 'tax_id', 'vat_number', 'name'];

/** A register that is loaded, and what it holds. */
export interface LoadedRegister extends SearchedRegister {
  /** Countries all of whose companies it holds. ISO 3166-1 alpha-2. */
  completeFor: readonly string[];
  /** Countries of its companies. */
  countries: readonly string[];
}

/** A record that may be the company. */
export interface Candidate {
  company: RegisterCompany;
  register: LoadedRegister;
  foundBy: FoundBy;
}

/** How texts are compared; the check knows no names, scripts or forms itself. */
export interface Similarity {
  /** Of two names of companies, 0..1, whatever their script; legal forms count little. */
  names(a: string, b: string): number;
  /** Words in small Latin letters and digits. */
  words(text: string): string[];
  /** Whether both are one legal form; null: one of them is not known. */
  sameLegalForm(a: string, b: string): boolean | null;
}

/** Keys (`server/registries/keys.ts`) of the numbers that were submitted. */
export type SubmittedKeys = Readonly<Partial<Record<FoundBy, readonly string[]>>>;

/** A date of `YYYY-MM-DD` counts as whole. */
export const isWholeDate = (date: string): boolean => date.length === 'YYYY-MM-DD'.length;
