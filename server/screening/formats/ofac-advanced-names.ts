import type { XmlElement } from '../../datasets/xml-element.ts';
import { addName, type ListEntry, type ListName, newEntry } from '../types.ts';
import { isOtherScript } from './fill.ts';
import type { AdvancedTables } from './ofac-advanced-tables.ts';

const LAST_NAME = 'Last Name';
const LATIN = /^Lat(?:in|n)$/i;

/**
 * Returns the names of a `Profile`: the primary one first, each documented name of each alias, with a person's parts in the order
 * of OFAC's other formats (`LAST, First Middle`). Empty if the profile has none.
 */
export function readNames(profile: XmlElement, tables: AdvancedTables): ListName[] {
  const found: ListName[] = [];
  for (const identity of profile.all('Identity')) {
    const partTypes = partTypesOf(identity);
    for (const alias of identity.all('Alias')) {
      for (const documented of alias.all('DocumentedName')) {
        const name = writeName(documented, partTypes, tables);
        if (name.text !== '') found.push(nameOf(alias, name, tables));
      }
    }
  }
  return found.toSorted((a, b) => Number(b.kind === 'primary') - Number(a.kind === 'primary'));
}

/** Makes an entry of the names. The first is its primary name, whatever the file calls it. */
export function entryOf(
  id: string,
  type: ListEntry['type'],
  [first, ...others]: readonly ListName[],
): ListEntry | null {
  if (!first) return null;
  const entry = newEntry(id, type, first.name);
  for (const { name, kind, quality } of others) addName(entry, name, kind === 'primary' ? 'alias' : kind, quality);
  return entry;
}

interface WrittenName {
  text: string;
  isLatin: boolean;
}

function nameOf(alias: XmlElement, { text, isLatin }: WrittenName, tables: AdvancedTables): ListName {
  const isWeak = alias.attribute('LowQuality') === 'true';
  return { name: text, kind: nameKind(alias, isLatin, tables), quality: isWeak ? 'weak' : 'strong' };
}

function nameKind(alias: XmlElement, isLatin: boolean, tables: AdvancedTables): ListName['kind'] {
  if (!isLatin) return 'original_script';
  if (alias.attribute('Primary') === 'true') return 'primary';
  return tables.word('AliasType', alias.attribute('AliasTypeID')) === 'F.K.A.' ? 'former' : 'alias';
}

/** Maps the number of a part's group to the number of its type. */
function partTypesOf(identity: XmlElement): Map<string, string> {
  const groups = identity.all('NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup');
  return new Map(groups.map((group) => [group.attribute('ID'), group.attribute('NamePartTypeID')]));
}

function writeName(documented: XmlElement, partTypes: Map<string, string>, tables: AdvancedTables): WrittenName {
  const values = documented.all('DocumentedNamePart', 'NamePartValue').filter(({ text }) => text !== '');
  const isLastName = (value: XmlElement): boolean =>
    tables.word('NamePartType', partTypes.get(value.attribute('NamePartGroupID')) ?? '') === LAST_NAME;
  const join = (parts: XmlElement[]): string => parts.map(({ text }) => text).join(' ');
  const lastNames = values.filter(isLastName);
  const others = values.filter((value) => !lastNames.includes(value));
  const text = [join(lastNames), join(others)].filter((part) => part !== '').join(', ');
  const script = values[0]?.attribute('ScriptID') ?? '';
  const word = script === '' ? '' : tables.word('Script', script);
  return { text, isLatin: word === '' ? !isOtherScript(text) : LATIN.test(word) };
}
