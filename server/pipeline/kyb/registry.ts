import { registrationNumbersIn } from '../../checks/kyb/numbers.ts';
import { checkRegistry } from '../../checks/kyb/registry.ts';
import { identifyCompany, nameScore } from '../../checks/kyb/registry-identify.ts';
import { type Candidate, FOUND_BY, type FoundBy, type LoadedRegister } from '../../checks/kyb/registry-input.ts';
import type { Company } from '../../checks/kyb/types.ts';
import type { Policy } from '../../checks/policy.ts';
import { companyKey, leiKey, taxKey } from '../../registries/keys.ts';
import type { FoundCompany, RegisterSearch } from '../../registries/search.ts';
import { collectOwners } from './register-owners.ts';
import { describeRegister } from './registers.ts';
import { SIMILARITY } from './similarity.ts';
import type { KybStep } from './step.ts';

/** The maximum number of companies with similar names that are compared. */
const NAMESAKES_MAX = 50;

/** Looks up the company and its owners in the loaded registers. */
export const registryStep: KybStep<'registry'> = {
  name: 'registry',
  async run({ verification, registers, policy, nowMs, today }) {
    const { company, representatives, ubos } = verification.submission;
    const loaded = registers.versions().map((version) => describeRegister(version, nowMs));
    const keys = submittedKeys(company);
    const candidates = findCandidates({ company, keys, loaded, registers, policy });
    const identified = identifyCompany(candidates, company, SIMILARITY, policy);
    const companyKeys = [
      ...identified.records.flatMap((record) => record.company.keys),
      // A register of owners may have the number of a company that no company register holds.
      ...(identified.records.length === 0 ? Object.values(keys).flat() : []),
    ];
    const ownership = collectOwners({ companyKeys, ubos, registers });
    return checkRegistry({
      company,
      representatives,
      ubos,
      keys,
      identified,
      registers: loaded,
      ownership,
      similarity: SIMILARITY,
      today,
      policy,
    });
  },
};

type Keys = Record<FoundBy, string[]>;

/** Returns the keys for each submitted number. A tax number is also a register number if a country uses one number for both. */
function submittedKeys({ country, registration_number, lei, tax_id, vat_number }: Company): Keys {
  const registered = (value: string): (string | null)[] =>
    registrationNumbersIn(country, value).map((number) => companyKey(country, number));
  const keys = (value: string | undefined, find: (value: string) => (string | null)[]): string[] =>
    value === undefined ? [] : [...new Set(find(value).filter((key) => key !== null))];
  return {
    registration_number: keys(registration_number, (value) => [companyKey(country, value), ...registered(value)]),
    lei: keys(lei, (value) => [leiKey(value)]),
    tax_id: keys(tax_id, (value) => [taxKey(country, value), ...registered(value)]),
    vat_number: keys(vat_number, (value) => [taxKey(country, value), ...registered(value)]),
    name: [],
  };
}

/**
 * Returns the records that a number leads to, and by their keys those of the same company in other registers. If there are none,
 * it returns records with similar names.
 */
function findCandidates(input: {
  company: Company;
  keys: Keys;
  loaded: readonly LoadedRegister[];
  registers: RegisterSearch;
  policy: Policy;
}): Candidate[] {
  const { company, keys, loaded, registers, policy } = input;
  const found = new Map<string, Candidate>();
  const add = (all: readonly FoundCompany[], foundBy: FoundBy): void => {
    for (const one of all) {
      const register = loaded.find(({ id }) => id === one.register.id);
      const key = `${one.register.id} ${one.company.keys[0]} ${one.company.name}`;
      if (register && !found.has(key)) found.set(key, { company: one.company, register, foundBy });
    }
  };
  for (const foundBy of FOUND_BY) for (const key of keys[foundBy]) add(registers.byKey(key), foundBy);
  if (found.size === 0) {
    const { name_found_from } = policy.kyb.registry;
    const named = registers.byName(company.legal_name, { country: company.country, limit: NAMESAKES_MAX });
    add(
      named.filter((one) => nameScore(company.legal_name, one.company, SIMILARITY) >= name_found_from),
      'name',
    );
  }
  for (const known of [...found.values()])
    for (const key of known.company.keys) {
      const elsewhere = registers.byKey(key).filter(({ register }) => register.id !== known.register.id);
      add(elsewhere, known.foundBy);
    }
  return [...found.values()];
}
