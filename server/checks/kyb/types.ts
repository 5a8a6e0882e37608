import type { SearchQuery } from '../../screening/match/query.ts';
import type {
  Applicant,
  Born,
  CheckResult,
  DocumentReading,
  Finding,
  Hit,
  ScreeningResult,
  SearchedList,
} from '../types.ts';

export const KYB_ROLES = ['legal_representative', 'director', 'authorized_signatory', 'shareholder', 'other'] as const;
export type KybRole = (typeof KYB_ROLES)[number];

export const COMPANY_DOCUMENT_TYPES = [
  'registration_certificate',
  'articles_of_association',
  'proof_of_address',
  'shareholder_register',
  'ubo_declaration',
  'power_of_attorney',
  'tax_certificate',
  'license',
  'other',
] as const;
export type CompanyDocumentType = (typeof COMPANY_DOCUMENT_TYPES)[number];

/** What was said of the company. */
export interface Company {
  legal_name: string;
  /** ISO 3166-1 alpha-2: where it is registered. */
  country: string;
  registration_number?: string;
  tax_id?: string;
  vat_number?: string;
  /** ISO 17442 */
  lei?: string;
  industry?: string;
  legal_form?: string;
  /** YYYY-MM-DD */
  incorporation_date?: string;
  trading_names?: string[];
  former_names?: string[];
  address: Applicant['address'] & { country: string };
}

/** Somebody who acts for the company. */
export interface Representative extends Born {
  /** `per_...` */
  id: string;
  first_name: string;
  last_name: string;
  role: KybRole;
}

/** An owner: a person, or a company where it has a `legal_name`. */
export interface Ubo extends Born {
  /** `per_...` */
  id: string;
  first_name?: string;
  last_name?: string;
  legal_name?: string;
  /** Share in the company, or in the owner that `parent` names; 0..100. */
  ownership_percent: number;
  /** Index in `ubos` of the company that this share is in; absent: the verified company itself. */
  parent?: number;
  /** ISO 3166-1 alpha-2: of residence, or of registration. */
  country?: string;
  registration_number?: string;
  lei?: string;
}

/** A document that was announced; its file may come later. */
export interface DocumentDescriptor {
  type: CompanyDocumentType;
  name?: string;
}

/**
 * Who is meant: `company`; the `per_` id of a representative or owner; `register:N`, the N-th of `RegistryResult.ownership.parties`
 * that nobody submitted.
 */
export type PartyId = string;
export const COMPANY_PARTY: PartyId = 'company';

/** Percent of the shares; equal bounds where it is known exactly. */
export interface ShareRange {
  min: number;
  max: number;
}

export type CompanyStatus = 'active' | 'insolvent' | 'inactive' | 'dissolved' | 'struck_off' | 'unknown';

/** The record of a register that the company was found as. */
export interface RegistryRecord {
  register: { id: string; code: string; name: string; version: string };
  /** The register's own number of it. */
  number: string;
  identifiers: { kind: string; value: string; country?: string }[];
  name: string;
  other_names: { name: string; kind: 'former' | 'trading' | 'other' }[];
  country: string;
  status: CompanyStatus;
  /** As published. */
  status_text: string | null;
  legal_form: string | null;
  /** YYYY-MM-DD */
  incorporated_on: string | null;
  dissolved_on: string | null;
  address: { text: string; city: string | null; postal_code: string | null; country: string | null } | null;
  activities: string[];
  /** How it was found. */
  found_by: 'registration_number' | 'lei' | 'tax_id' | 'vat_number' | 'name';
}

/** A field of the record beside what was submitted. */
export interface RegistryComparison {
  field: string;
  submitted: string | null;
  registered: string | null;
  /** null: not compared, since one of them is missing. */
  agrees: boolean | null;
  /** Of names and addresses, 0..1. */
  score?: number;
}

/** A register that was searched, or would have been. */
export interface SearchedRegister extends Omit<SearchedList, 'entries' | 'topics'> {
  companies: number;
  owners: number;
}

/** Somebody whom a register names as owner. */
export interface RegisterParty {
  type: 'person' | 'entity';
  name: string;
  /** `YYYY-MM-DD` or a part of it. */
  birth_date?: string;
  nationality?: string;
  country?: string;
  identifiers: { kind: string; value: string; country?: string }[];
}

/** One share that a register states. */
export interface RegisterShare {
  /** Index in `parties`. */
  owner: number;
  /** Index in `parties`; null: the verified company. */
  owned: number | null;
  /** null: control by other means, such as the right to appoint directors. */
  percent: ShareRange | null;
  /** In the register's own words, such as `ownership-of-shares-25-to-50-percent`. */
  interests: string[];
  register: { id: string; code: string; name: string; version: string };
}

export interface RegistryResult extends CheckResult {
  record: RegistryRecord | null;
  comparisons: RegistryComparison[];
  datasets: SearchedRegister[];
  /** What registers say of the owners of the company, and of the companies among them; empty where they say nothing. */
  ownership: { parties: RegisterParty[]; shares: RegisterShare[] };
}

/** A hit on one of the parties. */
export interface PartyHit extends Hit {
  party: PartyId;
}

export type KybScreeningCheck = 'sanctions' | 'watchlists' | 'pep' | 'adverse_media';

/** The search of the lists over everybody who is named, once; the four checks are its hits by topic. */
export interface KybScreeningResult extends Record<KybScreeningCheck, CheckResult> {
  hits: PartyHit[];
  lists: ScreeningResult['lists'];
  /** As `ScreeningResult` has it. */
  algorithm_version?: number;
  searched: { party: PartyId; source: 'submitted' | 'register'; name: string; query: SearchQuery }[];
}

/** A share of the graph, as declared or as a register has it. */
export interface OwnershipEdge {
  owner: PartyId;
  owned: PartyId;
  percent: ShareRange;
  source: 'submitted' | 'register';
}

export interface OwnershipNode {
  party: PartyId;
  type: 'person' | 'entity';
  name: string;
}

/** What somebody owns of the company directly and along chains. */
export interface EffectiveOwner extends OwnershipNode {
  /** Percent of the company, along every path; bounds differ where a register gives a range. */
  percent: ShareRange;
  direct_percent: ShareRange;
  at_threshold: boolean;
  /** The strongest ones, which explain it: each share is in the next of `parties`, the last in the company; `percent` is their product. */
  paths: { parties: PartyId[]; percents: number[]; percent: number }[];
}

export interface OwnershipResult extends CheckResult {
  threshold_percent: number;
  /** Of the direct shares that were submitted; null where none was. */
  sum_percent: number | null;
  /** Those who own and are not owned by anybody known, the largest first. */
  owners: EffectiveOwner[];
  /** By the rule that sanctioned owners count together; null where none is sanctioned. */
  sanctioned: {
    percent: number;
    blocked: boolean;
    owners: { party: PartyId; percent: number }[];
    path: PartyId[][];
  } | null;
  nodes: OwnershipNode[];
  edges: OwnershipEdge[];
  datasets: SearchedRegister[];
}

/** What one file gave. */
export interface CompanyDocumentReading {
  document_id: string;
  /** False: damaged so that nothing could be read. */
  decoded: boolean;
  pages: number;
  /** Pages that nothing was read from: beyond a limit, blank or damaged. */
  unread_pages: number;
  /** Where the text comes from: the PDF's own text, or a picture that was read, if only for a part. */
  source: 'text' | 'picture' | null;
  lines: string[];
  /** How many of the lines, the last ones, were read from pictures. */
  picture_lines: number;
  /** Mean over the words, 0..1; 1 for a PDF's own text. */
  text_confidence: number;
  engine: DocumentReading['engine'];
}

/** What of the company was found on one document. */
export interface CompanyDocumentResult {
  document_id: string;
  /** Index of its descriptor; null: it was not announced. */
  descriptor: number | null;
  type: CompanyDocumentType;
  status: 'processed' | 'rejected';
  /** null: not looked for, or nothing submitted to look for. */
  matches: Record<'name' | 'registration_number' | 'address' | 'incorporation_date', boolean | null>;
  /** The newest date on it that is not in the future, YYYY-MM-DD; null: none was found. */
  dated: string | null;
  findings: Finding[];
}

export interface CompanyDocumentsResult extends CheckResult {
  documents: CompanyDocumentResult[];
}

export type PersonVerificationStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'needs_review';

export interface PersonsResult extends CheckResult {
  persons: { person_id: string; verification_id: string | null; status: PersonVerificationStatus | null }[];
}

/** Results of the steps of a KYB verification, by step; a step that has not run is missing. */
export interface KybResults {
  registry?: RegistryResult;
  screening?: KybScreeningResult;
  ownership?: OwnershipResult;
  read?: { documents: CompanyDocumentReading[] };
  documents?: CompanyDocumentsResult;
  risk?: RiskResult;
  persons?: PersonsResult;
  /** Of files that came after the end; they change no decision. */
  late_documents?: CompanyDocumentsResult;
}

export type RiskLevel = 'low' | 'medium' | 'high';

/** One thing that raises the risk, with the points it gives. */
export interface RiskFactor {
  /** Such as `country`, `sector`, `ownership_layers`, `hits`. */
  factor: string;
  /** What was found, such as `IR`; never a person's name. */
  value: string;
  points: number;
  /** A sentence for a person. */
  message: string;
}

/** A score of 0..100: the sum of the factors' points, at most 100. */
export interface RiskResult {
  score: number;
  level: RiskLevel;
  factors: RiskFactor[];
  /** Of the tables and weights that made it. */
  version: string;
  findings: Finding[];
}
