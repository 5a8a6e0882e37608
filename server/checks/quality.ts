import type { QualityMeasures } from '../../models/ports.ts';
import type { Policy } from '../decision/policy.ts';
import { concludeCheck } from './conclude.ts';
import { makeFinding } from './findings.ts';
import type { CheckResult, DocumentType, Finding } from './types.ts';

/** One file as intake and the quality engine saw it. */
export interface QualityInput {
  document_id: string;
  type: DocumentType | 'unknown';
  /** Pixels as a viewer shows the picture; null where it has none. */
  width: number | null;
  height: number | null;
  damaged: boolean;
  /** null: nothing of the file could be decoded. */
  measures: QualityMeasures | null;
}

/** Whether each picture is whole, large, sharp and bright enough for a person and for the engines. */
export function checkQuality(input: { documents: readonly QualityInput[]; policy: Policy }): CheckResult {
  const { documents, policy } = input;
  return concludeCheck(
    documents.flatMap((document) => findFaults(document, policy)),
    policy,
  );
}

function findFaults(document: QualityInput, policy: Policy): Finding[] {
  const { document_id, damaged, measures } = document;
  if (!measures) return [makeFinding('file_unreadable', { document_id })];
  const findings = damaged ? [makeFinding('file_damaged', { document_id })] : [];
  return [...findings, ...findSizeFaults(document, policy), ...findLightFaults(document, measures, policy)];
}

function findSizeFaults({ document_id, width, height }: QualityInput, policy: Policy): Finding[] {
  const minimum = policy.quality.side_pixels_min;
  if (width === null || height === null || Math.min(width, height) >= minimum) return [];
  return [makeFinding('image_resolution_too_low', { document_id, evidence: { width, height, minimum } })];
}

function findLightFaults({ document_id, type }: QualityInput, measures: QualityMeasures, policy: Policy): Finding[] {
  // A file of unknown type may be a selfie, which is smoother and darker than a document.
  const mayBeSelfie = type === 'selfie' || type === 'unknown';
  const { sharpness_min, brightness_min } = mayBeSelfie ? policy.quality.selfie : policy.quality.document;
  const { glare_share_max } = policy.quality;
  const { sharpness, brightness, glareShare } = measures;
  const findings: Finding[] = [];
  if (sharpness < sharpness_min)
    findings.push(makeFinding('image_blurred', { document_id, evidence: { sharpness, minimum: sharpness_min } }));
  if (brightness < brightness_min)
    findings.push(makeFinding('image_too_dark', { document_id, evidence: { brightness, minimum: brightness_min } }));
  if (glareShare > glare_share_max)
    findings.push(
      makeFinding('image_glare', { document_id, evidence: { share: glareShare, maximum: glare_share_max } }),
    );
  return findings;
}
