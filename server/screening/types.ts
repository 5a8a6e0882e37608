export type EntityType = 'person' | 'entity' | 'vessel' | 'aircraft' | 'unknown';

/** `weak`: the publisher itself calls it of low quality (a nickname, a single word). */
export interface ListName {
  name: string;
  kind: 'primary' | 'alias' | 'weak';
}

export interface ListIdentifier {
  /** The publisher's label in lower_snake_case, such as `passport` or `tax_id_no`. */
  kind: string;
  value: string;
  /** ISO 3166-1 alpha-2 */
  country?: string;
}

/** One person, company, vessel or aircraft of a list, as every format gives it. */
export interface ListEntry {
  /** The publisher's own number, the same in every version of the list; null where it gives none. */
  sourceId: string | null;
  type: EntityType;
  /** The primary name first. */
  names: [ListName, ...ListName[]];
  /** As `formats/dates.ts` writes them: `1961`, `1961-02`, `1961-02-17`, `1961~`, `1961/1963`. */
  birthDates: string[];
  /** ISO 3166-1 alpha-2 where the country is known to it, else as published: nationalities, then addresses. */
  countries: string[];
  identifiers: ListIdentifier[];
  programs: string[];
  topics: string[];
  /** YYYY-MM-DD */
  listedAt: string | null;
  /** What else the publisher says, for a person to look at: addresses, remarks, unknown columns. */
  original: Record<string, string | string[]>;
}

/** One imported version of a list. */
export interface ListVersion {
  /** `lst_...` */
  id: string;
  /** The same for every version of one list, such as `us_ofac_sdn`. */
  code: string;
  name: string;
  format: string;
  importerVersion: number;
  /** SHA-256 over the files, hex. */
  contentHash: string;
  /** YYYY-MM-DD, null where neither the file nor the operator gave one. */
  publishedAt: string | null;
  importedAtMs: number;
  entries: number;
  names: number;
  /** Rows of side files (aliases, addresses) that belong to no entry of the main file: they come from another day. */
  rowsSkipped: number;
  /** Whether it is the version that is searched. At most one of each code is. */
  active: boolean;
  /** The list's own limit of age; null: the appliance's. */
  ageDaysMax: number | null;
}
