import type { CompanyDocumentType } from '../checks/kyb/types.ts';
import type { DocumentSide, DocumentType } from '../checks/types.ts';

/** Why a reviewer approved a verification or rejected it, each with its sentence. The codes are part of the API and never change. */
export const REVIEW_REASONS = {
  approve: {
    documents_examined: 'A person examined the documents and considers them genuine and correct.',
    same_person: 'A person compared the faces and considers them the same person.',
    data_explained: 'The contradictions are explained.',
    hits_dismissed: 'The watchlist hits are about other people or companies.',
    quality_sufficient: 'The pictures show enough.',
    confirmed_elsewhere: 'Another source confirmed the missing data.',
    accepted_risk: 'The risk is known and accepted.',
    other: 'See the note.',
  },
  reject: {
    document_forged: 'A document is forged or altered.',
    document_invalid: 'A document is expired, no longer valid, or not an accepted type.',
    document_unreadable: 'A document cannot be read.',
    other_person: 'The faces are not of the same person.',
    data_disagree: 'The contradictions could not be explained.',
    listed: 'This person or company is on a watchlist.',
    company_not_confirmed: 'The company could not be confirmed.',
    owners_not_confirmed: 'The owners of the company could not be confirmed.',
    documents_not_sent: 'The requested documents were not received.',
    suspected_fraud: 'There are signs of fraud.',
    risk_too_high: 'The risk is too high.',
    other: 'See the note.',
  },
} as const;

export type ReviewDecision = keyof typeof REVIEW_REASONS;
export type ReviewReason<D extends ReviewDecision = ReviewDecision> = D extends ReviewDecision
  ? keyof (typeof REVIEW_REASONS)[D] & string
  : never;

/** A reviewer's decision on a verification. */
export interface NewReview {
  decision: ReviewDecision;
  /** One of the reasons of the decision. */
  reason: ReviewReason;
  note: string;
}

/** One reviewer's decision as stored. */
export interface ReviewAct extends NewReview {
  /** `rev_...` */
  id: string;
  /** A key id or an operator id. */
  decidedBy: string;
  decidedAtMs: number;
}

export interface NewDocumentRequest {
  /** Of the requested documents. */
  types: { type: DocumentType | CompanyDocumentType; side: DocumentSide | null }[];
  note: string | null;
}

export interface DocumentRequest extends NewDocumentRequest {
  requestedBy: string;
  requestedAtMs: number;
}

/** Everything that reviewers decided or requested for a verification. */
export interface Review {
  /** `open`: no decision yet. `proposed`: one person has decided, and a second one is missing. */
  state: 'open' | 'proposed' | 'decided';
  first: ReviewAct | null;
  /** Who confirmed it, if two people are needed. */
  second: ReviewAct | null;
  /** Proposals that no longer count, oldest first. */
  withdrawn: (ReviewAct & { withdrawnBy: string; withdrawnAtMs: number })[];
  /** Oldest first. */
  requests: DocumentRequest[];
}

/** The reviewer assigned to a verification. */
export interface Assignment {
  assignee: string;
  assignedBy: string;
  assignedAtMs: number;
}

/** A note on a verification. */
export interface Note {
  /** `note_...` */
  id: string;
  text: string;
  writtenBy: string;
  writtenAtMs: number;
}
