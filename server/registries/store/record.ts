import type { RegisterCompany, RegisterOwner, RegisterOwnership } from '../types.ts';

/** The stored fields of a company, as a list in this order without the names: half the size. */
const COMPANY_FIELDS = [
  'keys',
  'number',
  'identifiers',
  'name',
  'otherNames',
  'country',
  'status',
  'statusText',
  'legalForm',
  'incorporatedOn',
  'dissolvedOn',
  'address',
  'activities',
] as const satisfies readonly (keyof RegisterCompany)[];
const ADDRESS_FIELDS = ['text', 'city', 'postalCode', 'country'] as const;

type OwnershipTuple = [
  owned: string,
  owner: RegisterOwner,
  percent: [min: number, max: number] | null,
  interests: string[],
  from: string | null,
  until: string | null,
];

export function encodeCompany(company: RegisterCompany): string {
  const { address } = company;
  const kept = { ...company, address: address && ADDRESS_FIELDS.map((field) => address[field]) };
  return JSON.stringify(COMPANY_FIELDS.map((field) => kept[field]));
}

export function decodeCompany(text: string): RegisterCompany {
  const company = named(COMPANY_FIELDS, JSON.parse(text));
  const address = company['address'] as unknown[] | null;
  return { ...company, address: address && named(ADDRESS_FIELDS, address) } as unknown as RegisterCompany;
}

function named(fields: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field, at) => [field, values[at]]));
}

export function encodeOwnership({ owned, owner, percent, interests, from, until }: RegisterOwnership): string {
  const bounds: OwnershipTuple[2] = percent === null ? null : [percent.min, percent.max];
  return JSON.stringify([owned, owner, bounds, interests, from, until] satisfies OwnershipTuple);
}

export function decodeOwnership(text: string): RegisterOwnership {
  const [owned, owner, percent, interests, from, until] = JSON.parse(text) as OwnershipTuple;
  return {
    owned,
    owner,
    percent: percent === null ? null : { min: percent[0], max: percent[1] },
    interests,
    from,
    until,
  };
}
