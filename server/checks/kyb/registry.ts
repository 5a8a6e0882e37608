import { spanOf, spansMeet } from '../../lib/date-spans.ts';
import { type FindingCode, makeFinding } from '../findings.ts';
import { concludeCheck, type Policy } from '../policy.ts';
import { submittedBirth } from '../read-values.ts';
import type { Born, Finding } from '../types.ts';
import { checkNumbers } from './numbers.ts';
import { compareRecord, disagreement, said } from './registry-compare.ts';
import type { Identified } from './registry-identify.ts';
import type { Candidate, FoundBy, LoadedRegister, Similarity, SubmittedKeys } from './registry-input.ts';
import type {
  Company,
  CompanyStatus,
  RegistryRecord,
  RegistryResult,
  Representative,
  SearchedRegister,
  Ubo,
} from './types.ts';

export interface RegistryInput {
  company: Company;
  representatives: readonly Representative[];
  ubos: readonly Ubo[];
  keys: SubmittedKeys;
  identified: Identified;
  /** Every register that was searched. */
  registers: readonly LoadedRegister[];
  /** What registers state about the owners. */
  ownership: RegistryResult['ownership'];
  similarity: Similarity;
  /** YYYY-MM-DD */
  today: string;
  policy: Policy;
}

const STATUS_FINDINGS: Readonly<Record<CompanyStatus, FindingCode | null>> = {
  active: null,
  insolvent: 'company_insolvent',
  inactive: 'company_inactive',
  dissolved: 'company_dissolved',
  struck_off: 'company_struck_off',
  unknown: 'company_status_unknown',
};

/** How Companies House words a proposed strike-off, in its files and in its other data. The company is still on the register. */
const STRIKE_OFF_PROPOSED = /proposal[\s-]to[\s-]strike[\s-]off/i;

/**
 * Checks the company against the registers: whether its numbers are valid and the submitted dates possible, whether it is in the
 * registers that must hold it, what status they report, and each difference from what was submitted. `passed` is null if nothing
 * could be established: there is no register of its country, none that must hold it, or it is not clear which company is meant.
 */
export function checkRegistry(input: RegistryInput): RegistryResult {
  const { company, ubos, identified, registers, policy } = input;
  const facts = [...checkNumbers(company, ubos), ...checkDates(input)];
  const [record] = identified.records;
  const compared = record ? compareRecord({ ...input, record }) : null;
  const registry = record
    ? [
        ...sayStatus(record),
        ...findLack(identified.records, input),
        ...(compared?.findings ?? []),
        ...sayRegisters(identified.records, input),
      ]
    : findAbsence(input);
  const required = findRequired(company, registers, policy);
  const strangers = record ? sayStrangers(identified.strangers) : [];
  const shown = {
    record: record ? recordOf(record) : null,
    comparisons: compared?.comparisons ?? [],
    datasets: registers.map(({ completeFor: _, countries: __, ...register }) => register),
    ownership: input.ownership,
  };
  const findings = [...required, ...registry, ...strangers, ...facts];
  // The registers say something about the company, even if only that no register holds it.
  const told = record !== undefined || registry.some(({ code }) => code.startsWith('company_not_found'));
  const isClear = told || facts.some(({ code }) => policy.severity[code] !== 'info');
  return { ...(isClear ? concludeCheck(findings, policy) : { passed: null, findings }), ...shown };
}

function sayStatus(record: Candidate): Finding[] {
  const { status, statusText, dissolvedOn } = record.company;
  const isToEnd = status === 'active' && STRIKE_OFF_PROPOSED.test(statusText ?? '');
  const code = isToEnd ? 'company_strike_off_proposed' : STATUS_FINDINGS[status];
  if (!code) return [];
  const evidence = { status_text: statusText ?? '', dissolved_on: dissolvedOn ?? '' };
  return [said(code, undefined, record, evidence)];
}

/** Reports how old the record's register is, unless a fresh one holds the company too, and where other registers contradict it. */
function sayRegisters(records: readonly Candidate[], { similarity, policy }: RegistryInput): Finding[] {
  const [first, ...others] = records as [Candidate, ...Candidate[]];
  const stale = records.every(({ register }) => register.stale) ? [sayStale(first.register)] : [];
  const disagreeing = others.flatMap((other) => {
    const fields = disagreement(first.company, other.company, similarity, policy);
    if (fields.length === 0) return [];
    const registers = [first.register.name, other.register.name];
    return [makeFinding('registers_disagree', { evidence: { registers, fields } })];
  });
  return [...stale, ...disagreeing];
}

/** Reports a number that is missing from a register that must hold it, although another register has the company. */
function findLack(records: readonly Candidate[], { company, registers }: RegistryInput): Finding[] {
  const complete = completeRegisters(registers, company.country);
  const held = records.some(({ register }) => complete.includes(register));
  const fresh = complete.find(({ stale }) => !stale);
  return held || !fresh || company.registration_number === undefined ? [] : [sayAbsent(company, fresh)];
}

/** Reports a submitted number that belongs to another company. */
function sayStrangers(strangers: readonly Candidate[]): Finding[] {
  const byField = new Map<FoundBy, Candidate>(strangers.toReversed().map((one) => [one.foundBy, one]));
  return [...byField].map(([foundBy, stranger]) => said('company_number_mismatch', `company.${foundBy}`, stranger));
}

/** Reports why there is no record, and what that means. */
function findAbsence({ company, identified, registers, policy }: RegistryInput): Finding[] {
  const { country } = company;
  const [one] = identified.ambiguous;
  if (one) return [said('company_ambiguous', undefined, one, { records: identified.ambiguous.length })];
  const complete = completeRegisters(registers, country);
  const others = registers.filter((each) => each.companies > 0 && each.countries.includes(country));
  if (complete.length + others.length === 0) {
    const isSaid = findRequired(company, registers, policy).length > 0;
    return isSaid ? [] : [makeFinding('register_missing', { evidence: { country } })];
  }
  const fresh = complete.find(({ stale }) => !stale);
  if (fresh) return [sayAbsent(company, fresh)];
  const [stale] = complete.toSorted((a, b) => a.age_days - b.age_days);
  const elsewhere = makeFinding('company_not_in_registers', { evidence: { country } });
  return stale ? [sayStale(stale), elsewhere] : [elsewhere];
}

/** Reports that the policy requires a register of all companies of the country, and none is loaded. */
function findRequired({ country }: Company, registers: readonly LoadedRegister[], policy: Policy): Finding[] {
  const isRequired = policy.kyb.registry.required_countries.includes(country);
  if (!isRequired || completeRegisters(registers, country).length > 0) return [];
  return [makeFinding('register_required_missing', { evidence: { country } })];
}

function completeRegisters(registers: readonly LoadedRegister[], country: string): LoadedRegister[] {
  return registers.filter(({ completeFor }) => completeFor.includes(country));
}

/** Reports that the company is missing from a fresh register that must hold it, unless the company is newer. */
function sayAbsent({ registration_number, incorporation_date, country }: Company, register: LoadedRegister): Finding {
  const evidence = { register: register.name, register_id: register.id, country, dated: register.dated };
  if (incorporation_date !== undefined && incorporation_date >= register.dated) {
    return makeFinding('company_newer_than_register', { field: 'company.incorporation_date', evidence });
  }
  return registration_number === undefined
    ? makeFinding('company_not_found_by_name', { field: 'company.legal_name', evidence })
    : makeFinding('company_not_found', { field: 'company.registration_number', evidence });
}

function sayStale({ id, name, version, age_days }: SearchedRegister): Finding {
  return makeFinding('register_stale', { evidence: { register: name, register_id: id, version, age_days } });
}

function recordOf({ company, register, foundBy }: Candidate): RegistryRecord {
  const { address } = company;
  return {
    register: { id: register.id, code: register.code, name: register.name, version: register.version },
    number: company.number,
    identifiers: company.identifiers,
    name: company.name,
    other_names: company.otherNames,
    country: company.country,
    status: company.status,
    status_text: company.statusText,
    legal_form: company.legalForm,
    incorporated_on: company.incorporatedOn,
    dissolved_on: company.dissolvedOn,
    address: address && {
      text: address.text,
      city: address.city,
      postal_code: address.postalCode,
      country: address.country,
    },
    activities: company.activities,
    found_by: foundBy,
  };
}

/**
 * Reports submitted dates that are impossible: incorporation after `today` (YYYY-MM-DD), birth after it or too far back. A wrong
 * birth date could rule out a hit on the person themselves.
 */
function checkDates({ company, representatives, ubos, today, policy }: RegistryInput): Finding[] {
  const { incorporation_date } = company;
  const earliest = `${Number(today.slice(0, 4)) - policy.reading.age_years_max}${today.slice(4)}`;
  const possible = { from: earliest, to: today };
  const oddBirths = (list: string, people: readonly Born[]): Finding[] =>
    people.flatMap((person, at) => {
      const born = submittedBirth(person);
      if (born === null || spansMeet(spanOf(born), possible)) return [];
      const field = person.dob === undefined ? 'birth_date' : 'dob';
      return [makeFinding('birth_date_implausible', { field: `${list}[${at}].${field}` })];
    });
  return [
    ...(incorporation_date !== undefined && incorporation_date > today
      ? [makeFinding('incorporation_date_in_future', { field: 'company.incorporation_date' })]
      : []),
    ...oddBirths('representatives', representatives),
    ...oddBirths('ubos', ubos),
  ];
}
