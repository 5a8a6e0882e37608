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

/** The submitted data of the company. */
export interface Company {
  legal_name: string;
  /** ISO 3166-1 alpha-2: the country of registration. */
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

/** A person who acts for the company. */
export interface Representative extends Born {
  /** `per_...` */
  id: string;
  first_name: string;
  last_name: string;
  role: KybRole;
}

/** An owner: a person, or a company if it has a `legal_name`. */
export interface Ubo extends Born {
  /** `per_...` */
  id: string;
  first_name?: string;
  last_name?: string;
  legal_name?: string;
  /** The share in the company, or in the owner that `parent` names; 0..100. */
  ownership_percent: number;
  /** The index in `ubos` of the company that this share is in. Absent: the verified company itself. */
  parent?: number;
  /** ISO 3166-1 alpha-2: country of residence, or of registration. */
  country?: string;
  registration_number?: string;
  lei?: string;
}

/** A document that was announced. Its file may arrive later. */
export interface DocumentDescriptor {
  type: CompanyDocumentType;
  name?: string;
}

/**
 * A party: `company`; the `per_` id of a representative or owner; `register:N`, the N-th of `RegistryResult.ownership.parties`
 * that was not submitted.
 */
export type PartyId = string;
export const COMPANY_PARTY: PartyId = 'company';

/** Percent of the shares. The bounds are equal if it is known exactly. */
export interface ShareRange {
  min: number;
  max: number;
}

export type CompanyStatus = 'active' | 'insolvent' | 'inactive' | 'dissolved' | 'struck_off' | 'unknown';

/** The register record that the company was found as. */
export interface RegistryRecord {
  register: { id: string; code: string; name: string; version: string };
  /** The register's own number for it. */
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

/** A field of the record compared with the submitted value. */
export interface RegistryComparison {
  field: string;
  submitted: string | null;
  registered: string | null;
  /** null: not compared, because one of them is missing. */
  agrees: boolean | null;
  /** For names and addresses, 0..1. */
  score?: number;
}

/** A register that was searched, or should have been. */
export interface SearchedRegister extends Omit<SearchedList, 'entries' | 'topics'> {
  companies: number;
  owners: number;
}

/** A person or company that a register names as owner. */
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
  /** What registers state about the owners of the company, and of the companies among them. Empty if they state nothing. */
  ownership: { parties: RegisterParty[]; shares: RegisterShare[] };
}

/** A hit on one of the parties. */
export interface PartyHit extends Hit {
  party: PartyId;
}

export type KybScreeningCheck = 'sanctions' | 'watchlists' | 'pep' | 'adverse_media';

/** The one search of the lists for every named party. The four checks hold its hits by topic. */
export interface KybScreeningResult extends Record<KybScreeningCheck, CheckResult> {
  hits: PartyHit[];
  lists: ScreeningResult['lists'];
  /** As in `ScreeningResult`. */
  algorithm_version?: number;
  searched: { party: PartyId; source: 'submitted' | 'register'; name: string; query: SearchQuery }[];
}

/** A share of the graph, as declared or as stated in a register. */
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

/** What a party owns of the company directly and along chains. */
export interface EffectiveOwner extends OwnershipNode {
  /** Percent of the company, along every path. The bounds differ if a register gives a range. */
  percent: ShareRange;
  direct_percent: ShareRange;
  at_threshold: boolean;
  /** The strongest paths, as an explanation. Each share is in the next of `parties`, the last one in the company. `percent` is their product. */
  paths: { parties: PartyId[]; percents: number[]; percent: number }[];
}

export interface OwnershipResult extends CheckResult {
  threshold_percent: number;
  /** The sum of the submitted direct shares. Null if there was none. */
  sum_percent: number | null;
  /** Those who own and have no known owner, the largest first. */
  owners: EffectiveOwner[];
  /** By the rule that sanctioned owners count together. Null if none is sanctioned. */
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

/** The data read from one file. */
export interface CompanyDocumentReading {
  document_id: string;
  /** False: too damaged to read anything. */
  decoded: boolean;
  pages: number;
  /** Pages from which nothing was read: beyond a limit, blank or damaged. */
  unread_pages: number;
  /** The source of the text: the PDF's own text, or a picture if any part of it was read by OCR. */
  source: 'text' | 'picture' | null;
  lines: string[];
  /** How many of the lines, the last ones, were read from pictures. */
  picture_lines: number;
  /** Mean over the words, 0..1. It is 1 for a PDF's own text. */
  text_confidence: number;
  engine: DocumentReading['engine'];
}

/** Which of the company's data was found on one document. */
export interface CompanyDocumentResult {
  document_id: string;
  /** The index of its descriptor. null: it was not announced. */
  descriptor: number | null;
  type: CompanyDocumentType;
  status: 'processed' | 'rejected';
  /** null: not searched for, or nothing submitted to search for. */
  matches: Record<'name' | 'registration_number' | 'address' | 'incorporation_date', boolean | null>;
  /** The newest date on it that is not in the future, YYYY-MM-DD. null: none was found. */
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

/** The results of the steps of a KYB verification, by step. A step that has not run is missing. */
export interface KybResults {
  registry?: RegistryResult;
  screening?: KybScreeningResult;
  ownership?: OwnershipResult;
  read?: { documents: CompanyDocumentReading[] };
  documents?: CompanyDocumentsResult;
  risk?: RiskResult;
  persons?: PersonsResult;
  /** The results of files that arrived after the end. They change no decision. */
  late_documents?: CompanyDocumentsResult;
}

export type RiskLevel = 'low' | 'medium' | 'high';

/** One thing that raises the risk, with its points. */
export interface RiskFactor {
  /** Such as `country`, `sector`, `ownership_layers`, `hits`. */
  factor: string;
  /** What was found, such as `IR`. Never a person's name. */
  value: string;
  points: number;
  /** A sentence for a reader. */
  message: string;
}

/** A score of 0..100: the sum of the factors' points, at most 100. */
export interface RiskResult {
  score: number;
  level: RiskLevel;
  factors: RiskFactor[];
  /** The version of the tables and weights that produced it. */
  version: string;
  findings: Finding[];
}
