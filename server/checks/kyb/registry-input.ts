import type { RegisterCompany } from '../../registries/types.ts';
import type { RegistryRecord, SearchedRegister } from './types.ts';

export type FoundBy = RegistryRecord['found_by'];

/** The most reliable first. */
export const FOUND_BY: readonly FoundBy[] = ['registration_number', 'lei', 'tax_id', 'vat_number', 'name'];

/** A loaded register and what it holds. */
export interface LoadedRegister extends SearchedRegister {
  /** Countries of which it holds all companies. ISO 3166-1 alpha-2. */
  completeFor: readonly string[];
  /** The countries of its companies. */
  countries: readonly string[];
}

/** A record that may be the company. */
export interface Candidate {
  company: RegisterCompany;
  register: LoadedRegister;
  foundBy: FoundBy;
}

/** How texts are compared. The check itself knows no names, scripts or legal forms. */
export interface Similarity {
  /** Similarity of two company names, 0..1, whatever their script. Legal forms count little. */
  names(a: string, b: string): number;
  /** Words in small Latin letters and digits. */
  words(text: string): string[];
  /** Whether both are the same legal form. null: one of them is not known. */
  sameLegalForm(a: string, b: string): boolean | null;
}

/** The keys (`server/registries/keys.ts`) of the submitted numbers. */
export type SubmittedKeys = Readonly<Partial<Record<FoundBy, readonly string[]>>>;

/** A date of the length of `YYYY-MM-DD` counts as whole. */
export const isWholeDate = (date: string): boolean => date.length === 'YYYY-MM-DD'.length;
