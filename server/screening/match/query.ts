import type { EntityType, Topic } from '../types.ts';

export interface QueryIdentifier {
  value: string;
  /** One of `server/lib/identifiers`' kinds; absent: it may be any number. */
  kind?: string;
  /** ISO 3166-1 alpha-2, of its issuer. */
  country?: string;
}

/** What is searched for: a name or a number, and what else is known. Nothing that is left out speaks for or against. */
export interface SearchQuery {
  name: string;
  /** Entries of another type are not compared, those of unknown type are. Absent: every entry is. */
  type?: Exclude<EntityType, 'unknown'>;
  /** As it is known, in the forms of `datasets/dates.ts`: `1961-02-17`, `1961-02`, `1961`, `1961/1963`. */
  birthDate?: string;
  gender?: 'male' | 'female';
  /** ISO 3166-1 alpha-2: nationalities, residence or registration. */
  countries?: readonly string[];
  identifiers?: readonly QueryIdentifier[];
  /** On one line. */
  address?: string;
  /** Codes of the lists to search; absent: all. */
  lists?: readonly string[];
  /** Only entries that are listed for one of these; absent: all. */
  topics?: readonly Topic[];
  /** From this score on somebody is shown, 0..1, in the place of what the policy says. */
  threshold?: number;
  /** At most so many hits, instead of `LIMITS.hitsMax`. */
  limit?: number;
}
