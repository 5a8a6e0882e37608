import { describe, expect, test } from 'vitest';
import type { Company, RegistryResult } from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../../../server/checks/policy.ts';
import { registryStep } from '../../../../server/pipeline/kyb/registry.ts';
import type { KybStepContext } from '../../../../server/pipeline/kyb/step.ts';
import type { RegisterCompany } from '../../../../server/registries/types.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { type FakeRegister, fakeRegisters, registerCompany, registerVersion } from '../../../support/registers.ts';

const RECORDS = 300;
const WORDS =
  'marlowe harbour quay orchard bexley lantern meadow copper willow anchor granite falcon cedar ember'.split(' ');
const FORMS = ['Ltd', 'Limited', 'PLC', 'LLP'];
const STATUSES = ['active', 'insolvent', 'inactive', 'dissolved', 'struck_off', 'unknown'] as const;

const seed = testSeed();
const random = seededRandom(seed);
const below = (bound: number): number => Math.floor(random() * bound);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const title = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const words = (count: number): string => Array.from({ length: count }, () => title(pick(WORDS))).join(' ');

function randomRecord(number: string): RegisterCompany {
  const city = pick(['Hull', 'Leeds', 'York']);
  const postalCode = `HU${below(20)} ${below(10)}AB`;
  return registerCompany({
    number,
    name: `${words(2)} ${pick(FORMS)}`,
    incorporatedOn: `20${10 + below(15)}-0${1 + below(9)}-1${below(10)}`,
    address: { text: `${1 + below(99)} ${words(1)} Street, ${city}, ${postalCode}`, city, postalCode, country: 'GB' },
  });
}

/** What an honest caller sends about a record. */
function companyOf({ number, name, incorporatedOn, address }: RegisterCompany): Company {
  return {
    legal_name: name,
    country: 'GB',
    registration_number: number,
    ...(incorporatedOn === null ? {} : { incorporation_date: incorporatedOn }),
    address: {
      country: 'GB',
      ...(address && {
        line1: address.text.split(',')[0] ?? '',
        city: address.city ?? '',
        postal_code: address.postalCode ?? '',
      }),
    },
  };
}

function check(company: Company, registers: readonly FakeRegister[]): Promise<RegistryResult> {
  return registryStep.run({
    verification: { submission: { company, representatives: [], ubos: [], documents: [], metadata: null } },
    registers: fakeRegisters(...registers),
    policy: POLICY_V1,
    nowMs: Date.parse('2026-06-15'),
    today: '2026-06-15',
  } as unknown as KybStepContext);
}

const shareWord = (a: string, b: string): boolean =>
  b.split(' ').some((word) => !FORMS.includes(word) && a.split(' ').includes(word));
const register = (companies: readonly RegisterCompany[], more = {}): FakeRegister => ({
  version: registerVersion(more),
  companies,
});

describe(`companies of a register, seed ${seed}`, () => {
  const companies = Array.from({ length: RECORDS }, (_, at) => randomRecord(String(1_000_001 + at)));

  test('each is found by its number and agrees in all that was sent', async () => {
    for (const record of companies) {
      const result = await check(companyOf(record), [register(companies)]);
      expect(result.record?.number).toBe(record.number);
      expect(result.passed).toBe(true);
      expect(result.comparisons.every(({ agrees }) => agrees === true)).toBe(true);
    }
  });

  test('one by its name alone is itself, or it is not clear which; never another, and never failed', async () => {
    for (const record of companies.slice(0, 50)) {
      const { registration_number: _, ...company } = companyOf(record);
      const result = await check(company, [register(companies)]);
      if (result.record)
        expect(result.record).toMatchObject({ name: record.name, incorporated_on: record.incorporatedOn });
      else expect(result.findings).toContainEqual(expect.objectContaining({ code: 'company_ambiguous' }));
    }
  });

  test('one field that another record has in its place never passes', async () => {
    for (const record of companies.slice(0, 100)) {
      const other = companyOf(pick(companies.filter(({ name }) => !shareWord(name, record.name))));
      for (const field of ['legal_name', 'registration_number'] as const)
        expect((await check({ ...companyOf(record), [field]: other[field] }, [register(companies)])).passed).not.toBe(
          true,
        );
    }
  });

  test('what is not active never passes, in whatever order the registers are asked', async () => {
    for (const record of companies.slice(0, 60)) {
      const status = pick(STATUSES);
      const gone = { ...record, status };
      const other = register([record], { id: 'reg_other', code: 'other', completeFor: [], publishedAt: '2026-06-10' });
      const both = [register([gone]), other];
      const results = [await check(companyOf(record), both), await check(companyOf(record), both.toReversed())];
      expect(results[1]).toEqual({ ...results[0], datasets: results[1]?.datasets });
      expect(results[0]?.passed).toBe(status === 'active' || status === 'unknown');
    }
  });
});
