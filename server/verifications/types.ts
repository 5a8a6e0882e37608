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

/** What the caller sent, apart from the files. Sealed at rest. */
export interface Submission {
  applicant: Applicant;
  /** null: not given. */
  consent: boolean | null;
  metadata: Record<string, unknown> | null;
  webhook_url: string | null;
}

export interface StoredDocument {
  id: string;
  /** Its place in `documents[]`, from 0. */
  position: number;
  mediaType: MediaType;
  sizeBytes: number;
  /** As the caller declared it. */
  name: string | null;
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
  /** SHA-256 of the file, hex. Sealed at rest. */
  sha256: string;
  /** Of a PDF that was split: the page, from 1, that this document is. Absent: all of the file. */
  page?: number;
  /** Documents that came before and that this one takes the place of. */
  replaces?: string[];
}

/** Of a person, or of a company. */
export type VerificationKind = 'kyc' | 'kyb';

/** What every kind of verification has. */
interface VerificationRecord<Submitted, Document, Results> {
  id: string;
  livemode: boolean;
  status: VerificationStatus;
  createdAtMs: number;
  updatedAtMs: number;
  /** The step that runs, or null. */
  step: string | null;
  submission: Submitted;
  documents: Document[];
  results: Results;
  decision: Decision | null;
}

/** One KYC verification with everything that is known of it; `results.read` as people corrected it since. */
export interface Verification extends VerificationRecord<Submission, StoredDocument, KycResults> {
  /** Oldest first. */
  corrections: Correction[];
  /** Likewise. */
  faceChoices: FaceChoice[];
}

/** What the caller sent of a company. Sealed at rest. */
export interface KybSubmission {
  company: Company;
  representatives: Representative[];
  ubos: Ubo[];
  /** Announced documents; their files come through the documents endpoint. */
  documents: DocumentDescriptor[];
  metadata: Record<string, unknown> | null;
}

/** A file that came for a company. */
export interface CompanyDocument
  extends Pick<StoredDocument, 'id' | 'position' | 'mediaType' | 'sizeBytes' | 'name' | 'sha256'> {
  type: CompanyDocumentType;
  /** Index of the descriptor that it answers; null: it was not announced. The newest file of a descriptor counts. */
  descriptor: number | null;
}

/** The KYC verification of somebody of a company. */
export interface PersonLink {
  /** `per_...` */
  personId: string;
  /** `ver_...` */
  verificationId: string;
  /** Of that verification, now. */
  status: VerificationStatus | 'erased';
}

/** One KYB verification with everything that is known of it. */
export interface KybVerification extends VerificationRecord<KybSubmission, CompanyDocument, KybResults> {
  links: PersonLink[];
}
