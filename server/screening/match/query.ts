import type { EntityType, Topic } from '../types.ts';

export interface QueryIdentifier {
  value: string;
  /** One of `server/lib/identifiers`' kinds. Absent: it may be any number. */
  kind?: string;
  /** ISO 3166-1 alpha-2, of its issuer. */
  country?: string;
}

/** A search for a name or a number, with other known facts. A fact that is left out has no effect. */
export interface SearchQuery {
  name: string;
  /** Entries of another type are not compared; those of unknown type are. Absent: every entry is. */
  type?: Exclude<EntityType, 'unknown'>;
  /** As far as it is known, in the forms of `datasets/dates.ts`: `1961-02-17`, `1961-02`, `1961`, `1961/1963`. */
  birthDate?: string;
  gender?: 'male' | 'female';
  /** ISO 3166-1 alpha-2: nationalities, residence or registration. */
  countries?: readonly string[];
  identifiers?: readonly QueryIdentifier[];
  /** On one line. */
  address?: string;
  /** Codes of the lists to search. Absent: all. */
  lists?: readonly string[];
  /** Only entries that are listed for one of these. Absent: all. */
  topics?: readonly Topic[];
  /** The score, 0..1, from which an entry is shown, instead of the policy's threshold. */
  threshold?: number;
  /** The maximum number of hits, instead of `LIMITS.hitsMax`. */
  limit?: number;
}
