import type { DatasetVersion } from '../datasets/versions.ts';
import type { Identifier } from '../lib/identifiers/match.ts';

/** The status of a company in its record. */
export type RegisterStatus = 'active' | 'insolvent' | 'inactive' | 'dissolved' | 'struck_off' | 'unknown';

/** Of one of `server/lib/identifiers`' kinds if it is known (`lei`, `fr.siren`, ...), otherwise `registration_number`, `tax_id` and the like. */
export type RegisterIdentifier = Identifier;

export interface RegisterAddress {
  /** As published, on one line. */
  text: string;
  city: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
}

/** One company of a register, as every format returns it. */
export interface RegisterCompany {
  /**
   * The keys by which it is found and referred to (`keys.ts`): its number in its country, its LEI, other numbers. The first is the register's own.
   */
  keys: [string, ...string[]];
  /** The register's own number, as published. */
  number: string;
  identifiers: RegisterIdentifier[];
  name: string;
  otherNames: { name: string; kind: 'former' | 'trading' | 'other' }[];
  /** ISO 3166-1 alpha-2, of registration. */
  country: string;
  status: RegisterStatus;
  /** As published. null if the register does not state it. */
  statusText: string | null;
  /** As published, in words. A code of ISO 20275 is written as `ELF 2HBR`. */
  legalForm: string | null;
  /** YYYY-MM-DD */
  incorporatedOn: string | null;
  dissolvedOn: string | null;
  address: RegisterAddress | null;
  /** Codes or words of its business, as published. */
  activities: string[];
}

/** A party that owns or controls a company. */
export interface RegisterOwner {
  type: 'person' | 'entity';
  name: string;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
  birthDate?: string;
  nationality?: string;
  country?: string;
  /** For a company: the keys by which registers find it (`keys.ts`). */
  keys: string[];
  identifiers: RegisterIdentifier[];
}

/** One share or other hold on a company that a register states. */
export interface RegisterOwnership {
  /** The key (`keys.ts`) of the owned company. */
  owned: string;
  owner: RegisterOwner;
  /** Percent. The bounds are equal if it is exact. null: control by other means. */
  percent: { min: number; max: number } | null;
  /** In the register's own words. */
  interests: string[];
  /** YYYY-MM-DD */
  from: string | null;
  /** YYYY-MM-DD: it has ended. */
  until: string | null;
}

export type RegisterRecord = { company: RegisterCompany } | { ownership: RegisterOwnership };

/** One imported version of a register. */
export interface RegisterVersion extends DatasetVersion {
  importedBy: string;
  companies: number;
  owners: number;
  /** Countries of which it holds all companies: a company that is not in it does not exist. ISO 3166-1 alpha-2. */
  completeFor: string[];
  /** Countries of its companies and owned companies, the most frequent first, at most a few dozen. */
  countries: string[];
  /** Rows that could not be used, by reason. */
  skipped: Record<string, number>;
}
