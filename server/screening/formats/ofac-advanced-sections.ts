import { isFullDate } from '../../datasets/dates.ts';
import type { ListFile } from '../../datasets/file.ts';
import { readElements } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import type { ImportJob, ListReading } from './format.ts';
import { readDay } from './ofac-advanced-dates.ts';
import { readNames } from './ofac-advanced-names.ts';
import { AdvancedTables, REFERENCE_NAMES } from './ofac-advanced-tables.ts';

const SECTIONS: Record<string, (element: XmlElement, tables: AdvancedTables, reading: ListReading) => void> = {
  DateOfIssue: (element, _, reading) => {
    const date = readDay(element);
    if (date !== null && isFullDate(date)) reading.publishedAt = date;
  },
  Location: addPlace,
  IDRegDocument: addDocument,
  DistinctParty: addNames,
  ProfileRelationship: addRelation,
  SanctionsEntry: addListing,
};

/** The elements that count as records read. The parties count when they become entries. */
const RECORDS = new Set(['Location', 'IDRegDocument', 'ProfileRelationship', 'SanctionsEntry']);

/** The first pass: reads everything except the parties. Of these it keeps only the names, for elements that refer to them. */
export async function readTables(file: ListFile, { reading, onRow }: ImportJob): Promise<AdvancedTables> {
  const tables = new AdvancedTables();
  for await (const element of readElements(file, [...REFERENCE_NAMES, ...Object.keys(SECTIONS)])) {
    const section = SECTIONS[element.name];
    if (section) section(element, tables, reading);
    else tables.addReference(element);
    if (RECORDS.has(element.name)) onRow();
  }
  return tables;
}

/** The order in which an address is written. */
const PART_ORDER = ['ADDRESS1', 'ADDRESS2', 'ADDRESS3', 'CITY', 'STATE/PROVINCE', 'POSTAL CODE', 'REGION'];

function addPlace(location: XmlElement, tables: AdvancedTables): void {
  const rank = (part: XmlElement): number => {
    const index = PART_ORDER.indexOf(tables.word('LocPartType', part.attribute('LocPartTypeID')));
    return index < 0 ? PART_ORDER.length : index;
  };
  const parts = location
    .all('LocationPart')
    .toSorted((a, b) => rank(a) - rank(b))
    .map(primaryValue)
    .filter((value) => value !== '');
  const countryId = location.child('LocationCountry')?.attribute('CountryID') ?? '';
  const areaCodeId = location.child('LocationAreaCode')?.attribute('AreaCodeID') ?? '';
  tables.addPlace(location.attribute('ID'), { parts, country: tables.countryOf(countryId, areaCodeId) });
}

/** A part may be written in several scripts. The primary one is in Latin letters. */
function primaryValue(part: XmlElement): string {
  const values = part.all('LocationPartValue');
  const primary = values.find((value) => value.attribute('Primary') === 'true') ?? values[0];
  return primary?.childText('Value') ?? '';
}

function addDocument(document: XmlElement, tables: AdvancedTables): void {
  const countryId =
    document.attribute('IssuedBy-CountryID') || (document.child('IssuedBy')?.attribute('CountryID') ?? '');
  tables.addDocument(document.attribute('IdentityID'), {
    label: tables.word('IDRegDocType', document.attribute('IDRegDocTypeID')) || 'document',
    value: document.childText('IDRegistrationNo'),
    country: tables.word('Country', countryId),
  });
}

function addNames(party: XmlElement, tables: AdvancedTables): void {
  for (const profile of party.all('Profile')) {
    const [first] = readNames(profile, tables);
    if (first) tables.addName(profile.attribute('ID') || party.attribute('FixedRef'), first.name);
  }
}

function addRelation(relationship: XmlElement, tables: AdvancedTables): void {
  if (relationship.attribute('Former') === 'true') return;
  tables.addRelation(relationship.attribute('From-ProfileID'), {
    kind: tables.relationKind(relationship.attribute('RelationTypeID')),
    to: relationship.attribute('To-ProfileID'),
  });
}

/** The programmes are comments on measures of the type `Program`. Other measures say what is forbidden. */
function addListing(entry: XmlElement, tables: AdvancedTables): void {
  const events = entry.all('EntryEvent');
  const programs = entry.all('SanctionsMeasure').filter((measure) => {
    const type = tables.word('SanctionsType', measure.attribute('SanctionsTypeID'));
    return type === '' || type === 'Program';
  });
  tables.addListing(entry.attribute('ProfileID'), {
    programs: [...new Set(programs.flatMap((measure) => measure.texts('Comment')))],
    dates: events.map((event) => readDay(event.child('Date')) ?? '').filter(isFullDate),
    lists: [tables.word('List', entry.attribute('ListID'))].filter((list) => list !== ''),
    legalBases: [...new Set(events.map((event) => tables.word('LegalBasis', event.attribute('LegalBasisID'))))].filter(
      (basis) => basis !== '',
    ),
  });
}
