import type { XmlElement } from '../../datasets/xml-element.ts';
import { labelKey } from './fill.ts';

/** The elements of `ReferenceValueSets` that are read: the words for the numbers used elsewhere in the file. */
export const REFERENCE_NAMES = [
  'AliasType',
  'AreaCode',
  'Country',
  'DetailReference',
  'FeatureType',
  'IDRegDocType',
  'LegalBasis',
  'List',
  'LocPartType',
  'NamePartType',
  'PartySubType',
  'PartyType',
  'RelationType',
  'SanctionsType',
  'Script',
] as const;
export type ReferenceName = (typeof REFERENCE_NAMES)[number];

/** An address, or a country if it has only that. */
export interface Place {
  /** Without the country. */
  parts: string[];
  /** As published. Empty if there is none. */
  country: string;
}

export interface Document {
  label: string;
  value: string;
  country: string;
}

/** What a sanctions entry says about a profile. */
export interface Listing {
  programs: string[];
  /** YYYY-MM-DD */
  dates: string[];
  lists: string[];
  legalBases: string[];
}

export interface Relation {
  kind: string;
  to: string;
}

/**
 * Everything in the file except the parties themselves, by reference numbers. Data kept by the thousand is kept as JSON: a text
 * cut out of the file would keep that whole piece of the file in memory.
 */
export class AdvancedTables {
  private readonly references = new Map<string, string>();
  private readonly subTypeOwners = new Map<string, string>();
  private readonly places = new Map<string, string>();
  private readonly documents = new Map<string, string[]>();
  private readonly listings = new Map<string, string>();
  private readonly relations = new Map<string, string[]>();
  private readonly names = new Map<string, string>();

  addReference(element: XmlElement): void {
    const id = element.attribute('ID');
    // The text of an area is its code, and its description is its name.
    const text = element.attribute('Description') || element.text || element.attribute('ISO2');
    this.references.set(copyOf(`${element.name} ${id}`), copyOf(text));
    if (element.name === 'PartySubType') this.subTypeOwners.set(copyOf(id), copyOf(element.attribute('PartyTypeID')));
  }

  /** Returns the word for a number, or an empty string if the file has none. */
  word(kind: ReferenceName, id: string): string {
    return this.references.get(`${kind} ${id}`) ?? '';
  }

  partyTypeOf(subTypeId: string): string {
    return this.word('PartyType', this.subTypeOwners.get(subTypeId) ?? '');
  }

  addPlace(id: string, place: Place): void {
    this.places.set(copyOf(id), JSON.stringify(place));
  }

  place(id: string): Place | null {
    return parse<Place>(this.places.get(id));
  }

  addDocument(identityId: string, document: Document): void {
    pushTo(this.documents, identityId, JSON.stringify(document));
  }

  /** Takes the documents of an identity out of the table. */
  takeDocuments(identityId: string): Document[] {
    const documents = this.documents.get(identityId) ?? [];
    this.documents.delete(identityId);
    return documents.map((document) => JSON.parse(document));
  }

  addListing(profileId: string, listing: Listing): void {
    const known = parse<Listing>(this.listings.get(profileId));
    const merged = known
      ? {
          programs: [...new Set([...known.programs, ...listing.programs])],
          dates: [...known.dates, ...listing.dates],
          lists: [...new Set([...known.lists, ...listing.lists])],
          legalBases: [...new Set([...known.legalBases, ...listing.legalBases])],
        }
      : listing;
    this.listings.set(copyOf(profileId), JSON.stringify(merged));
  }

  takeListing(profileId: string): Listing | null {
    const listing = parse<Listing>(this.listings.get(profileId));
    this.listings.delete(profileId);
    return listing;
  }

  addRelation(profileId: string, relation: Relation): void {
    pushTo(this.relations, profileId, JSON.stringify(relation));
  }

  relationsOf(profileId: string): Relation[] {
    return (this.relations.get(profileId) ?? []).map((relation) => JSON.parse(relation));
  }

  addName(profileId: string, name: string): void {
    this.names.set(copyOf(profileId), copyOf(name));
  }

  nameOf(profileId: string): string | null {
    return this.names.get(profileId) ?? null;
  }

  /** Counts what no party took: it belongs to none of the file. */
  leftOver(): Record<'document' | 'sanctions_entry', number> {
    const documents = [...this.documents.values()].reduce((sum, list) => sum + list.length, 0);
    return { document: documents, sanctions_entry: this.listings.size };
  }

  /** Returns a country as published. */
  countryOf(countryId: string, areaCodeId: string): string {
    return this.word('Country', countryId) || this.word('AreaCode', areaCodeId);
  }

  relationKind(typeId: string): string {
    return labelKey(this.word('RelationType', typeId)) || 'related';
  }
}

function parse<T>(json: string | undefined): T | null {
  return json === undefined ? null : JSON.parse(json);
}

function pushTo(table: Map<string, string[]>, key: string, value: string): void {
  const known = table.get(key);
  if (known) known.push(value);
  else table.set(copyOf(key), [value]);
}

/** Copies the text, so that it does not refer to the file's memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
