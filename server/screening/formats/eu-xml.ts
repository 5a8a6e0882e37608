import { dayIn } from '../../datasets/dates.ts';
import type { Fail } from '../../datasets/file.ts';
import { rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import { type ListEntry, newEntry } from '../types.ts';
import {
  addEuAddress,
  addEuBirth,
  addEuCitizenship,
  addEuIdentification,
  addEuName,
  addEuRegulation,
  EU_TYPES,
  type EuValue,
} from './eu-facts.ts';
import { addOriginal, orderCountries, settleNames } from './fill.ts';
import { oneFile } from './format.ts';
import { readXmlList } from './xml-list.ts';

/** What a child element of an entity adds. */
const PARTS: Record<string, (entry: ListEntry, value: EuValue) => void> = {
  nameAlias: addEuName,
  birthdate: addEuBirth,
  citizenship: addEuCitizenship,
  identification: addEuIdentification,
  address: addEuAddress,
  regulation: addEuRegulation,
};

/**
 * The European Union's consolidated financial sanctions list, as XML of the Financial Sanctions Files 1.1
 * (`xmlFullSanctionsList_1_1`, namespace `http://eu.europa.ec/fpi/fsd/export`), built to the published schema: one
 * `sanctionEntity` each, known by its `euReferenceNumber`. The list's date is that of its generation.
 */
export const euXml = oneFile({
  id: 'eu_fsf_xml',
  list: { code: 'eu_fsf', name: 'EU Consolidated Financial Sanctions List' },
  recognises(file) {
    const root = rootOf(file);
    return root?.name === 'export' && root.attribute('generationDate') !== '';
  },
  read: (file, job) =>
    readXmlList(file, job, {
      entries: ['sanctionEntity'],
      headers: ['export'],
      readHeader: (root, { reading }) => {
        reading.publishedAt = dayIn(root.attribute('generationDate').slice(0, 10));
      },
      read: makeEntry,
    }),
});

function makeEntry(element: XmlElement, fail: Fail): ListEntry | null {
  const id = element.attribute('euReferenceNumber') || element.attribute('logicalId');
  if (id === '') fail('the euReferenceNumber is missing.');
  const type = ownValue(EU_TYPES, element.child('subjectType')?.attribute('code').toLowerCase() ?? '');
  if (type === undefined) return fail('the subjectType is neither person nor enterprise.');
  const entry = newEntry(id, type, '');
  for (const part of element.children) ownValue(PARTS, part.name)?.(entry, (attribute) => part.attribute(attribute));
  if (!settleNames(entry)) return null;
  entry.topics = ['sanction'];
  entry.listedAt = dayIn(element.attribute('designationDate').slice(0, 10));
  for (const key of ['designationDetails', 'unitedNationId', 'logicalId'])
    addOriginal(entry, key, element.attribute(key));
  for (const remark of element.texts('remark')) addOriginal(entry, 'remark', remark);
  for (const url of element.texts('regulation', 'publicationUrl')) addOriginal(entry, 'publicationUrl', url);
  return orderCountries(entry);
}
