import type { NameSubject } from '../../../server/names/word.ts';
import { seededRandom } from '../../support/random.ts';
import type { NamePart, NameTables } from './tables.ts';

/** A generated name with its parts, so it can also be written in other ways. */
export interface MadeName {
  subject: NameSubject;
  parts: NamePart[];
  /** Words that are not names: legal form and business of a company. */
  trailing: string[];
}

const COMPANY_SHARE = 0.2;
const MIDDLE_SHARE = 0.35;
const DOUBLE_SURNAME_SHARE = 0.12;
/** This share of a name's words is among the most common ones of a country... */
const COMMON_SHARE = 0.3;
/** ...and the others become rarer by rank: the share of the rarer half of a table is 1 - 0.5 ** (1 / SKEW). */
const SKEW = 2;
/** Every fourth name is another spelling of the one before it. */
const ALIAS_EVERY = 4;
const LOCAL_SHARE = 0.04;

const BUSINESS = `
  trading international general shipping holding investment group construction services industries import export
  oil petroleum transport logistics technology engineering marine development resources energy global consulting
  bank finance pharma textiles motors electronics foods`
  .trim()
  .split(/\s+/);
const LEGAL_FORMS = 'Ltd LLC GmbH Co Inc SA OOO FZE Limited Corp BV AG PLC S.r.l.'.split(' ');

/**
 * The name at a place; the same place always gives the same name. A fifth are companies, the others persons; every
 * fourth is an alias of the one before.
 */
export function makeName(tables: NameTables, place: number): MadeName {
  const alias = place % ALIAS_EVERY === ALIAS_EVERY - 1;
  const random = seededRandom((alias ? place - 1 : place) * 2_654_435_761);
  const name = random() < COMPANY_SHARE ? makeCompany(tables, random) : makePerson(tables, random);
  return alias ? makeAlias(name, seededRandom(place * 40_503)) : name;
}

function makePerson(tables: NameTables, random: () => number): MadeName {
  const country = pick(tables.countries, random);
  const given = () => pickPart(country.given, tables.given, random);
  const surname = () => pickPart(country.surnames, tables.surnames, random);
  const parts = [given()];
  if (random() < MIDDLE_SHARE) parts.push(given());
  parts.push(surname());
  if (random() < DOUBLE_SURNAME_SHARE) parts.push(surname());
  return { subject: 'person', parts, trailing: [] };
}

function makeCompany(tables: NameTables, random: () => number): MadeName {
  const surname = () => pickPart([], tables.surnames, random);
  const parts = random() < 0.4 ? [surname(), surname()] : [surname()];
  const business = Array.from({ length: 1 + Math.floor(random() * 2) }, () => pickSkewed(BUSINESS, random));
  return { subject: 'organisation', parts, trailing: [...business.map(capitalise), pickSkewed(LEGAL_FORMS, random)] };
}

/** Another order, another last letter, or one name fewer. */
function makeAlias(name: MadeName, random: () => number): MadeName {
  const parts = [...name.parts];
  if (parts.length > 2 && random() < 0.4) parts.splice(1, 1);
  else if (name.subject === 'person' && random() < 0.5) parts.reverse();
  else {
    const last = parts.pop() as NamePart;
    const latin = `${last.latin.slice(0, -1)}${'aeiov'.charAt(Math.floor(random() * 5))}`;
    parts.push({ latin, local: latin });
  }
  return { ...name, parts };
}

function pickPart(common: readonly NamePart[], all: readonly string[], random: () => number): NamePart {
  if (common.length > 0 && random() < COMMON_SHARE) return pickSkewed(common, random);
  const latin = pickSkewed(all, random);
  return { latin, local: latin };
}

export function pick<Value>(from: readonly Value[], random: () => number): Value {
  return from[Math.floor(random() * from.length)] as Value;
}

function pickSkewed<Value>(from: readonly Value[], random: () => number): Value {
  return from[Math.floor(random() ** SKEW * from.length)] as Value;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function writeName({ parts, trailing }: MadeName, letters: keyof NamePart = 'latin'): string {
  return [...parts.map((part) => part[letters]), ...trailing].join(' ');
}

/** The names of a list, a few of them in their country's script. */
export function* makeNames(tables: NameTables, count: number): Generator<{ name: string; subject: NameSubject }> {
  for (let place = 0; place < count; place++) {
    const made = makeName(tables, place);
    const local = seededRandom(place + 7)() < LOCAL_SHARE;
    yield { name: writeName(made, local ? 'local' : 'latin'), subject: made.subject };
  }
}
