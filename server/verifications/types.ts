import type { Proof } from '../../models/liveness/types.ts';
import type { Move } from '../../models/ports.ts';
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
import type { MediaType, StoredMediaType } from '../lib/media-type.ts';

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
  /** If the applicant captured it by themselves. */
  capture?: SubmittedCapture;
}

/** What a capture session says about itself in the record that it led to. */
export interface SubmittedCapture {
  sessionId: string;
  /** Why an operator looked instead of the challenge; null: nobody asked for one. */
  attended: 'cannot_turn' | 'flashing' | 'other' | null;
  /** The text that the applicant accepted: its version, its SHA-256 in hex, the language shown, and when. */
  consent: { version: string; sha256: string; language: string; atMs: number };
}

/** The challenge whose frontal frame is a selfie. Times are milliseconds since the challenge began. */
export interface LivenessCapture {
  challengeId: string;
  moves: Move[];
  /** When the applicant was told each move; `pageFrame`: the index in `frames` of the first that may show it. */
  told: { move: Move; serverMs: number; pageFrame: number }[];
  /** The frames that were kept, in order: those that prove, and some between them. Each is a file of the record. */
  frames: { documentId: string; sha256: string; pageMs: number; serverMs: number; batch: number }[];
  /** The number of all frames, and a chain of their hashes: SHA-256 of the link before and the frame's SHA-256, in hex. */
  frameCount: number;
  frameChain: string;
  /** The judgement over all frames, when the challenge ended. */
  proof: Proof;
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
  /** For a selfie from a challenge. */
  liveness?: LivenessCapture;
}

/** A file of the record that is no document: a frame of a challenge, or a file of a chip or a mobile document. */
export interface StoredAttachment extends Omit<StoredDocument, 'mediaType'> {
  mediaType: StoredMediaType;
  source?: StoredSource;
}

/** Which file of which source a file is. */
export interface StoredSource {
  kind: 'chip' | 'mdoc';
  /** `EF_SOD`, `DG1`; `device_response`, `session_transcript`. */
  name: string;
  /** When it was presented. Dates are judged then. */
  receivedAtMs: number;
  /** The chip's answer to a challenge of this appliance, both in Base64. It stands with `EF_SOD`. */
  active?: { challenge: string; signature: string };
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
