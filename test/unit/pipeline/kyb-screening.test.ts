import { describe, expect, test } from 'vitest';
import type { Company, RegisterParty, RegistryRecord, Representative, Ubo } from '../../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { screeningStep } from '../../../server/pipeline/kyb/screening.ts';
import type { KybStepContext } from '../../../server/pipeline/kyb/step.ts';
import type { SearchQuery } from '../../../server/screening/search.ts';
import { hit, list } from '../checks/samples.ts';

const COMPANY: Company = { legal_name: 'Harrow Lane Ltd', country: 'GB', address: { country: 'GB' } };
const REGISTER = { id: 'reg_1', code: 'gb', name: 'Companies', version: '1' };
const RECORD: RegistryRecord = {
  register: REGISTER,
  number: '01234567',
  identifiers: [{ kind: 'lei', value: 'LEI1' }],
  name: 'HARROW LANE LIMITED',
  other_names: [{ name: 'Old Harrow Ltd', kind: 'former' }],
  country: 'GB',
  status: 'active',
  status_text: null,
  legal_form: null,
  incorporated_on: null,
  dissolved_on: null,
  address: { text: '1 Harrow Lane, London', city: null, postal_code: null, country: 'GB' },
  activities: [],
  found_by: 'registration_number',
};

interface Named {
  company?: Partial<Company>;
  representatives?: Representative[];
  ubos?: Ubo[];
  record?: RegistryRecord;
  parties?: RegisterParty[];
}

const person = (id: string, last_name: string, more: Partial<Ubo> = {}): Ubo => ({
  id,
  first_name: 'Dana',
  last_name,
  ownership_percent: 10,
  ...more,
});
const registered = (name: string, more: Partial<RegisterParty> = {}): RegisterParty => ({
  type: 'person',
  name,
  identifiers: [],
  ...more,
});

/** Runs the step on lists where every query finds what `find` returns; `null`: the lists are not ready. */
function run(
  { company, representatives = [], ubos = [], record, parties = [] }: Named,
  find: ((query: SearchQuery) => object[]) | null = () => [],
) {
  const submission = { company: { ...COMPANY, ...company }, representatives, ubos };
  const current = { search: (query: SearchQuery) => find?.(query) ?? [], lists: () => [list()] };
  const context = {
    verification: { id: 'kyb_ver_1', livemode: true, submission },
    results: { registry: { record: record ?? null, ownership: { parties, shares: [] } } },
    watchlists: { whenReady: async () => find !== null, current: () => current },
    dismissalsOf:
      ({ party }: { party: string }) =>
      () =>
        party === 'per_dismissed' ? { by: 'usr_1', at: '', reason: 'other_person', expires_at: null } : null,
    nowMs: 0,
    policy: POLICY_V1,
  };
  return screeningStep.run(context as unknown as KybStepContext);
}

/** The queries, by party. */
async function askedFor(named: Named): Promise<Record<string, SearchQuery[]>> {
  const { searched } = await run(named);
  const asked: Record<string, SearchQuery[]> = {};
  for (const { party, query } of searched) asked[party] = [...(asked[party] ?? []), query];
  return asked;
}

describe('whom the step searches for', () => {
  test('the company by each of its names, with its countries, numbers and address', async () => {
    const company: Partial<Company> = {
      registration_number: '01234567',
      tax_id: '1234567890',
      vat_number: 'GB123456789',
      lei: 'LEI1',
      trading_names: ['Harrow', 'HARROW LANE, LTD'],
      former_names: ['Old Harrow Ltd'],
      address: { line1: '1 Harrow Lane', city: 'London', country: 'JE' },
    };
    const facts = {
      type: 'entity',
      countries: ['GB', 'JE'],
      identifiers: [
        { kind: 'registration_number', value: '01234567', country: 'GB' },
        { kind: 'tax', value: '1234567890', country: 'GB' },
        { kind: 'vat', value: 'GB123456789', country: 'GB' },
        { kind: 'lei', value: 'LEI1' },
      ],
      address: '1 Harrow Lane, London',
    };
    expect(await askedFor({ company })).toEqual({
      company: ['Harrow Lane Ltd', 'Harrow', 'Old Harrow Ltd'].map((name) => ({ name, ...facts })),
    });
  });

  test('the company by the names and facts that a register has of it', async () => {
    const facts = {
      type: 'entity',
      countries: ['GB'],
      identifiers: [{ kind: 'lei', value: 'LEI1' }],
      address: '1 Harrow Lane, London',
    };
    expect(await askedFor({ record: RECORD })).toEqual({
      company: [
        { name: 'Harrow Lane Ltd', type: 'entity', countries: ['GB'] },
        { name: 'HARROW LANE LIMITED', ...facts },
        { name: 'Old Harrow Ltd', ...facts },
      ],
    });
  });

  test('each representative and each owner, with what was submitted of them', async () => {
    const director: Representative = {
      id: 'per_1',
      first_name: 'Omar',
      last_name: 'Voss',
      role: 'director',
      dob: '1970-01-02',
      nationality: 'BG',
    };
    const born = { birth_date: { from: '1981', to: '1982' } };
    const owner = person('per_2', 'Kerber', { nationality: 'DE', country: 'CY', ...born });
    const holding: Ubo = {
      id: 'per_3',
      legal_name: 'Kerber Holding',
      ownership_percent: 60,
      country: 'CY',
      registration_number: 'HE1234',
      lei: 'LEI2',
    };
    expect(await askedFor({ representatives: [director], ubos: [owner, holding] })).toMatchObject({
      per_1: [{ name: 'Omar Voss', type: 'person', birthDate: '1970-01-02', countries: ['BG'] }],
      per_2: [{ name: 'Dana Kerber', type: 'person', birthDate: '1981/1982', countries: ['DE', 'CY'] }],
      per_3: [
        {
          name: 'Kerber Holding',
          type: 'entity',
          countries: ['CY'],
          identifiers: [
            { kind: 'registration_number', value: 'HE1234', country: 'CY' },
            { kind: 'lei', value: 'LEI2' },
          ],
        },
      ],
    });
  });

  test('nobody who has no name', async () => {
    const asked = await askedFor({ ubos: [{ id: 'per_1', ownership_percent: 50 }], parties: [registered('')] });
    expect(Object.keys(asked)).toEqual(['company']);
  });

  test('owners whom only a register names', async () => {
    const parties = [
      registered('Iria Quintanilha', { birth_date: '1970-05', nationality: 'PT', country: 'ES' }),
      registered('Deep Holding SA', { type: 'entity', country: 'LU', identifiers: [{ kind: 'lei', value: 'LEI3' }] }),
    ];
    expect(await askedFor({ parties })).toMatchObject({
      'register:0': [{ name: 'Iria Quintanilha', type: 'person', birthDate: '1970-05', countries: ['PT', 'ES'] }],
      'register:1': [{ name: 'Deep Holding SA', type: 'entity', identifiers: [{ kind: 'lei', value: 'LEI3' }] }],
    });
  });
});

describe('an owner of a register', () => {
  const holding = (more: Partial<Ubo> = {}): Ubo => ({
    id: 'per_1',
    legal_name: 'Kerber Holding',
    ownership_percent: 60,
    ...more,
  });
  const asCompany = (more: Partial<RegisterParty> = {}) => registered('KERBER HOLDING', { type: 'entity', ...more });

  test.each<[string, Ubo, RegisterParty]>([
    ['of the same name', person('per_1', 'Kérber'), registered('DANA KERBER')],
    [
      'whose birth date is the beginning of the submitted one',
      person('per_1', 'Kerber', { dob: '1970-05-06' }),
      registered('Dana Kerber', { birth_date: '1970-05' }),
    ],
    [
      'whose birth date may be the submitted one',
      person('per_1', 'Kerber', { birth_date: { from: '1970', to: '1972' } }),
      registered('Dana Kerber', { birth_date: '1971-05' }),
    ],
    ['that is a company of the same country', holding({ country: 'CY' }), asCompany({ country: 'CY' })],
  ])('%s is searched as the submitted one, by the words of both', async (_, ubo, party) => {
    const { searched } = await run({ ubos: [ubo], parties: [party] });
    expect(searched.slice(1).map((each) => [each.party, each.source])).toEqual([
      ['per_1', 'submitted'],
      ['per_1', 'register'],
    ]);
  });

  test.each<[string, Ubo, RegisterParty]>([
    ['of another name', person('per_1', 'Kerber'), registered('Dana Kerbel')],
    [
      'of another birth date',
      person('per_1', 'K', { dob: '1970-05-06' }),
      registered('Dana K', { birth_date: '1970-06' }),
    ],
    [
      'of a birth date outside of the submitted range',
      person('per_1', 'K', { birth_date: { from: '1970', to: '1972' } }),
      registered('Dana K', { birth_date: '1973-05' }),
    ],
    [
      'of another nationality',
      person('per_1', 'K', { nationality: 'DE' }),
      registered('Dana K', { nationality: 'FR' }),
    ],
    ['that is a company', person('per_1', 'Kerber'), registered('Dana Kerber', { type: 'entity' })],
    ['that is a company of another country', holding({ country: 'CY' }), asCompany({ country: 'MT' })],
    [
      'that is a company with another number',
      holding({ lei: 'LEI1' }),
      asCompany({ identifiers: [{ kind: 'lei', value: 'LEI2' }] }),
    ],
  ])('%s is somebody else, and searched too', async (_, ubo, party) => {
    expect(Object.keys(await askedFor({ ubos: [ubo], parties: [party] }))).toEqual(['company', 'per_1', 'register:0']);
  });

  test('of the name of a representative is screened as an owner', async () => {
    const director: Representative = { id: 'per_1', first_name: 'Dana', last_name: 'Kerber', role: 'director' };
    const asked = await askedFor({ representatives: [director], parties: [registered('Dana Kerber')] });
    expect(Object.keys(asked)).toEqual(['company', 'per_1', 'register:0']);
  });

  test('is not the submitted one where another register tells more of that one, which differs', async () => {
    const parties = [registered('Dana K', { birth_date: '1970-05' }), registered('Dana K', { birth_date: '1981-02' })];
    const asked = await askedFor({ ubos: [person('per_1', 'K')], parties });
    expect(Object.keys(asked)).toEqual(['company', 'per_1', 'register:1']);
  });

  test('whom two registers name is screened once', async () => {
    const asked = await askedFor({ parties: [registered('Dana Kerber'), registered('Dana Kerber')] });
    expect(asked['register:0']).toHaveLength(2);
    expect(Object.keys(asked)).toEqual(['company', 'register:0']);
  });
});

test('hits are told by party, and one that was dismissed for one party stays with the others', async () => {
  const ubos = [person('per_open', 'Kerber'), person('per_dismissed', 'Kerber')];
  const result = await run({ ubos }, ({ type }) => (type === 'person' ? [hit({ strength: 'confirmed' })] : []));
  expect(result.hits.map(({ party, dismissed }) => [party, dismissed !== undefined])).toEqual([
    ['per_open', false],
    ['per_dismissed', true],
  ]);
  expect(result.sanctions.findings).toMatchObject([
    { code: 'hit_confirmed', field: 'ubos[0]' },
    { code: 'hit_dismissed', field: 'ubos[1]' },
  ]);
});

test('lists that are not there leave every check undone', async () => {
  const result = await run({}, null);
  expect(result.sanctions).toMatchObject({ passed: null, findings: [{ code: 'lists_not_ready' }] });
  expect(result.searched).toHaveLength(1);
});

test.each([
  ['Co., Ltd.', 'company'],
  ['株式会社', 'company'],
  ['（株）', 'company'],
  ['々', 'company'],
])('%s is no name that a list could be searched for', async (legal_name, field) => {
  const result = await run({ company: { legal_name } });
  for (const name of ['sanctions', 'watchlists', 'pep', 'adverse_media'] as const)
    expect(result[name].passed).not.toBe(true);
  expect(result.sanctions.findings).toMatchObject([{ code: 'name_not_searchable', field }]);
});

test.each(['Limited Brands', 'ABC', '7', 'The Company', '大漠', 'ᚠᚢᚦ'])(
  '%s is a name that lists are searched for',
  async (legal_name) => {
    expect((await run({ company: { legal_name } })).sanctions).toEqual({ passed: true, findings: [] });
  },
);

test('an owner, too, whose name is a mere legal form has not been searched for', async () => {
  const ubo: Ubo = { id: 'per_1', legal_name: 'GmbH & Co. KG', ownership_percent: 30 };
  const { sanctions } = await run({ ubos: [ubo] });
  expect(sanctions).toMatchObject({ passed: null, findings: [{ code: 'name_not_searchable', field: 'ubos[0]' }] });
});
