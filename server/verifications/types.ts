import type { Applicant, DocumentSide, DocumentType, KycResults } from '../checks/types.ts';
import type { Decision } from '../decision/types.ts';

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
  mediaType: 'image/jpeg' | 'image/png' | 'application/pdf';
  sizeBytes: number;
  /** As the caller declared it. */
  name: string | null;
  type: DocumentType | 'unknown';
  side: DocumentSide | null;
  /** SHA-256 of the file, hex. Sealed at rest. */
  sha256: string;
}

/** One KYC verification with everything that is known of it. */
export interface Verification {
  id: string;
  livemode: boolean;
  status: VerificationStatus;
  createdAtMs: number;
  updatedAtMs: number;
  /** The step that runs, or null. */
  step: string | null;
  submission: Submission;
  documents: StoredDocument[];
  results: KycResults;
  decision: Decision | null;
}
