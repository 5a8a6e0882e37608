import type { JsonObject } from '../../datasets/json-lines.ts';
import { isObject } from '../../datasets/json-lines.ts';
import { XmlElement } from '../../datasets/xml-element.ts';
import { LEI_PATHS, type LeiAddress, type LeiFacts } from './gleif-company.ts';
import { type LeiRelation, RELATION_PATHS } from './gleif-relation.ts';
import { mapValues } from './records.ts';

/** Levels of a record's tree. The deepest of LEI-CDF has seven. */
const DEPTH_MAX = 16;

/** Returns what an `LEIRecord` says. */
export function readLeiFacts(record: XmlElement): LeiFacts {
  const entity = record.child('Entity') ?? EMPTY;
  const others = entity.all('OtherEntityNames', 'OtherEntityName');
  const transliterated = entity.all('TransliteratedOtherEntityNames', 'TransliteratedOtherEntityName');
  const events = entity.all('LegalEntityEvents', 'LegalEntityEvent');
  return {
    ...mapValues(LEI_PATHS, (path) => textAt(record, path)),
    otherNames: [...others, ...transliterated].map((name) => ({ name: name.text, type: name.attribute('type') })),
    address: readAddress(entity.child('LegalAddress') ?? EMPTY),
    events: events.map((event) => ({
      type: event.childText('LegalEntityEventType'),
      status: event.attribute('event_status'),
    })),
  };
}

/** Returns the text of the element on this path, or an empty string if there is none. */
function textAt(record: XmlElement, path: string): string {
  return path.split('.').reduce<XmlElement | undefined>((element, name) => element?.child(name), record)?.text ?? '';
}

function readAddress(address: XmlElement): LeiAddress {
  return {
    lines: [address.childText('FirstAddressLine'), ...address.texts('AdditionalAddressLine')],
    city: address.childText('City'),
    region: address.childText('Region'),
    postalCode: address.childText('PostalCode'),
    country: address.childText('Country'),
  };
}

/** Returns what a `RelationshipRecord` says. */
export function readLeiRelation(record: XmlElement): LeiRelation {
  const relationship = record.child('Relationship') ?? EMPTY;
  return {
    ...mapValues(RELATION_PATHS, (path) => textAt(record, path)),
    periods: relationship.all('RelationshipPeriods', 'RelationshipPeriod').map((period) => ({
      type: period.childText('PeriodType'),
      from: period.childText('StartDate'),
      until: period.childText('EndDate'),
    })),
    quantifiers: relationship.all('RelationshipQuantifiers', 'RelationshipQuantifier').map((quantifier) => ({
      amount: quantifier.childText('QuantifierAmount'),
      units: quantifier.childText('QuantifierUnits'),
    })),
  };
}

const EMPTY = new XmlElement('', {}, 0);

/**
 * Returns a record of GLEIF's JSON as the element of its XML: `{"LegalName": {"@xml:lang": "en", "$": "Zed"}}` (the BadgerFish
 * convention), with a list for several elements of a name.
 */
export function elementOf(name: string, value: unknown, line: number, depth = 0): XmlElement {
  const object: JsonObject = isObject(value) ? value : { $: value };
  const attributes: Record<string, string> = Object.create(null);
  const element = new XmlElement(name, attributes, line);
  for (const [key, part] of Object.entries(object)) {
    if (key === '$') element.text = typeof part === 'string' || typeof part === 'number' ? String(part).trim() : '';
    else if (key.startsWith('@')) attributes[key.slice(key.lastIndexOf(':') + 1).replace('@', '')] = String(part);
    else if (depth < DEPTH_MAX) {
      for (const each of [part].flat()) element.children.push(elementOf(key, each, line, depth + 1));
    }
  }
  return element;
}
