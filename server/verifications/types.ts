import type { FaceChoice } from '../checks/face-choices.ts';
import type {
  Company,
  CompanyDocumentType,
  DocumentDescriptor,
  KybResults,
  Representative,
  Ubo,
} from '../checks/kyb/types.ts';
import type { Correction } from '../checks/read/corrections.ts';
import type { Applicant, DocumentSide, DocumentType, KycResults } from '../checks/types.ts';
import type { Decision } from '../decision/types.ts';
import type { MediaType } from '../lib/media-type.ts';

export type VerificationStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'needs_review';

export interface ExpectedDocument {
  type: DocumentType | 'unknown';
  sides?: DocumentSide[];
}

/** What the caller sent, apart from the files. Encrypted at rest. */
export interface Submission {
  applicant: Applicant;
  /** null: not given. */
  consent: boolean | null;
  metadata: Record<string, unknown> | null;
  webhook_url: string | null;
}

export interface StoredDocument {
  id: string;
  /** Its index in `documents[]`, from 0. */
  position: number;
  mediaType: MediaType;
  sizeBytes: number;
  /** As the caller declared it. */
  name: string | null;
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
  /** SHA-256 of the file, hex. Encrypted at rest. */
  sha256: string;
  /** For a PDF that was split: the page, from 1, that this document is. Absent: the whole file. */
  page?: number;
  /** Earlier documents that this one replaces. */
  replaces?: string[];
}

/** Of a person, or of a company. */
export type VerificationKind = 'kyc' | 'kyb';

/** The fields of every kind of verification. */
interface VerificationRecord<Submitted, Document, Results> {
  id: string;
  livemode: boolean;
  status: VerificationStatus;
  createdAtMs: number;
  updatedAtMs: number;
  /** The step that runs, or null. */
  step: string | null;
  /** Until when it may wait for a review. null: it does not wait, or has no deadline. */
  dueAtMs: number | null;
  submission: Submitted;
  documents: Document[];
  results: Results;
  decision: Decision | null;
}

/** One KYC verification with all of its data. `results.read` includes later corrections. */
export interface Verification extends VerificationRecord<Submission, StoredDocument, KycResults> {
  /** Oldest first. */
  corrections: Correction[];
  /** Oldest first. */
  faceChoices: FaceChoice[];
}

/** What the caller sent about a company. Encrypted at rest. */
export interface KybSubmission {
  company: Company;
  representatives: Representative[];
  ubos: Ubo[];
  /** Announced documents. Their files arrive through the documents endpoint. */
  documents: DocumentDescriptor[];
  metadata: Record<string, unknown> | null;
}

/** A file received for a company. */
export interface CompanyDocument
  extends Pick<StoredDocument, 'id' | 'position' | 'mediaType' | 'sizeBytes' | 'name' | 'sha256'> {
  type: CompanyDocumentType;
  /** The index of the descriptor that it answers. null: it was not announced. The newest file of a descriptor counts. */
  descriptor: number | null;
}

/** The KYC verification of a person of a company. */
export interface PersonLink {
  /** `per_...` */
  personId: string;
  /** `ver_...` */
  verificationId: string;
  /** The current status of that verification. */
  status: VerificationStatus | 'erased';
}

/** One KYB verification with all of its data. */
export interface KybVerification extends VerificationRecord<KybSubmission, CompanyDocument, KybResults> {
  links: PersonLink[];
}
