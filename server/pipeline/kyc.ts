import { EngineError } from '../../models/ports.ts';
import { checkConsistency } from '../checks/consistency.ts';
import { checkDuplicates, type FaceSearched, identityOf } from '../checks/duplicates.ts';
import type { DocumentIntake } from '../checks/types.ts';
import { checkValidity } from '../checks/validity.ts';
import { decide } from '../decision/decide.ts';
import type { TrustAnchors } from '../trust/active-anchors.ts';
import { documentsInForce } from '../verifications/documents.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import { nameTrustVersions, sourceFiles } from '../verifications/sources.ts';
import { getVerification } from '../verifications/store.ts';
import type { StoredDocument, Verification } from '../verifications/types.ts';
import { authenticityStep } from './authenticity/step.ts';
import { readingsOf } from './documents.ts';
import { createDuplicateSearch } from './duplicate-search.ts';
import { comparedFaces, faceStep } from './face.ts';
import type { Line } from './handler.ts';
import { livenessStep } from './liveness.ts';
import { createMemoizer } from './memoize.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { qualityStep } from './quality.ts';
import { readStep } from './read.ts';
import { type LineDeps, openRun } from './run-context.ts';
import { screeningStep } from './screening.ts';
import type { Step, StepContext } from './step.ts';

/** Decodes each file. A file that gives no picture is reported and left out of the later steps. */
const intakeStep: Step<'intake'> = {
  name: 'intake',
  async run({ verification, pictures }) {
    return { documents: await Promise.all(verification.documents.map((document) => takeIn(document, pictures))) };
  },
};

async function takeIn(document: StoredDocument, pictures: Pictures): Promise<DocumentIntake> {
  const known = {
    document_id: document.id,
    declared_type: document.type,
    declared_side: document.side,
    media_type: document.mediaType,
  };
  try {
    const { original, damaged } = await pictures.decode(document);
    return { ...known, decoded: true, width: original.width, height: original.height, damaged };
  } catch (error) {
    if (!(error instanceof EngineError) || error.failure !== 'bad_input') throw error;
    return { ...known, decoded: false, width: null, height: null, damaged: true };
  }
}

/** Searches the other records of the mode for the record's files, and for its faces if that is enabled. */
const duplicatesStep: Step<'duplicates'> = {
  name: 'duplicates',
  async run(context) {
    const { verification, results, duplicates } = context;
    return checkDuplicates({
      identity: identityOf(verification.submission.applicant, results.read?.documents ?? []),
      files: verification.documents,
      fileTwins: duplicates.files(verification),
      faces: await searchFaces(context),
    });
  },
};

/** Without consent no face is searched for, kept or compared. */
async function searchFaces(context: StepContext): Promise<FaceSearched> {
  const { verification, policy, duplicates } = context;
  if (!duplicates.faces) return { skipped: 'not_enabled' };
  if (verification.submission.consent === false) return { skipped: 'consent_refused' };
  const faces = await comparedFaces(context);
  if (faces.length === 0) return { skipped: 'no_face' };
  return { twins: await duplicates.faces(verification, faces, policy.face.duplicate_cosine_from) };
}

const validityStep: Step<'validity'> = {
  name: 'validity',
  run: async ({ results, today, policy }) =>
    checkValidity({
      readings: readingsOf(results),
      qualityFindings: results.quality?.findings ?? [],
      today,
      policy,
    }),
};

const consistencyStep: Step<'consistency'> = {
  name: 'consistency',
  run: async ({ verification, results, policy }) =>
    checkConsistency({
      applicant: verification.submission.applicant,
      readings: readingsOf(results),
      policy,
    }),
};

/** All steps of a KYC verification, in order. */
export const KYC_STEPS: readonly Step[] = [
  intakeStep,
  qualityStep,
  readStep,
  authenticityStep,
  validityStep,
  consistencyStep,
  faceStep,
  livenessStep,
  duplicatesStep,
  screeningStep,
];

export interface KycDeps extends LineDeps {
  /** null: no face is kept or searched for duplicates. */
  faceIndex: FaceIndex | null;
  trustAnchors: TrustAnchors;
}

/** The pipeline of people. Their records change only while no job runs. A document that was replaced is ignored. */
export function kycLine(deps: KycDeps): Line<Verification, StepContext> {
  const { engines, vault } = deps;
  return {
    steps: KYC_STEPS,
    lateSteps: [],
    load: (id, livemode) => getVerification(deps, id, livemode),
    open(verification, policy) {
      const memoize = createMemoizer();
      return {
        ...openRun(deps, policy),
        verification: { ...verification, documents: documentsInForce(verification.documents) },
        results: { ...verification.results },
        memoize,
        readFile: (documentId) => vault.readFile(verification.id, documentId),
        pictures: createPictures({ vault, engines, memoize, verificationId: verification.id }),
        duplicates: createDuplicateSearch(deps),
        sources: sourceFiles(deps, verification.id),
        trust: deps.trustAnchors,
        keepTrustVersions: (ids) => nameTrustVersions(deps, verification.id, ids),
      };
    },
    close: ({ pictures }) => pictures.close(),
    hasNews: () => false,
    decide({ verification: { submission, documents, corrections, faceChoices }, results, policy }) {
      const { applicant, consent } = submission;
      return decide(results, { applicant, consent, documents, corrections, faceChoices }, policy);
    },
  };
}
