import { failAt, type ListFile, rowError } from '../../datasets/file.ts';
import { readElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import type { EntityType, ListEntry } from '../types.ts';
import { addOriginal, orderCountries } from './fill.ts';
import { countOrphan, createEntryCheck, type ImportJob, type ListFormat, oneFile } from './format.ts';
import { addFeatures } from './ofac-advanced-features.ts';
import { entryOf, readNames } from './ofac-advanced-names.ts';
import { readTables } from './ofac-advanced-sections.ts';
import type { AdvancedTables } from './ofac-advanced-tables.ts';
import { addFact, addLinks, OFAC_CONSOLIDATED, OFAC_SDN } from './ofac-facts.ts';

/**
 * OFAC's lists in the Advanced Sanctions Data Model, `sdn_advanced.xml` and `cons_advanced.xml`: a `Sanctions` element with
 * reference values, locations, documents, parties, relationships and sanctions entries, which refer to each other by numbers. The
 * file is read twice: first everything except the parties into tables, then the parties one by one.
 */
export const ofacSdnAdvanced = ofacAdvanced('ofac_advanced', OFAC_SDN);
export const ofacConsolidatedAdvanced = ofacAdvanced('ofac_cons_advanced', OFAC_CONSOLIDATED);

/** The SDN list's number among `ListValues`. Only the last section of a file states which list its entries are on. */
const SDN_LIST_ID = '1550';

function ofacAdvanced(id: string, list: ListFormat['list']): ListFormat {
  return oneFile({
    id,
    list,
    recognises: (file) =>
      rootOf(file)?.name === 'Sanctions' &&
      /<ReferenceValueSets\b/.test(file.head) &&
      isConsolidated(file) === (list === OFAC_CONSOLIDATED),
    read: readParties,
  });
}

/** Whether none of the last entries is on the SDN list. */
function isConsolidated({ tail }: ListFile): boolean {
  const lists = [...tail.matchAll(/<SanctionsEntry\b[^>]*\bListID="(\d+)"/g)].map(([, list]) => list);
  return lists.length > 0 && !lists.includes(SDN_LIST_ID);
}

async function* readParties(file: ListFile, job: ImportJob): AsyncGenerator<ListEntry> {
  const tables = await readTables(file, job);
  const check = createEntryCheck();
  for await (const party of readElements(file, ['DistinctParty'])) {
    for (const profile of party.all('Profile')) {
      const id = profile.attribute('ID') || party.attribute('FixedRef');
      if (!/^\d+$/.test(id)) throw rowError(file, party.line, 'the party has no number (FixedRef).');
      check(id, failAt(file, party.line));
      job.onRow();
      yield makeEntry(file, id, party, profile, tables);
    }
  }
  for (const [kind, count] of Object.entries(tables.leftOver())) {
    for (let left = count; left > 0; left -= 1) countOrphan(job.reading, kind);
  }
}

function makeEntry(
  file: ListFile,
  id: string,
  party: XmlElement,
  profile: XmlElement,
  tables: AdvancedTables,
): ListEntry {
  const entry = entryOf(id, typeOf(profile, tables), readNames(profile, tables));
  if (!entry) throw rowError(file, party.line, 'the name is missing.');
  addFeatures(entry, profile, tables);
  for (const identity of profile.all('Identity')) {
    for (const document of tables.takeDocuments(identity.attribute('ID'))) addFact(entry, document);
  }
  addListing(entry, id, tables);
  for (const { kind, to } of tables.relationsOf(id)) {
    const name = tables.nameOf(to);
    if (name !== null) entry.relations.push({ kind, name, sourceId: to });
  }
  addOriginal(entry, 'remarks', party.childText('Comment'));
  addLinks(entry, party.childText('Comment'));
  return orderCountries(entry);
}

function addListing(entry: ListEntry, id: string, tables: AdvancedTables): void {
  entry.topics = ['sanction'];
  const listing = tables.takeListing(id);
  if (!listing) return;
  entry.programs = listing.programs;
  entry.listedAt = listing.dates.toSorted()[0] ?? null;
  for (const list of listing.lists) addOriginal(entry, 'list', list);
  for (const basis of listing.legalBases) addOriginal(entry, 'legal_basis', basis);
}

/** By the subtype (vessel, aircraft), or else by the type that it belongs to. */
function typeOf(profile: XmlElement, tables: AdvancedTables): EntityType {
  const subTypeId = profile.attribute('PartySubTypeID');
  const words = [tables.word('PartySubType', subTypeId), tables.partyTypeOf(subTypeId)];
  if (words.includes('Vessel')) return 'vessel';
  if (words.includes('Aircraft')) return 'aircraft';
  if (words.includes('Individual')) return 'person';
  return words.includes('Entity') ? 'entity' : 'unknown';
}
