import type { CaptureView } from '../../../server/contract/capture-page.ts';
import { type CaptureStep, hasSides } from '../screen.ts';
import { t } from './text.ts';

/** Documents with a name of their own; another one is just a document. */
const NAMED = ['passport', 'national_id', 'driving_license', 'residence_permit', 'proof_of_address'] as const;

/** Returns the name of a step's document, such as "Identity card". */
export function documentName({ document_type }: CaptureStep): string {
  const known = NAMED.find((one) => one === document_type);
  return known === undefined ? t('choose.label') : t(`choose.${known}`);
}

/** Returns the name of a step, such as "Face", "Passport" or "Identity card, back". */
export function stepName(of: CaptureView, step: CaptureStep): string {
  if (step.kind === 'face') return t('review.face');
  const side = step.side !== null && hasSides(of, step) ? `, ${t(`side.${step.side}`)}` : '';
  return `${documentName(step)}${side}`;
}
