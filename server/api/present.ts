import type { Correction } from '../checks/read/corrections.ts';
import { ocrFromReadings } from '../checks/read/ocr.ts';
import type { DocumentSide, FacePlace, FaceSide, LivenessProof } from '../checks/types.ts';
import type { CorrectionAnswer } from '../contract/corrections.ts';
import type { Created } from '../contract/create.ts';
import type { FaceChoiceAnswer } from '../contract/face-choices.ts';
import type { Warning } from '../contract/problem.ts';
import type { VerificationAnswer } from '../contract/verification.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { given } from '../lib/given.ts';
import type { ExpectedDocument, StoredDocument, Verification } from '../verifications/types.ts';
import { presentDocument } from './present-document.ts';
import {
  type HitDecisions,
  presentCheck,
  presentErrors,
  presentHit,
  presentProgress,
  type RecordAnnotations,
  reportLink,
} from './present-record.ts';
import { presentAnnotations } from './present-review.ts';

export const VERIFICATIONS_PATH = '/v1/verifications';
export const KYB_PATH = '/v1/kyb/verifications';

/** Returns the answer to a create. */
export function presentCreated(verification: Verification, warnings: Warning[]): Created {
  const { first_name, last_name } = verification.submission.applicant;
  return {
    id: verification.id,
    status: verification.status,
    created_at: isoTime(verification.createdAtMs),
    livemode: verification.livemode,
    applicant: given({ first_name, last_name }),
    expected_documents: expectedDocuments(verification.documents),
    links: { self: selfLink(verification.id) },
    warnings,
  };
}

/** Returns the whole record. Every field is always present; what did not run is `null`. */
export function presentVerification(verification: Verification, annotations: RecordAnnotations): VerificationAnswer {
  const { submission, results, documents, decision } = verification;
  const documentIds = documents.map(({ id }) => id);
  return {
    id: verification.id,
    status: verification.status,
    livemode: verification.livemode,
    created_at: isoTime(verification.createdAtMs),
    updated_at: isoTime(verification.updatedAtMs),
    applicant: submission.applicant,
    expected_documents: expectedDocuments(documents),
    documents: documents.map((document) => presentDocument(document, verification)),
    consent: submission.consent,
    metadata: submission.metadata,
    ocr: ocrFromReadings(results.read?.documents ?? []) as VerificationAnswer['ocr'],
    corrections: verification.corrections.map(presentCorrection),
    face_choices: presentFaceChoices(verification),
    face_match: presentFace(verification),
    checks: presentChecks(verification, annotations.hits),
    progress: presentProgress(verification),
    errors: presentErrors(verification, documentIds),
    policy_version: decision?.policy_version ?? null,
    due_at: isoTimeOrNull(verification.dueAtMs),
    ...presentAnnotations(annotations, verification, documentIds),
    links: { self: selfLink(verification.id), report: reportLink(selfLink(verification.id), verification.status) },
  };
}

function presentCorrection({ documentId, values, former, ...correction }: Correction): CorrectionAnswer {
  const names = Object.keys(values.fields) as (keyof typeof values.fields)[];
  const fields = names.map((name) => [
    name,
    { value: values.fields[name] ?? null, was: former.fields[name]?.value ?? null },
  ]);
  return {
    id: correction.id,
    document_id: documentId,
    type: values.type === undefined ? null : { value: values.type, was: former.type ?? 'unknown' },
    fields: Object.fromEntries(fields),
    note: correction.note,
    corrected_by: correction.correctedBy,
    corrected_at: isoTime(correction.correctedAtMs),
  };
}

function presentFaceChoices({ faceChoices }: Verification): FaceChoiceAnswer[] {
  return faceChoices.map(({ id, documentId, face, note, chosenBy, chosenAtMs }) => ({
    id,
    document_id: documentId,
    box: face && { ...face.box, ...(face.turn && { turn: face.turn }) },
    in_force: faceChoices.findLast((choice) => choice.documentId === documentId)?.id === id,
    note,
    chosen_by: chosenBy,
    chosen_at: isoTime(chosenAtMs),
  }));
}

/** Returns one item for each type, in the order of first mention and with its sides merged; and one for each file of unknown type. */
function expectedDocuments(documents: readonly Pick<StoredDocument, 'type' | 'side'>[]): ExpectedDocument[] {
  const expected: ExpectedDocument[] = [];
  for (const { type, side } of documents) {
    let item = type === 'unknown' ? undefined : expected.find((known) => known.type === type);
    if (!item) {
      item = { type };
      expected.push(item);
    }
    if (side !== null) item.sides = withSide(item.sides ?? [], side);
  }
  return expected;
}

function withSide(sides: DocumentSide[], side: DocumentSide): DocumentSide[] {
  return sides.includes(side) ? sides : [...sides, side];
}

function selfLink(id: string): string {
  return `${VERIFICATIONS_PATH}/${id}`;
}

function presentFaces(faces: readonly FacePlace[]): VerificationAnswer['face_match']['faces'] {
  const count = (side: FaceSide): number => faces.filter(({ of }) => of === side).length;
  return { reference: count('reference'), selfie: count('selfie') };
}

function presentFace(verification: Verification): VerificationAnswer['face_match'] {
  const { face } = verification.results;
  return {
    score: face?.score ?? null,
    threshold: face?.threshold ?? null,
    review_from: face?.review_from ?? null,
    model: face?.model ?? null,
    faces: face?.faces ? presentFaces(face.faces) : null,
    ...presentCheck(verification, face),
  };
}

function presentProof(proof: LivenessProof | null): VerificationAnswer['checks']['liveness']['proof'] {
  if (proof === null) return null;
  const { model: _, document_id: __, frames, ...rest } = proof;
  return {
    ...rest,
    frame_hashes: frames.map(({ sha256 }) => sha256),
    frames: frames.map(({ document_id: id, at_ms, proves }) => ({ id, at_ms, proves })),
  };
}

function presentAuthenticity(verification: Verification): VerificationAnswer['checks']['authenticity'] {
  const { authenticity } = verification.results;
  return { ...presentCheck(verification, authenticity), sources: authenticity?.sources ?? [] } as ReturnType<
    typeof presentAuthenticity
  >;
}

function presentChecks(verification: Verification, decisions: HitDecisions): VerificationAnswer['checks'] {
  const { quality, validity, consistency, screening, liveness, duplicates } = verification.results;
  return {
    watchlists: {
      ...presentCheck(verification, screening),
      hits: (screening?.hits ?? []).map((hit) => presentHit(hit, decisions)),
      lists: screening?.lists ?? [],
      searched: (screening?.searched ?? []).map(({ source, name }) => ({ source, name })),
    },
    document_quality: presentCheck(verification, quality),
    document_validity: presentCheck(verification, validity),
    consistency: presentCheck(verification, consistency),
    liveness: {
      ...presentCheck(verification, liveness),
      antispoof: liveness?.antispoof ?? null,
      liveness: liveness?.liveness ?? null,
      proof: presentProof(liveness?.proof ?? null),
    },
    duplicates: presentCheck(verification, duplicates),
    authenticity: presentAuthenticity(verification),
  };
}
