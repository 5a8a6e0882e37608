import { countryCode } from '../../datasets/countries.ts';
import { isFullDate, isPartialDate } from '../../datasets/dates.ts';
import { type EntityType, type ListEntry, type ListRole, newEntry, type OfficeLevel, type Topic } from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addCountry,
  addGender,
  addIdentifier,
  addNationality,
  addNew,
  addOriginal,
  addScriptName,
  orderCountries,
  settleNames,
} from './fill.ts';
import { type Adjuncts, adjunctsOf, type FtmContext } from './ftm-adjuncts.ts';
import { type FtmEntity, firstOf, valuesOf } from './ftm-lines.ts';
import { FTM_NUMBERS, topicOf } from './ftm-schemas.ts';

/** Properties with names, with their kinds and qualities. */
const NAMES = [
  ['name', 'alias', 'strong'],
  ['alias', 'alias', 'strong'],
  ['previousName', 'former', 'strong'],
  ['abbreviation', 'alias', 'weak'],
  ['weakAlias', 'alias', 'weak'],
] as const;
const COUNTRIES = ['country', 'jurisdiction', 'mainCountry', 'flag', 'pastFlags', 'birthCountry'];
const NATIONALITIES = ['nationality', 'citizenship'];
/** Properties with separate fields. All others are kept for a reader. */
const TAKEN = new Set<string>([
  ...NAMES.map(([property]) => property),
  ...COUNTRIES,
  ...NATIONALITIES,
  ...FTM_NUMBERS,
  ...['birthDate', 'birthPlace', 'gender', 'address', 'addressEntity', 'topics', 'programId', 'program'],
]);

/** Returns an entity with everything that the file says about it, or null if it has no name. */
export function makeFtmEntry(entity: FtmEntity, type: EntityType, context: FtmContext): ListEntry | null {
  const entry = newEntry(entity.id, type, '');
  addNames(entry, entity);
  if (!settleNames(entry)) return null;
  entry.topics = topicsOf(entity);
  addFacts(entry, entity);
  for (const id of valuesOf(entity, 'addressEntity')) {
    const address = context.addresses.get(id);
    if (address) addAddress(entry, [address.text], address.country);
  }
  addAdjuncts(entry, adjunctsOf(context, entity.id), context);
  if (entry.topics.includes('pep') && entry.roles.length === 0) {
    for (const title of valuesOf(entity, 'position')) entry.roles.push({ title });
  }
  return orderCountries(entry);
}

/** Returns our topics of an entity. An entity listed without a reason gets `other`. */
export function topicsOf(entity: FtmEntity): Topic[] {
  const known = valuesOf(entity, 'topics').map(topicOf);
  const topics = [...new Set(known.filter((topic) => topic !== null))];
  return topics.length === 0 ? ['other'] : topics;
}

/** The parts of a person's name in order, for a person of whom only these are known. */
const NAME_PARTS = ['firstName', 'secondName', 'middleName', 'fatherName', 'lastName'];

/** The caption is one of the names, the one that its publisher shows. */
function addNames(entry: ListEntry, entity: FtmEntity): void {
  if (valuesOf(entity, 'name').includes(entity.caption)) addScriptName(entry, entity.caption, 'primary');
  if (NAMES.every(([property]) => firstOf(entity, property) === '')) {
    addScriptName(
      entry,
      NAME_PARTS.map((part) => firstOf(entity, part))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
  }
  for (const [property, kind, quality] of NAMES) {
    for (const name of valuesOf(entity, property)) addScriptName(entry, name, kind, quality);
  }
}

function addFacts(entry: ListEntry, entity: FtmEntity): void {
  for (const property of NATIONALITIES) for (const code of valuesOf(entity, property)) addNationality(entry, code);
  for (const property of COUNTRIES) for (const code of valuesOf(entity, property)) addCountry(entry, code);
  for (const date of valuesOf(entity, 'birthDate')) addBirthDates(entry, date.slice(0, 10));
  for (const place of valuesOf(entity, 'birthPlace')) addBirthPlace(entry, place);
  for (const gender of valuesOf(entity, 'gender')) addGender(entry, gender);
  for (const address of valuesOf(entity, 'address')) addAddress(entry, [address]);
  for (const property of FTM_NUMBERS) {
    for (const number of valuesOf(entity, property)) addIdentifier(entry, property, number);
  }
  for (const program of [...valuesOf(entity, 'program'), ...valuesOf(entity, 'programId')])
    addNew(entry.programs, program);
  for (const property of Object.keys(entity.properties)) {
    if (!TAKEN.has(property)) for (const text of valuesOf(entity, property)) addOriginal(entry, property, text);
  }
  for (const dataset of entity.datasets) addOriginal(entry, 'datasets', dataset);
  addOriginal(entry, 'schema', entity.schema);
  addOriginal(entry, 'topics', valuesOf(entity, 'topics').join(', '));
}

function addAdjuncts(entry: ListEntry, adjuncts: Adjuncts, context: FtmContext): void {
  for (const { programs, original } of adjuncts.sanctions) {
    for (const program of programs) addNew(entry.programs, program);
    for (const [key, text] of Object.entries(original)) addOriginal(entry, `sanction_${key}`, text);
  }
  const listed = adjuncts.sanctions.map(({ listedAt }) => listedAt.slice(0, 10)).filter(isFullDate);
  entry.listedAt = listed.toSorted()[0] ?? null;
  for (const { label, number, country } of adjuncts.papers) addIdentifier(entry, label, number, country);
  for (const { post, from, until } of adjuncts.offices) addRole(entry, context.positions.get(post), from, until);
  for (const { kind, other } of adjuncts.links) {
    const name = context.names.get(other);
    if (name) entry.relations.push({ kind, name, sourceId: other });
  }
  for (const { document, date } of adjuncts.documents) addMedia(entry, context.articles.get(document), date);
}

function addRole(
  entry: ListEntry,
  post: { title: string; country: string; level: OfficeLevel | undefined } | undefined,
  from: string,
  until: string,
): void {
  if (!post || post.title === '') return;
  const role: ListRole = { title: post.title };
  if (post.country !== '') role.country = countryCode(post.country);
  if (isPartialDate(from.slice(0, 10))) role.from = from.slice(0, 10);
  if (isPartialDate(until.slice(0, 10))) role.until = until.slice(0, 10);
  if (post.level !== undefined) role.level = post.level;
  entry.roles.push(role);
}

function addMedia(
  entry: ListEntry,
  article: { title: string; source: string; date: string } | undefined,
  said: string,
): void {
  if (!article || (article.source === '' && article.title === '')) return;
  const date = [article.date, said].map((text) => text.slice(0, 10)).find(isPartialDate);
  entry.media.push({
    source: article.source,
    ...(date === undefined ? {} : { date }),
    ...(article.title === '' ? {} : { title: article.title }),
  });
}

/** Whether the file has this entity on the list: as a target, or with a topic for which people are listed. */
export function isListed(entity: FtmEntity): boolean {
  return entity.target ?? (firstOf(entity, 'topics') === '' || hasListedTopic(entity));
}

/** The same for an entity that is not a person, company, vessel or aircraft: the file must state it. */
export function isNamedAsListed(entity: FtmEntity): boolean {
  return entity.target ?? hasListedTopic(entity);
}

function hasListedTopic(entity: FtmEntity): boolean {
  return valuesOf(entity, 'topics').some((topic) => topicOf(topic) !== null);
}
