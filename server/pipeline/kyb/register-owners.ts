import type { RegisterParty, RegisterShare, RegistryResult, Ubo } from '../../checks/kyb/types.ts';
import { given } from '../../lib/given.ts';
import { companyKey, leiKey } from '../../registries/keys.ts';
import type { RegisterSearch } from '../../registries/search.ts';
import type { RegisterOwner } from '../../registries/types.ts';
import { nameRegister } from './registers.ts';

/** How many levels of companies above the verified one are followed. Deeper chains are cut off. */
export const OWNER_DEPTH_MAX = 10;
/** The maximum number of owners. The rest is cut off, so that no register keeps a verification busy. */
export const OWNER_PARTIES_MAX = 1_000;

interface Company {
  /** Index in `parties`. null: the verified company. */
  index: number | null;
  keys: ReadonlySet<string>;
  depth: number;
}

/**
 * Returns what the registers state about the owners of a company, of its owning companies, and of the companies submitted as owners. It goes level by
 * level up to `OWNER_DEPTH_MAX`. A company is visited once, under all of its keys, so circular ownership ends. People with the same name, birth date
 * and numbers are one person. Shares of the verified company in its own owners are left out.
 */
export function collectOwners(input: {
  companyKeys: readonly string[];
  ubos: readonly Ubo[];
  registers: RegisterSearch;
}): RegistryResult['ownership'] {
  const { companyKeys, ubos, registers } = input;
  const parties: RegisterParty[] = [];
  const shares: RegisterShare[] = [];
  const byKey = new Map<string, Company>();
  const seen = new Map<string, number>();
  const queue: Company[] = [];

  const meet = (index: number | null, keys: readonly string[], depth: number): void => {
    const company = { index, keys: allKeys(keys, registers), depth };
    for (const key of company.keys) byKey.set(key, company);
    queue.push(company);
  };
  const addParty = (party: RegisterParty): number | null =>
    parties.length < OWNER_PARTIES_MAX ? parties.push(party) - 1 : null;

  const placeOf = (owner: RegisterOwner, depth: number): number | null => {
    const known = owner.type === 'entity' ? owner.keys.flatMap((key) => byKey.get(key) ?? [])[0] : undefined;
    if (known) return known.index;
    const identity = JSON.stringify([owner.type, owner.name, owner.birthDate, owner.keys, owner.identifiers]);
    const before = seen.get(identity);
    if (before !== undefined) return before;
    const index = addParty(partyOf(owner));
    if (index === null) return null;
    seen.set(identity, index);
    if (owner.type === 'entity' && owner.keys.length > 0 && depth < OWNER_DEPTH_MAX) meet(index, owner.keys, depth);
    return index;
  };

  meet(null, companyKeys, 0);
  for (const ubo of ubos) {
    const keys = keysOfUbo(ubo);
    if (ubo.legal_name === undefined || keys.length === 0 || keys.some((key) => byKey.has(key))) continue;
    const index = addParty({ type: 'entity', name: ubo.legal_name, ...countryOf(ubo), identifiers: numbersOf(ubo) });
    if (index !== null) meet(index, keys, 1);
  }
  for (let at = 0; at < queue.length; at++) {
    const company = queue[at] as Company;
    for (const { ownership, register } of registers.ownersOf([...company.keys])) {
      const owner = placeOf(ownership.owner, company.depth + 1);
      if (owner === null) continue;
      const { percent, interests } = ownership;
      shares.push({ owner, owned: company.index, percent, interests, register: nameRegister(register) });
    }
  }
  return { parties, shares };
}

/** Returns all keys of a company in the registers, including those by which it is known. */
function allKeys(keys: readonly string[], registers: RegisterSearch): Set<string> {
  return new Set([...keys, ...keys.flatMap((key) => registers.byKey(key).flatMap(({ company }) => company.keys))]);
}

const partyOf = ({ type, name, birthDate, nationality, country, identifiers }: RegisterOwner): RegisterParty =>
  given({ type, name, birth_date: birthDate, nationality, country, identifiers });

function keysOfUbo({ country, registration_number, lei }: Ubo): string[] {
  const keys = [
    country !== undefined && registration_number !== undefined ? companyKey(country, registration_number) : null,
    lei === undefined ? null : leiKey(lei),
  ];
  return keys.filter((key) => key !== null);
}

function numbersOf({ country, registration_number, lei }: Ubo): RegisterParty['identifiers'] {
  return [
    ...(registration_number === undefined
      ? []
      : [{ kind: 'registration_number', value: registration_number, ...given({ country }) }]),
    ...(lei === undefined ? [] : [{ kind: 'lei', value: lei }]),
  ];
}

const countryOf = ({ country }: Ubo): { country?: string } => (country === undefined ? {} : { country });
