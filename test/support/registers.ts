import { companyKey, leiKey } from '../../server/registries/keys.ts';
import type { RegisterSearch } from '../../server/registries/search.ts';
import type { RegisterCompany, RegisterOwnership, RegisterVersion } from '../../server/registries/types.ts';

export interface FakeRegister {
  version: RegisterVersion;
  companies?: readonly RegisterCompany[];
  ownerships?: readonly RegisterOwnership[];
}

/** A register of all companies of the United Kingdom, dated 2026-06-01. */
export function registerVersion(more: Partial<RegisterVersion> = {}): RegisterVersion {
  return {
    id: 'reg_gb',
    code: 'gb_sample',
    name: 'Sample register',
    format: 'plain_csv',
    importerVersion: 1,
    contentHash: 'c0ffee00'.repeat(8),
    fileHashes: [],
    publishedAt: '2026-06-01',
    importedAtMs: Date.parse('2026-06-02T00:00:00Z'),
    importedBy: 'test',
    companies: 1,
    owners: 0,
    completeFor: ['GB'],
    countries: ['GB'],
    skipped: {},
    active: true,
    ageDaysMax: null,
    ...more,
  };
}

/** An active British company. */
export function registerCompany(more: Partial<RegisterCompany> = {}): RegisterCompany {
  const { number = '01234567', country = 'GB' } = more;
  return {
    keys: [companyKey(country, number) ?? ''],
    number,
    identifiers: [{ kind: 'registration_number', value: number, country }],
    name: 'Marlowe Harbour Ltd',
    otherNames: [],
    country,
    status: 'active',
    statusText: 'Active',
    legalForm: 'Private Limited Company',
    incorporatedOn: '2001-02-03',
    dissolvedOn: null,
    address: { text: '1 Quay Street, Hull, HU1 2AB', city: 'Hull', postalCode: 'HU1 2AB', country: 'GB' },
    activities: [],
    ...more,
  };
}

/** A company record with its LEI. */
export function leiCompany(lei: string, more: Partial<RegisterCompany> = {}): RegisterCompany {
  const keys = [leiKey(lei) ?? '', ...registerCompany(more).keys] as [string, ...string[]];
  return registerCompany({ number: lei, identifiers: [{ kind: 'lei', value: lei }], keys, ...more });
}

/** A person who owns this percentage of the company with this key. */
export function registerOwnership(owned: string, more: Partial<RegisterOwnership> = {}): RegisterOwnership {
  const owner = { type: 'person', name: 'Sam Sample', birthDate: '1970-01', keys: [], identifiers: [] } as const;
  return {
    owned,
    owner: { ...owner, keys: [], identifiers: [] },
    percent: { min: 25, max: 50 },
    interests: ['ownership-of-shares-25-to-50-percent'],
    from: null,
    until: null,
    ...more,
  };
}

/** The search of registers in memory. A name finds every company of the country; the check has to tell them apart. */
export function fakeRegisters(...registers: readonly FakeRegister[]): RegisterSearch {
  const companies = registers.flatMap(({ version, companies: all = [] }) =>
    all.map((company) => ({ company, register: version })),
  );
  const ownerships = registers.flatMap(({ version, ownerships: all = [] }) =>
    all.map((ownership) => ({ ownership, register: version })),
  );
  return {
    versions: () => registers.map(({ version }) => version),
    byKey: (key) => companies.filter(({ company }) => company.keys.includes(key)),
    byName: (_, { country, limit }) =>
      companies.filter(({ company }) => country === undefined || company.country === country).slice(0, limit),
    ownersOf: (keys) =>
      ownerships.filter(({ ownership }) => ownership.until === null && keys.includes(ownership.owned)),
  };
}
