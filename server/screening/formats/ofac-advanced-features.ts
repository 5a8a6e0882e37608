import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import type { ListEntry } from '../types.ts';
import { addAddress, addCountry, addNationality, addNew, addOriginal, addRelation, labelKey } from './fill.ts';
import { readPeriod } from './ofac-advanced-dates.ts';
import type { AdvancedTables } from './ofac-advanced-tables.ts';
import { addFact } from './ofac-facts.ts';

/** What a version of a feature says, in words. */
interface Feature {
  label: string;
  /** Its text or the word that it refers to. */
  value: string;
  version: XmlElement;
}

const READERS: Record<string, (entry: ListEntry, feature: Feature, tables: AdvancedTables) => void> = {
  Birthdate: addBirth,
  'Place of Birth': (entry, feature, tables) => {
    const place = feature.value || placeTexts(feature, tables).join('; ');
    if (place !== '') addNew(entry.birthPlaces, place);
  },
  'Nationality Country': addNationalities,
  'Citizenship Country': addNationalities,
  'Nationality of Registration': addCountries,
  'Vessel Flag': (entry, feature, tables) => {
    addCountries(entry, feature, tables);
    addOriginal(entry, 'flag', feature.value);
  },
  'Vessel Owner': (entry, { value }) => {
    addRelation(entry, 'owner', value);
    addOriginal(entry, 'vessel_owner', value);
  },
  Location: addAddresses,
};

/** Adds all features of a `Profile`. A feature without a field in an entry is kept in `original` under its label. */
export function addFeatures(entry: ListEntry, profile: XmlElement, tables: AdvancedTables): void {
  for (const feature of profile.all('Feature')) {
    const label = tables.word('FeatureType', feature.attribute('FeatureTypeID'));
    for (const version of feature.all('FeatureVersion')) {
      addFeature(entry, { label, value: detailText(version, tables), version }, tables);
    }
  }
}

function addFeature(entry: ListEntry, feature: Feature, tables: AdvancedTables): void {
  const read = ownValue(READERS, feature.label);
  if (read) read(entry, feature, tables);
  else if (feature.label === '') addOriginal(entry, 'other', feature.value);
  else addFact(entry, { label: feature.label, value: feature.value || placeTexts(feature, tables).join('; ') });
}

function detailText(version: XmlElement, tables: AdvancedTables): string {
  const details = version.all('VersionDetail');
  const words = details.map(
    (detail) => detail.text || tables.word('DetailReference', detail.attribute('DetailReferenceID')),
  );
  return words.filter((word) => word !== '').join('; ');
}

function addBirth(entry: ListEntry, { label, value, version }: Feature): void {
  const dates = version.all('DatePeriod').map(readPeriod);
  for (const date of dates) if (date !== null) addNew(entry.birthDates, date);
  if (dates.length === 0) addOriginal(entry, labelKey(label), value);
}

function addNationalities(entry: ListEntry, feature: Feature, tables: AdvancedTables): void {
  for (const country of countriesOf(feature, tables)) addNationality(entry, country);
}

function addCountries(entry: ListEntry, feature: Feature, tables: AdvancedTables): void {
  for (const country of countriesOf(feature, tables)) addCountry(entry, country);
}

/** A country is given in a separate place, as the place's country or as its only part, or as the feature's text. */
function countriesOf({ value, version }: Feature, tables: AdvancedTables): string[] {
  const places = placesOf(version, tables).map(({ parts, country }) => country || parts.join(', '));
  return (places.length > 0 ? places : [value]).filter((country) => country !== '');
}

function addAddresses(entry: ListEntry, { version }: Feature, tables: AdvancedTables): void {
  for (const { parts, country } of placesOf(version, tables)) addAddress(entry, parts, country);
}

function placeTexts({ version }: Feature, tables: AdvancedTables): string[] {
  return placesOf(version, tables).map(({ parts, country }) => [...parts, country].filter(Boolean).join(', '));
}

function placesOf(version: XmlElement, tables: AdvancedTables): { parts: string[]; country: string }[] {
  return version.all('VersionLocation').flatMap((location) => tables.place(location.attribute('LocationID')) ?? []);
}
