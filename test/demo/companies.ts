import type { CreateCompany } from '../support/verification-client.ts';

export interface CompanyCase {
  title: string;
  expected: 'completed' | 'failed' | 'needs_review';
  /** The reason that the result must include, or null if it must give none. */
  reason: string | null;
  company: CreateCompany;
}

const ADDRESS = { line1: '4 Sample Wharf', city: 'Testford', postal_code: 'ZZ1 1ZZ', country: 'GB' };

/** The register that the demonstration loads, in the appliance's plain form. Every company is fictitious. */
export const DEMO_REGISTER = `number,name,country,status,incorporated_on,address,city,postal_code,address_country
99000001,Specimen Kestrelworth Instruments Ltd,GB,active,2009-03-17,"4 Sample Wharf, Testford",Testford,ZZ1 1ZZ,GB
99000002,Specimen Farrowgate Trading Ltd,GB,dissolved,2001-11-05,"4 Sample Wharf, Testford",Testford,ZZ1 1ZZ,GB
99000003,Specimen Underhollow Metals Ltd,GB,active,2015-06-30,"4 Sample Wharf, Testford",Testford,ZZ1 1ZZ,GB
99000004,Specimen Quillmarsh Advisers Ltd,GB,active,2018-01-22,"4 Sample Wharf, Testford",Testford,ZZ1 1ZZ,GB
99000005,Specimen Brindlewick Foods Ltd,GB,active,2012-09-10,"4 Sample Wharf, Testford",Testford,ZZ1 1ZZ,GB
`;

/** Owners who are on no list. */
const OWNERS = [
  { first_name: 'Philippa', last_name: 'Hartnoll-Vane', dob: '1971-04-09', ownership_percent: 60 },
  { first_name: 'Tobias', last_name: 'Quenby', dob: '1968-12-30', ownership_percent: 40 },
];
const DIRECTOR = { first_name: 'Philippa', last_name: 'Hartnoll-Vane', role: 'director', dob: '1971-04-09' };

/** One company of each kind that a clerk meets. Sanctioned and exposed people are from the demonstration's list. */
export const COMPANY_CASES: readonly CompanyCase[] = [
  {
    title: 'company in the register, owners on no list',
    expected: 'completed',
    reason: null,
    company: make('Specimen Kestrelworth Instruments Ltd', '99000001', { incorporation_date: '2009-03-17' }, {}),
  },
  {
    title: 'company that its register calls dissolved',
    expected: 'failed',
    reason: 'company_dissolved',
    company: make('Specimen Farrowgate Trading Ltd', '99000002', {}, {}),
  },
  {
    title: 'two sanctioned owners of 30 % and 25 %',
    expected: 'failed',
    reason: 'sanctioned_ownership',
    company: make(
      'Specimen Underhollow Metals Ltd',
      '99000003',
      {},
      {
        ubos: [
          { first_name: 'Henrietta', last_name: 'Oduya-Lindqvist', dob: '1966-02-08', ownership_percent: 30 },
          { first_name: 'Casimir', last_name: 'Thornbrugge', dob: '1959-07-21', ownership_percent: 25 },
          { ...OWNERS[0], ownership_percent: 45 },
        ],
      },
    ),
  },
  {
    title: 'director who holds a public office',
    expected: 'needs_review',
    reason: 'hit_confirmed_for_review',
    company: make(
      'Specimen Quillmarsh Advisers Ltd',
      '99000004',
      {},
      {
        representatives: [{ first_name: 'Ludovica', last_name: 'Marchetti-Osei', role: 'director', dob: '1963-10-02' }],
      },
    ),
  },
  {
    title: 'shares of 70 % and 45 %',
    expected: 'failed',
    reason: 'ownership_over_100',
    company: make(
      'Specimen Brindlewick Foods Ltd',
      '99000005',
      {},
      {
        ubos: [
          { ...OWNERS[0], ownership_percent: 70 },
          { ...OWNERS[1], ownership_percent: 45 },
        ],
      },
    ),
  },
];

function make(
  legal_name: string,
  registration_number: string,
  company: Partial<CreateCompany['company']>,
  parties: Partial<Pick<CreateCompany, 'ubos' | 'representatives'>>,
): CreateCompany {
  return {
    company: { legal_name, registration_number, country: 'GB', address: ADDRESS, ...company },
    representatives: [DIRECTOR],
    ubos: OWNERS,
    ...parties,
  };
}
