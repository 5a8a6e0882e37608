import type { WatchlistEntryAnswer } from '../../../server/contract/watchlists.ts';
import { officeText } from '../../parts/hit.ts';
import { formatCountry, textFor } from '../../text/text.ts';
import { entityLabel, fieldValue, nameKindLabel, topicLabel } from '../../text/words.ts';

/** What an entry says, in the order in which it is read. `original` are the list's own words. */
export const ENTRY_FIELDS = [
  'names',
  'type',
  'birth_dates',
  'birth_places',
  'genders',
  'nationalities',
  'countries',
  'identifiers',
  'addresses',
  'roles',
  'relations',
  'media',
  'programs',
  'topics',
  'listed_at',
  'source_id',
  'original',
] as const;
type EntryField = (typeof ENTRY_FIELDS)[number];

export const entryFieldLabel = (field: string): string => textFor(`entry.${field}`) ?? field.replaceAll('_', ' ');

/** A field of an entry as lines for a person; none where it says nothing. */
export function entryLines(entry: WatchlistEntryAnswer, field: EntryField): string[] {
  const at = (country: string | undefined): string => (country === undefined ? '' : `, ${formatCountry(country)}`);
  switch (field) {
    case 'names':
      return entry.names.map(({ name, kind }) => (kind === 'primary' ? name : `${name} (${nameKindLabel(kind)})`));
    case 'type':
      return [entityLabel(entry.type)];
    case 'nationalities':
    case 'countries':
      return entry[field].map(formatCountry);
    case 'genders':
      return entry.genders.map((gender) => fieldValue('gender', gender));
    case 'identifiers':
      return entry.identifiers.map(({ kind, value, country }) => `${plain(kind)} ${value}${at(country)}`);
    case 'addresses':
      return entry.addresses.map(({ text, country }) => (text === '' && country ? formatCountry(country) : text));
    case 'roles':
      return entry.roles.map(officeText);
    case 'relations':
      return entry.relations.map(({ kind, name }) => `${plain(kind)}: ${name}`);
    case 'media':
      return entry.media.map(({ source, date, title, url, passage }) => {
        const report = [source, title, date, url].filter(Boolean).join(', ');
        return passage === undefined ? report : `${report}: ${passage}`;
      });
    case 'topics':
      return entry.topics.map(topicLabel);
    case 'listed_at':
    case 'source_id':
      return [entry[field] ?? ''].filter(Boolean).map((value) => fieldValue(field, value));
    case 'original':
      return Object.entries(entry.original).map(([name, value]) => `${name}: ${[value].flat().join('; ')}`);
    default:
      return entry[field].map((value) => fieldValue(field, value));
  }
}

const plain = (code: string): string => code.replaceAll('_', ' ');
