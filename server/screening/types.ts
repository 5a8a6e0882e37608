import { isPlaceholder } from '../datasets/placeholder.ts';
import type { DatasetVersion } from '../datasets/versions.ts';
import type { Identifier } from '../lib/identifiers/match.ts';

export type EntityType = 'person' | 'entity' | 'vessel' | 'aircraft' | 'unknown';

/**
 * Why somebody is listed, in our words: `sanction`; `pep`, a politically exposed person; `relative_or_associate` of one;
 * `crime`, wanted or convicted; `adverse_media`; `export_control`; `debarment` from public money; `other`.
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
  /** `former`: no longer borne; `original_script`: as written in the person's own script. */
  kind: 'primary' | 'alias' | 'former' | 'original_script';
  /** `weak`: the publisher itself calls it of low quality (a nickname, a single word). */
  quality: 'strong' | 'weak';
}

/** Of one of `server/lib/identifiers`' kinds where it is known, else under the publisher's label in lower_snake_case. */
export type ListIdentifier = Identifier;

export interface ListAddress {
  /** As published, on one line. */
  text: string;
  /** ISO 3166-1 alpha-2 */
  country?: string;
}

/**
 * Where an office stands, as published data on politically exposed persons have it: of a state, of a part of one, of a municipality, or of an
 * international organisation (FATF, recommendation 12). Whether a holder is foreign or domestic lies in the office's country.
 */
export const OFFICE_LEVELS = ['national', 'regional', 'local', 'international'] as const;
export type OfficeLevel = (typeof OFFICE_LEVELS)[number];

/** An office, for politically exposed persons. Dates in the forms of `datasets/dates.ts`. */
export interface ListRole {
  title: string;
  country?: string;
  from?: string;
  until?: string;
  /** Absent: the publisher does not tell. */
  level?: OfficeLevel;
}

/** Another one that the publisher names beside this one: a spouse, an owner, an associate. */
export interface ListRelation {
  /** The publisher's word, such as `spouse` or `associate`. */
  kind: string;
  name: string;
  sourceId?: string;
}

/** A report in the media. */
export interface ListMedia {
  source: string;
  /** In the forms of `datasets/dates.ts`. */
  date?: string;
  title?: string;
  /** Of its page; shown, never opened. */
  url?: string;
  /** What it says of whom it names, `LIMITS.mediaPassageCharsMax` characters at most. */
  passage?: string;
}

/** One person, company, vessel or aircraft of a list, as every format gives it. */
export interface ListEntry {
  /** The publisher's own number, the same in every version of the list; null where it gives none. */
  sourceId: string | null;
  type: EntityType;
  /** The primary name first. */
  names: [ListName, ...ListName[]];
  /** As `datasets/dates.ts` writes them: `1961`, `1961-02`, `1961-02-17`, `1961~`, `1961/1963`. */
  birthDates: string[];
  birthPlaces: string[];
  genders: ('male' | 'female')[];
  /** ISO 3166-1 alpha-2 where the country is known to it, else as published. */
  nationalities: string[];
  /** Every country it is tied to, nationalities first: residence, registration, flag, addresses. Written likewise. */
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
  /** What else the publisher says, for a person to look at: remarks, functions, legal grounds, unknown columns. */
  original: Record<string, string | string[]>;
}

/** An entry with a name and nothing else known, for a format to fill. */
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
    // Keys are what a file calls its columns, `__proto__` too.
    original: Object.create(null),
  };
}

/** Adds a name unless it is empty, says that there is none, or is there already. */
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
  /** Rows that belong to no entry (aliases, addresses of another day's list), by kind. */
  orphans: Record<string, number>;
  /** Their sum. */
  rowsSkipped: number;
  /** How many entries the file itself says it holds. */
  recordsDeclared: number | null;
}
