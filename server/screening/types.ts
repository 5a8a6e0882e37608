import { isPlaceholder } from '../datasets/placeholder.ts';
import type { DatasetVersion } from '../datasets/versions.ts';
import type { Identifier } from '../lib/identifiers/match.ts';

export type EntityType = 'person' | 'entity' | 'vessel' | 'aircraft' | 'unknown';

/**
 * Why a party is listed, in our words: `sanction`; `pep`, a politically exposed person; `relative_or_associate` of one; `crime`,
 * wanted or convicted; `adverse_media`; `export_control`; `debarment` from public money; `other`.
 */
export const TOPICS = [
  'sanction',
  'pep',
  'relative_or_associate',
  'crime',
  'adverse_media',
  'export_control',
  'debarment',
  'other',
] as const;
export type Topic = (typeof TOPICS)[number];

export interface ListName {
  name: string;
  /** `former`: no longer used. `original_script`: as written in the person's own script. */
  kind: 'primary' | 'alias' | 'former' | 'original_script';
  /** `weak`: the publisher calls it low quality (a nickname, a single word). */
  quality: 'strong' | 'weak';
}

/** Of one of `server/lib/identifiers`' kinds if it is known, otherwise under the publisher's label in lower_snake_case. */
export type ListIdentifier = Identifier;

export interface ListAddress {
  /** As published, on one line. */
  text: string;
  /** ISO 3166-1 alpha-2 */
  country?: string;
}

/**
 * The level of an office, as in published data on politically exposed persons: of a state, of a part of one, of a municipality, or of an
 * international organisation (FATF, recommendation 12). The office's country shows whether a holder is foreign or domestic.
 */
export const OFFICE_LEVELS = ['national', 'regional', 'local', 'international'] as const;
export type OfficeLevel = (typeof OFFICE_LEVELS)[number];

/** An office, for politically exposed persons. Dates are in the forms of `datasets/dates.ts`. */
export interface ListRole {
  title: string;
  country?: string;
  from?: string;
  until?: string;
  /** Absent: the publisher does not state it. */
  level?: OfficeLevel;
}

/** Another party that the publisher names with this one: a spouse, an owner, an associate. */
export interface ListRelation {
  /** The publisher's word, such as `spouse` or `associate`. */
  kind: string;
  name: string;
  sourceId?: string;
}

/** A media report. */
export interface ListMedia {
  source: string;
  /** In the forms of `datasets/dates.ts`. */
  date?: string;
  title?: string;
  /** Of its page. It is shown, never opened. */
  url?: string;
  /** What it says about the entry, at most `LIMITS.mediaPassageCharsMax` characters. */
  passage?: string;
}

/** One person, company, vessel or aircraft of a list, as every format returns it. */
export interface ListEntry {
  /** The publisher's own number, the same in every version of the list. null if it has none. */
  sourceId: string | null;
  type: EntityType;
  /** The primary name first. */
  names: [ListName, ...ListName[]];
  /** In the forms of `datasets/dates.ts`: `1961`, `1961-02`, `1961-02-17`, `1961~`, `1961/1963`. */
  birthDates: string[];
  birthPlaces: string[];
  genders: ('male' | 'female')[];
  /** ISO 3166-1 alpha-2 if the country is known to it, otherwise as published. */
  nationalities: string[];
  /** Every country it is linked to, nationalities first: residence, registration, flag, addresses. Written in the same way. */
  countries: string[];
  identifiers: ListIdentifier[];
  addresses: ListAddress[];
  roles: ListRole[];
  relations: ListRelation[];
  media: ListMedia[];
  programs: string[];
  topics: Topic[];
  /** YYYY-MM-DD */
  listedAt: string | null;
  /** The publisher's other data, for a reader: remarks, functions, legal grounds, unknown columns. */
  original: Record<string, string | string[]>;
}

/** Returns an entry with only a name, for a format to fill. */
export function newEntry(sourceId: string | null, type: EntityType, name: string): ListEntry {
  return {
    sourceId,
    type,
    names: [{ name, kind: 'primary', quality: 'strong' }],
    birthDates: [],
    birthPlaces: [],
    genders: [],
    nationalities: [],
    countries: [],
    identifiers: [],
    addresses: [],
    roles: [],
    relations: [],
    media: [],
    programs: [],
    topics: [],
    listedAt: null,
    // Keys are a file's column names, including `__proto__`.
    original: Object.create(null),
  };
}

/** Adds a name unless it is empty, says that there is none, or is already present. */
export function addName(
  entry: ListEntry,
  name: string,
  kind: ListName['kind'],
  quality: ListName['quality'] = 'strong',
): void {
  const text = name.trim();
  if (text === '' || isPlaceholder(text) || entry.names.some((known) => known.name === text)) return;
  entry.names.push({ name: text, kind, quality });
}

/** One imported version of a list. */
export interface ListVersion extends DatasetVersion {
  entries: number;
  names: number;
  /** Entries by type. */
  types: Partial<Record<EntityType, number>>;
  /** Rows that belong to no entry (aliases, addresses from another day's list), by kind. */
  orphans: Record<string, number>;
  /** Their sum. */
  rowsSkipped: number;
  /** How many entries the file says it holds. */
  recordsDeclared: number | null;
}
