import type { RegisterCompany, RegisterOwner, RegisterOwnership } from '../types.ts';

/** A company as a list, without the names of its fields: half the size. */
type CompanyTuple = [
  keys: RegisterCompany['keys'],
  number: string,
  identifiers: RegisterCompany['identifiers'],
  name: string,
  otherNames: RegisterCompany['otherNames'],
  country: string,
  status: RegisterCompany['status'],
  statusText: string | null,
  legalForm: string | null,
  incorporatedOn: string | null,
  dissolvedOn: string | null,
  address: [text: string, city: string | null, postalCode: string | null, country: string | null] | null,
  activities: string[],
];

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
  const tuple: CompanyTuple = [
    company.keys,
    company.number,
    company.identifiers,
    company.name,
    company.otherNames,
    company.country,
    company.status,
    company.statusText,
    company.legalForm,
    company.incorporatedOn,
    company.dissolvedOn,
    address === null ? null : [address.text, address.city, address.postalCode, address.country],
    company.activities,
  ];
  return JSON.stringify(tuple);
}

export function decodeCompany(text: string): RegisterCompany {
  const [
    keys,
    number,
    identifiers,
    name,
    otherNames,
    country,
    status,
    statusText,
    legalForm,
    incorporatedOn,
    dissolvedOn,
    address,
    activities,
  ] = JSON.parse(text) as CompanyTuple;
  return {
    keys,
    number,
    identifiers,
    name,
    otherNames,
    country,
    status,
    statusText,
    legalForm,
    incorporatedOn,
    dissolvedOn,
    address:
      address === null ? null : { text: address[0], city: address[1], postalCode: address[2], country: address[3] },
    activities,
  };
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
