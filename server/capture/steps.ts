import type { DocumentSide, DocumentType } from '../checks/types.ts';
import { LIMITS } from '../lib/limits.ts';
import type { CaptureSession, CaptureStep } from './types.ts';

/** A document to capture. Without a side: all sides of its type. */
export interface WantedDocument {
  type: DocumentType;
  side?: DocumentSide | null | undefined;
}

/** Documents whose back bears data. */
const TWO_SIDED: readonly DocumentType[] = ['national_id', 'driving_license', 'residence_permit'];

/**
 * Returns the steps of a session.
 * @param wanted null: the applicant chooses a document. A selfie among them is the face step.
 */
export function stepsFor(purpose: CaptureSession['purpose'], wanted: readonly WantedDocument[] | null): CaptureStep[] {
  const documents = wanted === null ? [openChoice()] : documentSteps(wanted.filter(({ type }) => type !== 'selfie'));
  const hasFace = purpose === 'verification' || wanted?.some(({ type }) => type === 'selfie');
  return hasFace ? [...documents, newStep('face', { kind: 'face' })] : documents;
}

/** Returns the steps for documents, in order, one for each side. */
export function documentSteps(wanted: readonly WantedDocument[]): CaptureStep[] {
  const sides = wanted.flatMap(({ type, side }) => {
    const all: readonly DocumentSide[] = side ? [side] : TWO_SIDED.includes(type) ? ['front', 'back'] : ['front'];
    return all.map((one) => ({ documentType: type, side: one }));
  });
  return sides.map((it, index) => newStep(`document_${index + 1}`, { kind: 'document', ...it }));
}

const openChoice = (): CaptureStep => newStep('document_1', { kind: 'document' });

function newStep(id: string, is: Pick<CaptureStep, 'kind'> & Partial<CaptureStep>): CaptureStep {
  const state = { state: 'waiting', attemptsLeft: LIMITS.captureAttemptsMax, lastError: null } as const;
  return { id, documentType: null, side: null, ...state, ...is };
}

/** Whether the applicant still has to choose a document. */
export const mustChoose = ({ steps }: CaptureSession): boolean =>
  steps.some(({ kind, documentType }) => kind === 'document' && documentType === null);

/** Whether nothing is missing. The face may lack a picture only if an operator looks instead. */
export const isComplete = (session: CaptureSession): boolean =>
  !mustChoose(session) && session.steps.every(({ state }) => state !== 'waiting');
