import type { RegisterCompany } from '../../registries/types.ts';
import { type FindingCode, makeFinding } from '../findings.ts';
import type { Policy } from '../policy.ts';
import type { Finding } from '../types.ts';
import { registrationKinds } from './numbers.ts';
import { scoreAddress } from './registry-address.ts';
import { type Candidate, type FoundBy, isWholeDate, type Similarity, type SubmittedKeys } from './registry-input.ts';
import type { Company, RegistryComparison } from './types.ts';

/** From this similarity, two names are the same except for punctuation and spaces. */
const SAME_FROM = 0.999;

export interface Compared {
  comparisons: RegistryComparison[];
  findings: Finding[];
}

interface Pair {
  company: Company;
  record: Candidate;
  keys: SubmittedKeys;
  similarity: Similarity;
  policy: Policy;
}

/** Compares everything that was submitted about the company with the register's data, field by field. */
export function compareRecord(pair: Pair): Compared {
  const parts = [
    compareName(pair),
    compareOtherNames(pair),
    ...(['registration_number', 'lei', 'tax_id', 'vat_number'] as const).map((field) => compareNumber(field, pair)),
    compareCountry(pair),
    compareAddress(pair),
    compareIncorporation(pair),
    compareLegalForm(pair),
  ];
  return {
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    findings: parts.flatMap(({ findings }) => findings),
  };
}

function compareName({ company, record, similarity, policy }: Pair): Compared {
  const { name, otherNames } = record.company;
  const from = policy.kyb.registry.name_agrees_from;
  const score = similarity.names(company.legal_name, name);
  const compared = (agrees: boolean, code: FindingCode | null, registered = name, kind = 'registered'): Compared => ({
    comparisons: [
      {
        field: 'company.legal_name',
        submitted: company.legal_name,
        registered,
        agrees,
        score: rounded(similarity.names(company.legal_name, registered)),
      },
    ],
    findings: code ? [said(code, 'company.legal_name', record, { kind, score: rounded(score) })] : [],
  });
  if (score >= from) return compared(true, score >= SAME_FROM ? null : 'company_name_differs_slightly');
  const other = otherNames
    .map((one) => ({ ...one, score: similarity.names(company.legal_name, one.name) }))
    .toSorted((a, b) => b.score - a.score)[0];
  if (other && other.score >= from) {
    if (other.kind === 'former') return compared(false, 'company_name_former', other.name, 'former');
    return compared(true, 'company_name_differs_slightly', other.name, other.kind);
  }
  const formerly = company.former_names?.some((one) => similarity.names(one, name) >= from);
  return formerly
    ? compared(false, 'company_name_former', name, 'submitted_former')
    : compared(false, 'company_name_mismatch');
}

/** Registers hold few of a company's former and trading names, so a missing one means nothing. */
function compareOtherNames({ company, record, similarity, policy }: Pair): Compared {
  const { name, otherNames } = record.company;
  const held = [name, ...otherNames.map((other) => other.name)];
  const compare = (list: 'trading_names' | 'former_names') =>
    (company[list] ?? []).map((submitted, at): RegistryComparison => {
      const scores = held.map((one) => similarity.names(submitted, one));
      const score = Math.max(...scores);
      const agrees = score >= policy.kyb.registry.name_agrees_from;
      const registered = agrees ? (held[scores.indexOf(score)] ?? null) : null;
      return { field: `company.${list}[${at}]`, submitted, registered, agrees: agrees || null, score: rounded(score) };
    });
  return { comparisons: [...compare('trading_names'), ...compare('former_names')], findings: [] };
}

/** The kinds of identifier that hold a field's number, in addition to a country's own kinds of registration numbers. */
const KINDS: Readonly<Record<Exclude<FoundBy, 'name'>, readonly string[]>> = {
  registration_number: ['registration_number'],
  lei: ['lei'],
  tax_id: ['tax', 'tax_id'],
  vat_number: ['vat', 'vat_number'],
};
/** The number of digits that identify a number. The letters around them are written in many ways. */
const TELLING_DIGITS_MIN = 5;

/** The same number if the record has one of its keys, a different one if the record has a number of the same kind. */
function compareNumber(field: Exclude<FoundBy, 'name'>, { company, record, keys }: Pair): Compared {
  const submitted = company[field];
  if (submitted === undefined) return { comparisons: [], findings: [] };
  const { identifiers, keys: own, country } = record.company;
  const kinds = field === 'registration_number' ? [...KINDS[field], ...registrationKinds(country)] : KINDS[field];
  const held = identifiers.find(
    (one) => kinds.includes(one.kind) && (one.country === undefined || one.country === company.country),
  );
  const registered = held?.value ?? (field === 'registration_number' ? ownNumber(company.country, record) : null);
  const same = (keys[field] ?? []).some((key) => own.includes(key)) || haveSameDigits(submitted, registered);
  const agrees = same ? true : registered === null ? null : false;
  const at = `company.${field}`;
  return {
    comparisons: [{ field: at, submitted, registered: same ? (registered ?? submitted) : registered, agrees }],
    findings: agrees === false ? [said('company_number_mismatch', at, record)] : [],
  };
}

/** The register's own number is the company's number in its country only if it is the key of such a number. GLEIF's own number is the LEI. */
function ownNumber(country: string, { company }: Candidate): string | null {
  return company.keys[0].startsWith(`${country}:`) ? company.number : null;
}

function haveSameDigits(a: string, b: string | null): boolean {
  const [left = '', right = ''] = [a, b ?? ''].map((text) => text.replace(/\D/g, '').replace(/^0+/, ''));
  return left.length >= TELLING_DIGITS_MIN && left === right;
}

function compareCountry({ company, record }: Pair): Compared {
  const registered = record.company.country;
  const agrees = registered === company.country;
  const comparison = { field: 'company.country', submitted: company.country, registered, agrees };
  const evidence = { country: registered };
  return {
    comparisons: [comparison],
    findings: agrees ? [] : [said('company_number_mismatch', 'company.country', record, evidence)],
  };
}

function compareAddress({ company, record, similarity, policy }: Pair): Compared {
  const field = 'company.address';
  const { line1, line2, city, state, postal_code, country } = company.address;
  const submitted = [line1, line2, postal_code, city, state, country].filter(Boolean).join(', ');
  const { address } = record.company;
  const compared = (agrees: boolean | null, score: number | null, code: FindingCode | null): Compared => ({
    comparisons: [
      {
        field,
        submitted,
        registered: address?.text ?? null,
        agrees,
        ...(score === null ? {} : { score: rounded(score) }),
      },
    ],
    findings: code ? [said(code, field, record, score === null ? {} : { score: rounded(score) })] : [],
  });
  if (address?.country && address.country !== country) return compared(false, 0, 'company_address_mismatch');
  const scored = scoreAddress(company.address, address, similarity.words);
  if (!scored) return compared(null, null, null);
  const { score } = scored;
  if (score < policy.kyb.registry.address_agrees_from) return compared(false, score, 'company_address_mismatch');
  return compared(true, score, score === 1 ? null : 'company_address_differs_slightly');
}

function compareIncorporation({ company, record }: Pair): Compared {
  const field = 'company.incorporation_date';
  const submitted = company.incorporation_date ?? null;
  const registered = record.company.incorporatedOn;
  const agrees =
    submitted === null || registered === null || !isWholeDate(registered) ? null : submitted === registered;
  return {
    comparisons: submitted === null ? [] : [{ field, submitted, registered, agrees }],
    findings: agrees === false ? [said('company_incorporation_mismatch', field, record)] : [],
  };
}

function compareLegalForm({ company, record, similarity }: Pair): Compared {
  const field = 'company.legal_form';
  const submitted = company.legal_form;
  if (submitted === undefined) return { comparisons: [], findings: [] };
  const registered = record.company.legalForm;
  const agrees = registered === null ? null : similarity.sameLegalForm(submitted, registered);
  return {
    comparisons: [{ field, submitted, registered, agrees }],
    findings: agrees === false ? [said('company_legal_form_mismatch', field, record)] : [],
  };
}

/** Returns a finding about a record, with the register that holds it. */
export function said(
  code: FindingCode,
  field: string | undefined,
  { register }: Candidate,
  more: Record<string, string | number> = {},
): Finding {
  const evidence = { register: register.name, register_id: register.id, version: register.version, ...more };
  return makeFinding(code, { ...(field === undefined ? {} : { field }), evidence });
}

/** Returns the fields in which two records of one company contradict each other. */
export function disagreement(a: RegisterCompany, b: RegisterCompany, similarity: Similarity, policy: Policy): string[] {
  const from = policy.kyb.registry.name_agrees_from;
  const names = (one: RegisterCompany) => [one.name, ...one.otherNames.map(({ name }) => name)];
  const named = names(a).some((x) => names(b).some((y) => similarity.names(x, y) >= from));
  const known = a.status !== 'unknown' && b.status !== 'unknown';
  const dates = [a.incorporatedOn, b.incorporatedOn].every((date) => date !== null && isWholeDate(date));
  return [
    ...(named ? [] : ['name']),
    ...(known && isAlive(a) !== isAlive(b) ? ['status'] : []),
    ...(dates && a.incorporatedOn !== b.incorporatedOn ? ['incorporated_on'] : []),
    ...(a.country === b.country ? [] : ['country']),
  ];
}

/** Registers define statuses differently, and few of them report that a company is insolvent. */
const isAlive = ({ status }: RegisterCompany): boolean => status === 'active' || status === 'insolvent';

const rounded = (score: number): number => Math.round(score * 1000) / 1000;
