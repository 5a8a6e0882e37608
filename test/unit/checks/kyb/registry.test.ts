import { describe, expect, test } from 'vitest';
import type { Company, RegistryResult, Representative, Ubo } from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1, type Policy } from '../../../../server/checks/policy.ts';
import { registryStep } from '../../../../server/pipeline/kyb/registry.ts';
import type { KybStepContext } from '../../../../server/pipeline/kyb/step.ts';
import { companyKey, leiKey, taxKey } from '../../../../server/registries/keys.ts';
import {
  type FakeRegister,
  fakeRegisters,
  leiCompany,
  registerCompany,
  registerVersion,
} from '../../../support/registers.ts';

const TODAY = '2026-06-15';
const LEI = 'O2RNE8IBXP4R0TD8PU41';

/** The company as the sample register has it. */
const COMPANY: Company = {
  legal_name: 'Marlowe Harbour Limited',
  country: 'GB',
  registration_number: '1234567',
  incorporation_date: '2001-02-03',
  address: { line1: '1 Quay St.', city: 'Hull', postal_code: 'HU1 2AB', country: 'GB' },
};

function check(
  company: Partial<Company>,
  registers: readonly FakeRegister[],
  {
    ubos = [],
    representatives = [],
    policy = POLICY_V1,
  }: { ubos?: Ubo[]; representatives?: Representative[]; policy?: Policy } = {},
): Promise<RegistryResult> {
  const submission = { company: { ...COMPANY, ...company }, representatives, ubos, documents: [], metadata: null };
  return registryStep.run({
    verification: { submission },
    registers: fakeRegisters(...registers),
    policy,
    nowMs: Date.parse(TODAY),
    today: TODAY,
  } as unknown as KybStepContext);
}

const gb = (...companies: FakeRegister['companies'] & object): FakeRegister => ({
  version: registerVersion(),
  companies: companies.length > 0 ? companies : [registerCompany()],
});
const gleif = (...companies: FakeRegister['companies'] & object): FakeRegister => ({
  version: registerVersion({
    id: 'reg_gleif',
    code: 'gleif',
    name: 'LEI sample',
    completeFor: [],
    countries: ['GB', 'FR'],
  }),
  companies,
});
/** The codes, without the one about numbers that have no check digits. */
const codes = ({ findings }: RegistryResult) =>
  findings.map(({ code }) => code).filter((code) => code !== 'number_not_checked');
const agreeing = ({ comparisons }: RegistryResult) =>
  Object.fromEntries(comparisons.map(({ field, agrees }) => [field, agrees]));
const without = (...fields: (keyof Company)[]): Partial<Company> =>
  Object.fromEntries(fields.map((field) => [field, undefined]));

describe('a company that is found', () => {
  test('agrees in every field, and the result names the record and its register', async () => {
    const result = await check({}, [gb()]);
    expect(result.passed).toBe(true);
    expect(codes(result)).toEqual([]);
    expect(agreeing(result)).toEqual({
      'company.legal_name': true,
      'company.registration_number': true,
      'company.country': true,
      'company.address': true,
      'company.incorporation_date': true,
    });
    expect(result.record).toMatchObject({
      number: '01234567',
      status: 'active',
      found_by: 'registration_number',
      register: { id: 'reg_gb', code: 'gb_sample', version: '2026-06-01.c0ffee00' },
    });
    expect(result.datasets).toEqual([
      {
        id: 'reg_gb',
        code: 'gb_sample',
        name: 'Sample register',
        version: '2026-06-01.c0ffee00',
        dated: '2026-06-01',
        age_days: 14,
        stale: false,
        companies: 1,
        owners: 0,
      },
    ]);
  });

  test('by its LEI, its tax number, its VAT number, or its name and country', async () => {
    const foundBy = async (company: Partial<Company>, ...companies: FakeRegister['companies'] & object) =>
      (await check({ ...without('registration_number'), ...company }, [gb(...companies)])).record?.found_by;
    const taxed = registerCompany({ keys: ['GB:01234567', taxKey('GB', '123456789') ?? ''] });
    expect(await foundBy({ lei: LEI }, leiCompany(LEI))).toBe('lei');
    expect(await foundBy({ tax_id: 'GB 123 456 789' }, taxed)).toBe('tax_id');
    expect(await foundBy({ vat_number: 'GB123456789' }, taxed)).toBe('vat_number');
    expect(await foundBy({}, taxed)).toBe('name');
    expect(await foundBy({ country: 'IE', address: { country: 'IE' } }, taxed)).toBe(undefined);
  });

  test('by the registration number that a tax number is or holds', async () => {
    const french = registerCompany({ country: 'FR', number: '552120222', address: null });
    for (const number of [{ vat_number: 'FR27552120222' }, { tax_id: '55212022200013' }]) {
      const result = await check({ ...without('registration_number'), country: 'FR', ...number }, [gb(french)]);
      expect(result.record?.number).toBe('552120222');
    }
  });

  test.each([
    ['dissolved', 'company_dissolved'],
    ['struck_off', 'company_struck_off'],
    ['insolvent', 'company_insolvent'],
    ['inactive', 'company_inactive'],
    ['unknown', 'company_status_unknown'],
  ] as const)('%s: %s', async (status, code) => {
    const result = await check({}, [gb(registerCompany({ status }))]);
    expect(codes(result)).toEqual([code]);
    expect(result.passed).toBe(status === 'unknown');
  });

  test.each([
    ['Marlowe Harbour Ltd', []],
    ['Marlowe Harbor Limited', ['company_name_differs_slightly']],
    ['Bexley Orchard Limited', ['company_name_mismatch']],
    ['Old Quay Limited', ['company_name_former']],
    ['Marlowe Boats', ['company_name_differs_slightly']],
    ['Марлоу Харбор', ['company_name_differs_slightly']],
  ])('named %s: %o', async (legal_name, expected) => {
    const otherNames = [
      { name: 'Old Quay Limited', kind: 'former' },
      { name: 'Marlowe Boats', kind: 'trading' },
      { name: 'Марлоу Харбор', kind: 'other' },
    ] as const;
    const result = await check({ legal_name }, [gb(registerCompany({ otherNames: [...otherNames] }))]);
    expect(codes(result)).toEqual(expected);
  });

  test('a register that still has the former name', async () => {
    const renamed = { legal_name: 'Bexley Orchard Limited', former_names: ['Marlowe Harbour Ltd'] };
    expect(codes(await check(renamed, [gb()]))).toEqual(['company_name_former']);
  });

  test('trading and former names are compared, and one that the register lacks says nothing', async () => {
    const result = await check({ trading_names: ['Marlowe Boats', 'Quay Cafe'] }, [
      gb(registerCompany({ otherNames: [{ name: 'Marlowe Boats Ltd', kind: 'trading' }] })),
    ]);
    expect(agreeing(result)).toMatchObject({ 'company.trading_names[0]': true, 'company.trading_names[1]': null });
    expect(codes(result)).toEqual([]);
  });

  test.each([
    [{ line1: '1, Quay Street', city: 'HULL', postal_code: 'hu12ab' }, []],
    [{ line1: 'Unit 4, 1 Quay Street', city: 'Hull', postal_code: 'HU1 2AB' }, ['company_address_differs_slightly']],
    [{ line1: '77 Orchard Road', city: 'Leeds', postal_code: 'LS1 4AP' }, ['company_address_mismatch']],
    [{ line1: '77 Orchard Road', city: 'Hull', postal_code: 'HU9 9ZZ' }, ['company_address_mismatch']],
    [{ country: 'IE', city: 'Hull' }, ['company_address_mismatch']],
    [{}, []],
  ])('at %o: %o', async (address, expected) => {
    const result = await check({ address: { country: 'GB', ...address } }, [gb()]);
    expect(codes(result)).toEqual(expected);
    if (Object.keys(address).length === 0) expect(agreeing(result)['company.address']).toBe(null);
  });

  test('the date of incorporation, where both are whole', async () => {
    expect(codes(await check({ incorporation_date: '2001-02-04' }, [gb()]))).toEqual([
      'company_incorporation_mismatch',
    ]);
    const undated = gb(registerCompany({ incorporatedOn: null }));
    expect(agreeing(await check({}, [undated]))['company.incorporation_date']).toBe(null);
  });

  test('the legal form, where both are known', async () => {
    const form = async (legal_form: string, legalForm: string | null) =>
      await check({ legal_form }, [gb(registerCompany({ legalForm }))]);
    expect(agreeing(await form('Ltd', 'Limited'))['company.legal_form']).toBe(true);
    expect(codes(await form('plc', 'Limited'))).toEqual(['company_legal_form_mismatch']);
    expect(agreeing(await form('plc', 'XLWA'))['company.legal_form']).toBe(null);
    expect(agreeing(await form('plc', null))['company.legal_form']).toBe(null);
  });

  test('another LEI than the registered one, and a LEI that is another company’s', async () => {
    const other = '5493001KJTIIGC8Y1R12';
    const mismatch = (result: RegistryResult) =>
      result.findings.flatMap(({ code, field }) => (code === 'company_number_mismatch' ? [field] : []));
    expect(mismatch(await check({ lei: LEI }, [gb(leiCompany(other, { number: '01234567' }))]))).toEqual([
      'company.lei',
    ]);
    const stranger = leiCompany(LEI, { keys: [leiKey(LEI) ?? '', 'GB:09999999'], name: 'Stranger Ltd' });
    const result = await check({ lei: LEI }, [gb(), gleif(stranger)]);
    expect(mismatch(result)).toEqual(['company.lei']);
    expect(result.record?.number).toBe('01234567');
  });

  test('a LEI of another country', async () => {
    const result = await check({ ...without('registration_number'), lei: LEI }, [
      gleif(leiCompany(LEI, { country: 'FR', keys: [leiKey(LEI) ?? ''] })),
    ]);
    expect(result.findings).toContainEqual(
      expect.objectContaining({ code: 'company_number_mismatch', field: 'company.country' }),
    );
  });

  test('a number that was mistyped, where the name leads to the company', async () => {
    const result = await check({ registration_number: '1234568' }, [gb()]);
    expect(codes(result)).toEqual(['company_number_mismatch']);
    expect(result).toMatchObject({ passed: false, record: { found_by: 'name' } });
    expect(codes(await check({ registration_number: 'No. 1234567 (Hull)' }, [gb()]))).toEqual([]);
  });

  test('wrong check digits are told beside what the register says', async () => {
    const result = await check({ lei: 'O2RNE8IBXP4R0TD8PU42' }, [gb()]);
    expect(result.findings).toContainEqual(
      expect.objectContaining({ code: 'number_check_digits_wrong', field: 'company.lei' }),
    );
    expect(result.passed).toBe(false);
  });

  test('a stale register is reported, unless a fresh one contains the company too', async () => {
    const old = { ...gb(), version: registerVersion({ id: 'reg_old', publishedAt: '2026-01-01' }) };
    expect(codes(await check({}, [old]))).toEqual(['register_stale']);
    expect(codes(await check({}, [old, gb()]))).toEqual([]);
  });

  test('two registers that contradict each other', async () => {
    const other = (more: Parameters<typeof leiCompany>[1]) =>
      gleif(leiCompany(LEI, { keys: [leiKey(LEI) ?? '', 'GB:01234567'], ...more }));
    expect(codes(await check({}, [gb(), other({})]))).toEqual([]);
    const result = await check({}, [other({ status: 'dissolved', incorporatedOn: '1999-01-01' }), gb()]);
    expect(result.findings.find(({ code }) => code === 'registers_disagree')?.evidence).toMatchObject({
      fields: ['status', 'incorporated_on'],
    });
    expect(result.record?.register.id).toBe('reg_gb');
    expect(codes(await check({}, [gb(), other({ name: 'Stranger Ltd' })]))).toEqual(['registers_disagree']);
  });
});

describe('several that may be meant', () => {
  const second = registerCompany({ number: '07654321', address: null, incorporatedOn: '2011-11-11' });
  const unnumbered = without('registration_number', 'incorporation_date');
  const bare = { ...unnumbered, address: { country: 'GB' } };

  test('two companies of one name are told apart by address or day of incorporation, or else are ambiguous', async () => {
    const result = await check(bare, [gb(registerCompany(), second)]);
    expect(codes(result)).toEqual(['company_ambiguous']);
    expect(result).toMatchObject({ passed: null, record: null });
    expect((await check(unnumbered, [gb(registerCompany(), second)])).record?.number).toBe('01234567');
    const dated = { ...bare, incorporation_date: '2011-11-11' };
    expect((await check(dated, [gb(registerCompany(), second)])).record?.number).toBe('07654321');
  });

  test('the better name goes before one that is only like it', async () => {
    const like = { ...second, name: 'Marlowe Harbours Ltd' };
    expect((await check(bare, [gb(like, registerCompany())])).record?.number).toBe('01234567');
  });

  test('one number of two courts: the name decides', async () => {
    const german = (name: string, number: string) =>
      registerCompany({ country: 'DE', number, name, keys: [companyKey('DE', 'HRB 123') ?? ''], address: null });
    const submitted = { country: 'DE', registration_number: 'HRB 123', ...without('incorporation_date') };
    const both = gb(german('Bexley GmbH', 'Hamburg HRB 123'), german('Marlowe Harbour GmbH', 'Kiel HRB 123'));
    const named = await check({ ...submitted, legal_name: 'Marlowe Harbour GmbH' }, [both]);
    expect(named.record?.number).toBe('Kiel HRB 123');
    expect(codes(named)).toEqual([]);
    expect(codes(await check({ ...submitted, legal_name: 'Quite Another GmbH' }, [both]))).toEqual([
      'company_ambiguous',
    ]);
  });
});

describe('records that share a number', () => {
  test('a tax number of a whole group: the registration number decides, else the name', async () => {
    const shared = taxKey('GB', '999999973') ?? '';
    const own = registerCompany({ keys: ['GB:01234567', shared] });
    const sister = registerCompany({ number: '07654321', keys: ['GB:07654321', shared], name: 'Marlowe Boats Ltd' });
    const number = async (company: Partial<Company>) =>
      (await check({ vat_number: '999999973', ...company }, [gb(sister, own)])).record?.number;
    expect(await number({})).toBe('01234567');
    expect(await number({ legal_name: 'Bexley Orchard Limited' })).toBe('01234567');
    expect(await number(without('registration_number'))).toBe('01234567');
    expect(await number({ ...without('registration_number'), legal_name: 'Marlowe Boats Limited' })).toBe('07654321');
  });

  test('a company that a register has twice: the active record counts; where both are, another register must tell', async () => {
    const twice = (second: 'active' | 'inactive') =>
      gleif(
        leiCompany(LEI, { keys: [leiKey(LEI) ?? '', 'GB:01234567'], status: second }),
        leiCompany('5493001KJTIIGC8Y1R12', { keys: [leiKey('5493001KJTIIGC8Y1R12') ?? '', 'GB:01234567'] }),
      );
    expect(codes(await check({}, [twice('inactive'), gb()]))).toEqual([]);
    expect((await check({}, [twice('inactive')])).record?.number).toBe('5493001KJTIIGC8Y1R12');
    expect(codes(await check({}, [twice('active')]))).toEqual(['company_ambiguous']);
    expect(codes(await check({}, [twice('active'), gb()]))).toEqual([]);
  });
});

describe('a company that is not found', () => {
  const absent = { legal_name: 'Bexley Orchard Limited', registration_number: '7777777' };
  const unnumbered = { ...absent, ...without('registration_number') };
  const empty = (more: Parameters<typeof registerVersion>[0] = {}): FakeRegister => ({
    version: registerVersion(more),
  });

  test('no register is loaded, or none of its country; the policy may ask for one', async () => {
    const ofOwners = empty({ completeFor: [], companies: 0, owners: 5 });
    for (const registers of [[], [empty({ completeFor: ['FR'], countries: ['FR'] })], [ofOwners]]) {
      const result = await check(absent, registers);
      expect(codes(result)).toEqual(['register_missing']);
      expect(result.passed).toBe(null);
    }
    const { kyb } = POLICY_V1;
    const policy = { ...POLICY_V1, kyb: { ...kyb, registry: { ...kyb.registry, required_countries: ['GB'] } } };
    expect(codes(await check(absent, [], { policy }))).toEqual(['register_required_missing']);
    const elsewhere = gleif(leiCompany(LEI));
    expect(codes(await check({ lei: LEI }, [elsewhere], { policy }))).toEqual(['register_required_missing']);
    expect(codes(await check({}, [gb()], { policy }))).toEqual([]);
  });

  test('in a register that must hold it', async () => {
    expect(await check(absent, [gb()])).toMatchObject({ passed: false, record: null });
    expect(codes(await check(absent, [gb()]))).toEqual(['company_not_found']);
    expect(codes(await check(unnumbered, [gb()]))).toEqual(['company_not_found_by_name']);
  });

  test('that is newer than the register, be it by a day', async () => {
    const since = async (incorporation_date: string) => codes(await check({ ...absent, incorporation_date }, [gb()]));
    expect(await since('2026-06-01')).toEqual(['company_newer_than_register']);
    expect(await since('2026-05-31')).toEqual(['company_not_found']);
  });

  test('in registers that need not hold it, or that are stale', async () => {
    const result = await check(absent, [empty({ completeFor: [] })]);
    expect(codes(result)).toEqual(['company_not_in_registers']);
    expect(result.passed).toBe(null);
    expect(codes(await check(absent, [empty({ publishedAt: '2026-01-01' })]))).toEqual([
      'register_stale',
      'company_not_in_registers',
    ]);
  });

  test('wrong check digits leave nothing undone', async () => {
    const french = { country: 'FR', registration_number: '552120223' };
    expect(await check({ ...absent, ...french }, [])).toMatchObject({ passed: false });
    expect(codes(await check({ ...absent, ...french }, []))).toEqual(['register_missing', 'number_check_digits_wrong']);
  });

  test('the complete register lacks the number, and another register has the name', async () => {
    const elsewhere = gleif(leiCompany(LEI, { keys: [leiKey(LEI) ?? ''], name: absent.legal_name }));
    expect(codes(await check(absent, [empty(), elsewhere]))).toContain('company_not_found');
  });
});

test.each(['Active - Proposal to Strike off', 'active-proposal-to-strike-off'])(
  'a company whose status is %s is about to end, which is reported',
  async (statusText) => {
    expect(codes(await check({}, [gb(registerCompany({ statusText }))]))).toEqual(['company_strike_off_proposed']);
  },
);

describe('dates that cannot be', () => {
  const born = (dob: string) => ({ id: 'per_1', first_name: 'Ada', last_name: 'Quay', role: 'director' as const, dob });

  test.each([
    ['2026-06-16', ['incorporation_date_in_future']],
    ['2026-06-15', []],
  ])('incorporated on %s', async (incorporation_date, expected) => {
    expect(codes(await check({ incorporation_date }, []))).toEqual(['register_missing', ...expected]);
  });

  test.each([
    ['2026-06-16', false],
    ['2026-06-15', true],
    ['1906-06-15', true],
    ['1906-06-14', false],
  ])('somebody born on %s', async (dob, plausible) => {
    const ubos = [{ id: 'per_2', first_name: 'Ada', last_name: 'Quay', ownership_percent: 100, dob }];
    const result = await check({}, [], { ubos, representatives: [born(dob)] });
    const told = result.findings.filter(({ code }) => code === 'birth_date_implausible').map(({ field }) => field);
    expect(told).toEqual(plausible ? [] : ['representatives[0].dob', 'ubos[0].dob']);
    expect(result.passed).toBe(plausible ? null : false);
  });

  test.each([
    [{ from: '2026-06-16', to: '2027' }, false],
    [{ from: '2026', to: '2027' }, true],
    [{ from: '1900', to: '1906' }, true],
    [{ from: '1900', to: '1906-06-14' }, false],
  ])('somebody born between %o', async (birth_date, plausible) => {
    const ubos = [{ id: 'per_2', first_name: 'Ada', last_name: 'Quay', ownership_percent: 100, birth_date }];
    const told = (await check({}, [], { ubos })).findings.filter(({ code }) => code === 'birth_date_implausible');
    expect(told.map(({ field }) => field)).toEqual(plausible ? [] : ['ubos[0].birth_date']);
  });
});
