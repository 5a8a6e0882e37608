import { addName, type ListEntry } from '../types.ts';
import { addNationality, addNew } from './fill.ts';
import { addBirthDate, addKnownFact, addLinks, type LabelledFact } from './ofac-facts.ts';
import { splitLabel } from './ofac-labels.ts';

const ALIAS = /^([afn])\.k\.a\. '(.+)'$/;
/** `Gender Male`, `Listing Date (CMIC) 03 Jun 2021`: labels of what is no number. */
const OTHER_LABELS =
  /^(Gender|Issuer Name|Nationality of Registration|Registration Country|Other Vessel Flag|Listing Date(?: \([^)]*\))?):? (.+)$/;

/**
 * Reads into the entry what OFAC packs into the remarks column, parts divided by semicolons and closed by a full stop,
 * such as `DOB 17 Feb 1962; POB Ensenada, Mexico; nationality Mexico; Passport K491821 (Mexico); a.k.a. 'EL EJEMPLO'.`
 * The names among them are those that OFAC calls weak aliases. The whole is kept in `original` as well.
 */
export function addRemarks(entry: ListEntry, text: string): void {
  if (text === '') return;
  entry.original['remarks'] = text;
  const parts = text.replace(/\.$/, '').split(';');
  for (const part of parts) addPart(entry, part.trim().replace(/^alt\. /i, ''));
}

function addPart(entry: ListEntry, part: string): void {
  if (addPersonalPart(entry, part)) return;
  if (part.startsWith('Linked To: ')) {
    addLinks(entry, part);
    return;
  }
  const fact = readFact(part);
  if (fact) addKnownFact(entry, fact);
}

function addPersonalPart(entry: ListEntry, part: string): boolean {
  const [, word = '', value = ''] = /^(DOB|POB|nationality|citizen) (.+)$/.exec(part) ?? [];
  const [, aliasKind, alias] = ALIAS.exec(part) ?? [];
  if (word === 'DOB') addBirthDate(entry, value);
  else if (word === 'POB') addNew(entry.birthPlaces, value);
  else if (word !== '') addNationality(entry, value);
  else if (alias !== undefined) addName(entry, alias, aliasKind === 'f' ? 'former' : 'alias', 'weak');
  return word !== '' || alias !== undefined;
}

function readFact(part: string): LabelledFact | null {
  const [, otherLabel, otherValue] = OTHER_LABELS.exec(part) ?? [];
  if (otherLabel !== undefined && otherValue !== undefined) return { label: otherLabel, value: otherValue };
  return splitLabel(part);
}
