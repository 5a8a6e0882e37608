import { expect, test } from 'vitest';
import { checkOwnership, type OwnershipInput } from '../../../../server/checks/kyb/ownership/check.ts';
import type { PartyHit, RegisterParty, RegisterShare, Ubo } from '../../../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../../../server/checks/policy.ts';
import { codesOf } from '../samples.ts';

const REGISTER = { id: 'reg_1', code: 'gb_psc', name: 'Register of owners', version: '2026-06-01.0' };
const COMPANY = { legal_name: 'Blauwater BV', country: 'NL', address: { country: 'NL' } };

let made = 0;
const owner = (ownership_percent: number, more: Partial<Ubo> = {}): Ubo => {
  made += 1;
  return { id: `per_${made}`, first_name: `Anna${made}`, last_name: `Eriksson${made}`, ownership_percent, ...more };
};
const firm = (ownership_percent: number, legal_name: string, more: Partial<Ubo> = {}): Ubo => {
  made += 1;
  return { id: `per_${made}`, legal_name, ownership_percent, ...more };
};
const party = (name: string, more: Partial<RegisterParty> = {}): RegisterParty => ({
  type: 'person',
  name,
  identifiers: [],
  ...more,
});
const share = (owner: number, min: number, max: number, more: Partial<RegisterShare> = {}): RegisterShare => ({
  owner,
  owned: null,
  percent: { min, max },
  interests: ['ownership-of-shares'],
  register: REGISTER,
  ...more,
});
const sanctioned = (ubo: Ubo, more: Partial<PartyHit> = {}): PartyHit =>
  ({ party: ubo.id, strength: 'confirmed', entity: { topics: ['sanction'] }, ...more }) as PartyHit;

function check(ubos: Ubo[], more: Partial<OwnershipInput> = {}) {
  return checkOwnership({
    company: COMPANY,
    ubos,
    registry: { ownership: { parties: [], shares: [] }, datasets: [] },
    screening: { hits: [] },
    sameName: (a, b) => a.replace(/^(Mr|Ms) /, '') === b.replace(/^(Mr|Ms) /, ''),
    policy: POLICY_V1,
    ...more,
  });
}

test('two owners of all the shares pass, and each path explains a share', () => {
  const [first, second] = [owner(60), owner(40)];
  const result = check([first, second]);
  expect(result).toMatchObject({
    passed: true,
    findings: [],
    sum_percent: 100,
    threshold_percent: 25,
    sanctioned: null,
  });
  expect(result.owners).toEqual([
    {
      party: first.id,
      name: `${first.first_name} ${first.last_name}`,
      type: 'person',
      percent: { min: 60, max: 60 },
      direct_percent: { min: 60, max: 60 },
      at_threshold: true,
      paths: [{ parties: [first.id, 'company'], percents: [60], percent: 60 }],
    },
    expect.objectContaining({ party: second.id, at_threshold: true }),
  ]);
});

test('an owner at the threshold counts, not only one above it; nobody there asks for a person', () => {
  expect(check([owner(25), owner(75)]).owners.map(({ at_threshold }) => at_threshold)).toEqual([true, true]);
  const none = check([owner(24.99), owner(24.99), owner(24.99), owner(24.99)]);
  expect(none.passed).toBe(false);
  expect(codesOf(none)).toEqual(['owner_missing']);
  expect(none.findings[0]).toMatchObject({ field: 'ubos', evidence: { threshold: 25 } });
  expect(codesOf(check([]))).toEqual(['owner_missing']);
  expect(check([]).sum_percent).toBeNull();
});

test('the threshold is the policy’s', () => {
  const policy = structuredClone(POLICY_V1);
  policy.kyb.ownership.threshold_percent = 10;
  expect(check([owner(10), owner(90)], { policy }).owners.every(({ at_threshold }) => at_threshold)).toBe(true);
});

test('shares along chains are multiplied, and one owner of several chains is one owner', () => {
  const ubos = [
    firm(50, 'Eerste Holding BV'),
    firm(50, 'Tweede Holding BV'),
    owner(40, { first_name: 'Jan', last_name: 'Novák', parent: 0, dob: '1970-01-01' }),
    owner(20, { first_name: 'JAN', last_name: 'Novak', parent: 1 }),
    owner(60, { parent: 0 }),
    owner(80, { parent: 1 }),
  ];
  const result = check(ubos);
  const novak = result.owners.find(({ party }) => party === ubos[2]?.id);
  expect(novak).toMatchObject({
    percent: { min: 30, max: 30 },
    direct_percent: { min: 0, max: 0 },
    at_threshold: true,
  });
  expect(novak?.paths).toEqual([
    { parties: [ubos[2]?.id, ubos[0]?.id, 'company'], percents: [40, 50], percent: 20 },
    { parties: [ubos[2]?.id, ubos[1]?.id, 'company'], percents: [20, 50], percent: 10 },
  ]);
  expect(result.owners.map(({ percent }) => percent.max)).toEqual([40, 30, 30]);
  expect(result.passed).toBe(true);
});

test('two of one name with other birth dates are two, and two companies of other countries', () => {
  const same = { first_name: 'Jan', last_name: 'Novak' };
  expect(
    check([owner(50, { ...same, dob: '1970-01-01' }), owner(50, { ...same, dob: '1971-01-01' })]).owners,
  ).toHaveLength(2);
  expect(check([owner(50, same), owner(50, { ...same, dob: '1971-01-01' })]).owners).toHaveLength(1);
  const born = (from: string, to: string) => owner(50, { ...same, birth_date: { from, to } });
  expect(check([born('1970', '1972'), owner(50, { ...same, dob: '1971-01-01' })]).owners).toHaveLength(1);
  expect(check([born('1970', '1972'), owner(50, { ...same, dob: '1973-01-01' })]).owners).toHaveLength(2);
  expect(check([firm(50, 'Acme', { country: 'GB' }), firm(50, 'Acme', { country: 'IE' })]).owners).toHaveLength(2);
  const lei = '5493001KJTIIGC8Y1R12';
  expect(check([firm(50, 'Acme', { lei }), firm(50, 'Acme Trading', { lei })]).owners).toHaveLength(1);
});

test('shares over 100 % fail, of the company and of an owner; rounding is forgiven', () => {
  const over = check([owner(60), owner(40.2)]);
  expect(over.findings).toMatchObject([{ code: 'ownership_over_100', field: 'ubos', evidence: { sum: 100.2 } }]);
  expect(over.passed).toBe(false);
  expect(codesOf(check([owner(33.34), owner(33.34), owner(33.34)]))).toEqual([]);
  const above = check([firm(100, 'Holding BV'), owner(60, { parent: 0 }), owner(60, { parent: 0 })]);
  expect(above.findings).toMatchObject([{ code: 'ownership_over_100', field: 'ubos[0]', evidence: { sum: 120 } }]);
});

test('shares that are not accounted for are reported and hold nothing back', () => {
  const result = check([owner(60)]);
  expect(result.findings).toMatchObject([{ code: 'ownership_incomplete', field: 'ubos', evidence: { missing: 40 } }]);
  expect(result.passed).toBe(true);
});

test('a company at the threshold whose owners are not known leaves the chain open', () => {
  const open = check([firm(70, 'Holding BV'), owner(30)]);
  expect(open.findings).toMatchObject([{ code: 'ownership_chain_open', field: 'ubos[0]', evidence: { percent: 70 } }]);
  expect(open.passed).toBe(false);
  expect(codesOf(check([firm(20, 'Holding BV'), owner(80)]))).toEqual([]);
});

test('owners that own each other are told, and shares follow the circle', () => {
  const ubos = [
    firm(50, 'Aap BV'),
    owner(50, { first_name: 'Piet' }),
    firm(50, 'Noot BV', { parent: 0 }),
    owner(50, { first_name: 'Mies', parent: 0 }),
    firm(40, 'Aap BV', { parent: 2 }),
    owner(60, { first_name: 'Wim', parent: 2 }),
  ];
  const result = check(ubos);
  expect(codesOf(result)).toEqual(['ownership_loop']);
  expect(result.findings[0]).toMatchObject({ evidence: { closed: false, members: [ubos[0]?.id, ubos[2]?.id] } });
  // Mies owns 50 % of Aap, plus 50 * 40 % of that again and again: 50 / 0.8 = 62.5. Mies owns half of that of the company.
  expect(result.owners.find(({ party }) => party === ubos[3]?.id)?.percent.max).toBeCloseTo(31.25, 6);
  expect(result.owners.reduce((sum, { percent }) => sum + percent.max, 0)).toBeCloseTo(100, 4);
});

test('the company as its own owner is a circle too', () => {
  const result = check([firm(20, 'Blauwater B.V.', { country: 'NL' }), owner(80)]);
  expect(codesOf(result)).not.toContain('ownership_loop');
  const own = check([firm(20, 'Blauwater BV', { country: 'NL' }), owner(80)]);
  expect(codesOf(own)).toEqual(['ownership_loop']);
  expect(own.owners).toMatchObject([{ percent: { min: 100, max: 100 } }]);
});

test('an owner without a name is reported by its position', () => {
  const result = check([owner(60), { id: 'per_x', ownership_percent: 40 }, { id: 'per_y', ownership_percent: 0 }]);
  expect(result.findings).toMatchObject([
    { code: 'owner_unnamed', field: 'ubos[1]' },
    { code: 'owner_unnamed', field: 'ubos[2]' },
  ]);
  expect(result.owners.map(({ party }) => party)).toEqual([expect.any(String), 'per_x']);
});

test('sanctioned owners count together, also through a company that they own enough of', () => {
  const ubos = [owner(30), owner(25), owner(45)];
  const hits = ubos.slice(0, 2).map((ubo) => sanctioned(ubo));
  const result = check(ubos, { screening: { hits } });
  expect(result.findings).toMatchObject([{ code: 'sanctioned_ownership', evidence: { percent: 55, limit: 50 } }]);
  expect(result.sanctioned).toEqual({
    percent: 55,
    blocked: true,
    owners: [
      { party: ubos[0]?.id, percent: 30 },
      { party: ubos[1]?.id, percent: 25 },
    ],
    path: [
      [ubos[0]?.id, 'company'],
      [ubos[1]?.id, 'company'],
    ],
  });
  const chain = [firm(50, 'Holding BV'), owner(50, { parent: 0 }), owner(50), owner(50, { parent: 0 })];
  const through = check(chain, { screening: { hits: [sanctioned(chain[1] as Ubo)] } });
  expect(through.sanctioned).toMatchObject({
    percent: 50,
    blocked: true,
    path: [[chain[1]?.id, chain[0]?.id, 'company']],
  });
});

test('sanctioned owners of less than half are told; possible and dismissed hits and other topics do not count', () => {
  const ubos = [owner(49), owner(51)];
  const [first] = ubos as [Ubo, Ubo];
  expect(codesOf(check(ubos, { screening: { hits: [sanctioned(first)] } }))).toEqual([
    'sanctioned_ownership_below_limit',
  ]);
  const dismissed = { by: 'key_1', at: '2026-01-01T00:00:00.000Z', reason: 'other_person', expires_at: null };
  for (const more of [
    { strength: 'possible' as const },
    { dismissed },
    { entity: { topics: ['pep'] } as PartyHit['entity'] },
  ]) {
    expect(check(ubos, { screening: { hits: [sanctioned(first, more)] } }).sanctioned).toBeNull();
  }
  expect(check(ubos, { screening: undefined }).sanctioned).toBeNull();
});

test('a range of a register that may reach the limit asks for a person', () => {
  const ubos = [owner(50, { first_name: 'Piet', last_name: 'Bakker' })];
  const registry = {
    ownership: { parties: [party('Mr Igor Volkov')], shares: [share(0, 25, 50)] },
    datasets: [],
  };
  const hit = { ...sanctioned(owner(0)), party: 'register:0' };
  const result = check(ubos, { registry, screening: { hits: [hit] } });
  expect(codesOf(result)).toContain('sanctioned_ownership_possible');
  expect(result.sanctioned).toMatchObject({ percent: 50, blocked: false });
});

test('a registered owner who was submitted, in another writing, agrees by direct or effective share', () => {
  const ubos = [
    firm(50, 'Holding BV'),
    owner(80, { first_name: 'Piet', last_name: 'Bakker', parent: 0, dob: '1970-05-02' }),
    owner(50, { first_name: 'Kees', last_name: 'Visser' }),
    owner(20, { parent: 0 }),
  ];
  const parties = [party('Mr Piet Bakker', { birth_date: '1970-05' }), party('Kees Visser')];
  const registry = { ownership: { parties, shares: [share(0, 25, 50), share(1, 50, 50)] }, datasets: [] };
  expect(check(ubos, { registry })).toMatchObject({ passed: true, findings: [] });
});

test('differences from a register are reported: another share, another owner, an owner that it does not name', () => {
  const ubos = [owner(90, { first_name: 'Piet', last_name: 'Bakker' }), owner(10)];
  const parties = [party('Piet Bakker'), party('Igor Volkov'), party('Old Parent Ltd', { type: 'entity' })];
  const shares = [
    share(0, 25, 50),
    share(1, 50, 75),
    share(2, 0, 0, { percent: null, interests: ['right-to-appoint-directors'] }),
  ];
  const result = check(ubos, { registry: { ownership: { parties, shares }, datasets: [] } });
  expect(result.findings.filter(({ code }) => code !== 'ownership_chain_open')).toMatchObject([
    { code: 'owner_not_declared', field: 'register', evidence: { party: 'register:1', percent: '50 to 75 %' } },
    { code: 'owner_not_declared', evidence: { party: 'register:2', percent: 'control by other means' } },
    {
      code: 'ownership_differs_from_register',
      field: 'ubos[0]',
      evidence: { submitted: '90 %', registered: '25 to 50 %' },
    },
  ]);
  expect(result.edges).toContainEqual({
    owner: 'register:1',
    owned: 'company',
    percent: { min: 50, max: 75 },
    source: 'register',
  });
  const unnamed = check([owner(90, { first_name: 'Kees' }), owner(10)], {
    registry: { ownership: { parties: [party('Igor Volkov')], shares: [share(0, 50, 75)] }, datasets: [] },
  });
  expect(codesOf(unnamed)).toContain('owner_not_registered');
});

test('a register adds the owners of a company whose owners nobody submitted, and of the company where there are none', () => {
  const ubos = [firm(100, 'Holding BV', { country: 'NL' })];
  const parties = [party('Holding BV', { type: 'entity', country: 'NL' }), party('Igor Volkov')];
  const shares = [share(0, 75, 100), share(1, 60, 60, { owned: 0 })];
  const result = check(ubos, { registry: { ownership: { parties, shares }, datasets: [] } });
  expect(result.owners).toMatchObject([{ party: 'register:1', percent: { min: 60, max: 60 }, at_threshold: true }]);
  expect(codesOf(result)).toEqual([]);
  const alone = check([], {
    registry: { ownership: { parties: [party('Igor Volkov')], shares: [share(0, 75, 100)] }, datasets: [] },
  });
  expect(alone.owners).toMatchObject([{ party: 'register:0', percent: { min: 75, max: 100 }, at_threshold: true }]);
});

/** Owners from a register that names a company in between: `behind` are the owners of that company. */
function withCompanyBetween(percent: [number, number], behind: [name: string, percent: number][] = []) {
  const parties = [party('Tussen BV', { type: 'entity' }), ...behind.map(([name]) => party(name))];
  const shares = [share(0, ...percent), ...behind.map(([, held], at) => share(at + 1, held, held, { owned: 0 }))];
  return { ownership: { parties, shares }, datasets: [] };
}
const named = (name: string, ownership_percent: number): Ubo => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return owner(ownership_percent, { first_name, last_name });
};
const PIET = 'Piet Bakker';
const KEES = 'Kees Visser';

test.each<[string, Ubo[], [number, number], [string, number][]]>([
  ['of which no owner is known', [named(PIET, 100)], [100, 100], []],
  ['of which no owner is known, its share being a range', [named(PIET, 60), named(KEES, 40)], [75, 100], []],
  [
    'which those very owners have',
    [named(PIET, 60), named(KEES, 40)],
    [100, 100],
    [
      [PIET, 60],
      [KEES, 40],
    ],
  ],
  ['of which a part of the owners is known', [named(PIET, 60), named(KEES, 40)], [100, 100], [[PIET, 60]]],
  [
    'that has others, too small to be named',
    [named(PIET, 90)],
    [100, 100],
    [
      [PIET, 90],
      ['Igor Volkov', 10],
    ],
  ],
])('owners who were submitted agree with a registered company between, %s', (_, ubos, percent, behind) => {
  const result = check(ubos, { registry: withCompanyBetween(percent, behind) });
  expect(result.passed).toBe(true);
  expect(codesOf(result).filter((code) => code !== 'ownership_incomplete')).toEqual(['owner_held_through']);
  expect(result.owners.map(({ party, percent: { max } }) => [party, max])).toEqual(
    ubos.map(({ id, ownership_percent }) => [id, ownership_percent]),
  );
});

test.each<[string, Ubo[], [number, number], [string, number][], string[]]>([
  ['has another owner', [named(PIET, 100)], [100, 100], [['Igor Volkov', 100]], ['owner_not_declared']],
  [
    'has room beside them',
    [named(PIET, 40)],
    [60, 60],
    [],
    ['ownership_incomplete', 'ownership_chain_open', 'owner_not_declared'],
  ],
  [
    'holds more than they do',
    [named(PIET, 60)],
    [100, 100],
    [],
    ['ownership_incomplete', 'ownership_chain_open', 'owner_not_declared'],
  ],
  [
    'has the same owners with other shares',
    [named(PIET, 90), named(KEES, 10)],
    [100, 100],
    [
      [PIET, 60],
      [KEES, 40],
    ],
    ['owner_held_through', 'ownership_differs_from_register', 'ownership_differs_from_register'],
  ],
  [
    'has owners of whom one is another, though small',
    [named(PIET, 60), named(KEES, 40)],
    [100, 100],
    [
      [PIET, 60],
      ['Igor Volkov', 20],
      ['Olga Volkova', 20],
    ],
    ['owner_held_through', 'owner_not_registered'],
  ],
])('a registered company in between that %s is reported', (_, ubos, percent, behind, codes) => {
  expect(codesOf(check(ubos, { registry: withCompanyBetween(percent, behind) }))).toEqual(codes);
});

test('a sanctioned company between still counts, for a person to look at', () => {
  const hit = { ...sanctioned(owner(0)), party: 'register:0' };
  const result = check([named(PIET, 100)], { registry: withCompanyBetween([100, 100]), screening: { hits: [hit] } });
  expect(result.sanctioned).toMatchObject({ percent: 100, blocked: false });
  expect(codesOf(result)).toContain('sanctioned_ownership_possible');
});

test('a sanctioned owner who holds through a company counts once', () => {
  const piet = named(PIET, 60);
  const registry = withCompanyBetween(
    [100, 100],
    [
      [PIET, 60],
      [KEES, 40],
    ],
  );
  const result = check([piet, named(KEES, 40)], { registry, screening: { hits: [sanctioned(piet)] } });
  expect(result.sanctioned).toMatchObject({ percent: 60, blocked: true });
});
