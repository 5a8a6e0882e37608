import { describe, expect, test } from 'vitest';
import type { Ubo } from '../../../../server/checks/kyb/types.ts';
import { collectOwners, OWNER_DEPTH_MAX, OWNER_PARTIES_MAX } from '../../../../server/pipeline/kyb/register-owners.ts';
import type { RegisterOwner, RegisterOwnership } from '../../../../server/registries/types.ts';
import { fakeRegisters, registerCompany, registerOwnership, registerVersion } from '../../../support/registers.ts';

const entity = (key: string): RegisterOwner => ({
  type: 'entity',
  name: `Company ${key}`,
  keys: [key],
  identifiers: [],
});
const person = (name: string, birthDate = '1970-01'): RegisterOwner => ({
  type: 'person',
  name,
  birthDate,
  keys: [],
  identifiers: [],
});

function collect(ownerships: readonly RegisterOwnership[], ubos: Ubo[] = [], companyKeys = ['GB:1']) {
  const companies = [registerCompany({ keys: ['GB:2', 'LEI:TWO'] })];
  return collectOwners({
    companyKeys,
    ubos,
    registers: fakeRegisters({ version: registerVersion(), companies, ownerships }),
  });
}

/** `owner>owned` by name; the verified company is `-`. */
function edges({ parties, shares }: ReturnType<typeof collect>): string[] {
  const nameOf = (at: number | null) => (at === null ? '-' : parties[at]?.name);
  return shares.map(({ owner, owned }) => `${nameOf(owner)}>${nameOf(owned)}`);
}

describe('what registers say of owners', () => {
  test('people and companies, and the owners of those companies by any of their keys', () => {
    const result = collect([
      registerOwnership('GB:1', { owner: person('Sam Sample') }),
      registerOwnership('GB:1', { owner: entity('GB:2'), percent: null }),
      registerOwnership('LEI:TWO', { owner: person('Toni Test') }),
      registerOwnership('GB:9', { owner: person('Nobody') }),
    ]);
    expect(edges(result)).toEqual(['Sam Sample>-', 'Company GB:2>-', 'Toni Test>Company GB:2']);
    expect(result.parties[0]).toEqual({ type: 'person', name: 'Sam Sample', birth_date: '1970-01', identifiers: [] });
    expect(result.shares[0]).toMatchObject({ percent: { min: 25, max: 50 }, register: { id: 'reg_gb' } });
    expect(result.shares[1]?.percent).toBe(null);
  });

  test('one person who owns twice is one, of another birth date another', () => {
    const result = collect([
      registerOwnership('GB:1', { owner: person('Sam Sample') }),
      registerOwnership('GB:1', { owner: entity('GB:3') }),
      registerOwnership('GB:3', { owner: person('Sam Sample') }),
      registerOwnership('GB:3', { owner: person('Sam Sample', '1990-01') }),
    ]);
    expect(result.parties).toHaveLength(3);
    expect(result.shares).toHaveLength(4);
  });

  test('rings of companies end, and what the company has in its owners is left out', () => {
    const result = collect([
      registerOwnership('GB:1', { owner: entity('GB:3') }),
      registerOwnership('GB:3', { owner: entity('GB:4') }),
      registerOwnership('GB:4', { owner: entity('GB:3') }),
      registerOwnership('GB:4', { owner: entity('GB:1') }),
    ]);
    expect(edges(result)).toEqual(['Company GB:3>-', 'Company GB:4>Company GB:3', 'Company GB:3>Company GB:4']);
  });

  test('chains are followed so deep and no deeper', () => {
    const chain = Array.from({ length: OWNER_DEPTH_MAX + 5 }, (_, at) =>
      registerOwnership(`GB:${at + 1}`, { owner: entity(`GB:${at + 2}`) }),
    );
    expect(collect(chain.filter(({ owned }) => owned !== 'GB:2')).shares).toHaveLength(1);
    const far = chain.map((one) => ({
      ...one,
      owned: one.owned.replace('GB', 'X'),
      owner: entity(one.owner.keys[0]?.replace('GB', 'X') ?? ''),
    }));
    expect(collect(far, [], ['X:1']).shares).toHaveLength(OWNER_DEPTH_MAX);
  });

  test('only a limited number of owners', () => {
    const many = Array.from({ length: OWNER_PARTIES_MAX + 5 }, (_, at) =>
      registerOwnership('GB:1', { owner: person(`Person ${at}`) }),
    );
    expect(collect(many).parties).toHaveLength(OWNER_PARTIES_MAX);
  });

  test('the owners of companies that were submitted as owners', () => {
    const holding = { id: 'per_1', legal_name: 'Holding', ownership_percent: 50, country: 'GB' };
    const stated = [registerOwnership('GB:00000003', { owner: person('Toni Test') })];
    const result = collect(stated, [{ ...holding, registration_number: '3' }]);
    expect(edges(result)).toEqual(['Toni Test>Holding']);
    expect(result.parties[0]?.identifiers).toEqual([{ kind: 'registration_number', value: '3', country: 'GB' }]);
    expect(collect(stated, [holding]).parties).toEqual([]);
  });
});
