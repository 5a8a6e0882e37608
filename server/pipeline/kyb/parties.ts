import {
  COMPANY_PARTY,
  type Company,
  type PartyId,
  type RegisterParty,
  type RegistryRecord,
  type RegistryResult,
  type Representative,
  type Ubo,
} from '../../checks/kyb/types.ts';
import { fold } from '../../checks/read/fold.ts';
import { submittedBirth } from '../../checks/read-values.ts';
import { spanOf, spansMeet } from '../../lib/date-spans.ts';
import type { SearchQuery } from '../../screening/search.ts';
import type { KybSubmission } from '../../verifications/types.ts';
import { addressLine, fullName, tiedTo } from '../screen-subjects.ts';

type Facts = Omit<SearchQuery, 'name' | 'type'>;
type Identifiers = NonNullable<SearchQuery['identifiers']>;

/** A party to be screened, with everything stated about it. */
export interface Party {
  party: PartyId;
  searches: { source: 'submitted' | 'register'; query: SearchQuery }[];
}

/**
 * Returns every party named around a company, each once: the company with all of its names, including those in the register; its
 * representatives and owners; and owners whom only a register names. If a register names an owner who was submitted, its data is
 * searched in addition to the submitted data. Parties without a name are left out.
 */
export function partiesOf(
  { company, representatives, ubos }: Pick<KybSubmission, 'company' | 'representatives' | 'ubos'>,
  { record, ownership }: Pick<RegistryResult, 'record' | 'ownership'>,
): Party[] {
  const companyParty: Party = {
    party: COMPANY_PARTY,
    searches: [
      ...companySearches(company).map((query) => ({ source: 'submitted' as const, query })),
      ...(record === null ? [] : recordSearches(record)).map((query) => ({ source: 'register' as const, query })),
    ],
  };
  const acting = representatives.map((each) => submitted(each.id, personQuery(each)));
  const owners = ubos.map((ubo) => joined(submitted(ubo.id, ownerQuery(ubo)), acting));
  const others = acting.filter(({ party }) => !owners.some((owner) => owner.party === party));
  const parties = [companyParty, ...others, ...owners];
  const named = parties.filter(({ searches }) => searches.length > 0);
  // A representative need not be the owner of the same name.
  return joinRegistered(named, [companyParty, ...owners], ownership.parties);
}

function submitted(party: PartyId, query: SearchQuery): Party {
  return { party, searches: query.name === '' ? [] : [{ source: 'submitted', query }] };
}

/** Merges an owner with their record as representative into one party: a query that both have is run once. */
function joined(owner: Party, acting: readonly Party[]): Party {
  const same = acting.find(({ party }) => party === owner.party);
  const known = new Set(owner.searches.map(({ query }) => JSON.stringify(query)));
  const more = same?.searches.filter(({ query }) => !known.has(JSON.stringify(query))) ?? [];
  return { ...owner, searches: [...owner.searches, ...more] };
}

/** Adds the owners of registers: to the first party that is the same, or else as new parties. */
function joinRegistered(parties: Party[], owners: readonly Party[], registered: readonly RegisterParty[]): Party[] {
  const all = [...parties];
  const byName = new Map<string, Set<Party>>();
  const know = (party: Party, { name }: SearchQuery): void => {
    byName.set(fold(name), (byName.get(fold(name)) ?? new Set()).add(party));
  };
  for (const owner of owners) for (const { query } of owner.searches) know(owner, query);
  for (const [at, named] of registered.entries()) {
    const query = {
      name: named.name,
      type: named.type,
      ...(named.birth_date === undefined ? {} : { birthDate: named.birth_date }),
      ...tiedTo(named.nationality, named.country),
      ...(named.identifiers.length === 0 ? {} : { identifiers: named.identifiers }),
    };
    if (query.name === '') continue;
    const namesakes = [...(byName.get(fold(query.name)) ?? [])];
    const same = namesakes.find(({ searches }) => !searches.some((other) => differ(other.query, query)));
    const party = same ?? { party: `register:${at}`, searches: [] };
    party.searches.push({ source: 'register', query });
    know(party, query);
    if (!same) all.push(party);
  }
  return all;
}

/** Whether any known fact of the two differs, so that they may be two parties with one name. */
function differ(a: SearchQuery, b: SearchQuery): boolean {
  const sameBirth = !a.birthDate || !b.birthDate || spansMeet(spanOf(a.birthDate), spanOf(b.birthDate));
  const sameTies = !a.countries || !b.countries || a.countries.some((country) => b.countries?.includes(country));
  return a.type !== b.type || !sameBirth || !sameTies || otherNumber(a.identifiers ?? [], b.identifiers ?? []);
}

/** Whether both have a number of one kind, and the numbers differ. */
function otherNumber(a: Identifiers, b: Identifiers): boolean {
  return a.some(({ kind, value }) => b.some((other) => other.kind === kind && fold(other.value) !== fold(value)));
}

function companySearches(company: Company): SearchQuery[] {
  const { legal_name, country, address, trading_names = [], former_names = [] } = company;
  const facts = {
    ...tiedTo(country, address.country),
    ...numbers([
      ['registration_number', company.registration_number, country],
      ['tax', company.tax_id, country],
      ['vat', company.vat_number, country],
      ['lei', company.lei],
    ]),
    ...addressLine(address),
  };
  return namedBy([legal_name, ...trading_names, ...former_names], facts);
}

function recordSearches({ name, other_names, country, identifiers, address }: RegistryRecord): SearchQuery[] {
  const facts = {
    ...tiedTo(country, address?.country),
    ...(identifiers.length === 0 ? {} : { identifiers }),
    ...(address === null ? {} : { address: address.text }),
  };
  return namedBy([name, ...other_names.map((other) => other.name)], facts);
}

/** Returns queries for the same company by each of its names, each once. */
function namedBy(names: readonly string[], facts: Facts): SearchQuery[] {
  const written = names.map(fold);
  const once = names.filter((_, at) => written.indexOf(written[at] ?? '') === at);
  return once.map((name) => ({ name, type: 'entity', ...facts }));
}

function personQuery(
  person: Pick<Representative, 'dob' | 'birth_date' | 'nationality'> &
    Pick<Ubo, 'first_name' | 'last_name' | 'country'>,
): SearchQuery {
  const { first_name, last_name, nationality, country } = person;
  const birthDate = submittedBirth(person);
  return {
    name: fullName(first_name, last_name),
    type: 'person',
    ...(birthDate === null ? {} : { birthDate }),
    ...tiedTo(nationality, country),
  };
}

/** An owner with a `legal_name` is a company. */
function ownerQuery(ubo: Ubo): SearchQuery {
  const { legal_name, country } = ubo;
  if (legal_name === undefined) return personQuery(ubo);
  const known = numbers([
    ['registration_number', ubo.registration_number, country],
    ['lei', ubo.lei],
  ]);
  return { name: legal_name, type: 'entity', ...tiedTo(country), ...known };
}

/** Returns the numbers that are present: each with its kind, its value, and the country that issued it. */
function numbers(
  known: readonly [kind: string, value: string | undefined, country?: string | undefined][],
): Pick<Facts, 'identifiers'> {
  const identifiers: Identifiers = known.flatMap(([kind, value, country]) =>
    value === undefined ? [] : [{ kind, value, ...(country === undefined ? {} : { country }) }],
  );
  return identifiers.length === 0 ? {} : { identifiers };
}
