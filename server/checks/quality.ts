import type { QualityMeasures } from '../../models/ports.ts';
import type { Policy } from '../decision/policy.ts';
import { concludeCheck } from './conclude.ts';
import { type Evidence, type FindingCode, makeFinding } from './findings.ts';
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
  return [
    ...findings,
    ...findSizeFaults(document, policy),
    ...findLightFaults(document, measures, policy),
    ...findCutOff(document, measures, policy),
  ];
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
  const { glare_share_max, darkest_max } = policy.quality;
  const { sharpness, brightness, glareShare, darkest = 0 } = measures;
  // Where no point differs from those around it.
  if (sharpness === 0) return [makeFinding('image_blank', { document_id })];
  const find = (code: FindingCode, evidence: Evidence) => makeFinding(code, { document_id, evidence });
  const findings: Finding[] = [];
  if (sharpness < sharpness_min)
    findings.push(find('image_blurred', { sharpness: Math.floor(sharpness), minimum: sharpness_min }));
  if (brightness < brightness_min)
    findings.push(find('image_too_dark', { brightness: Math.floor(brightness), minimum: brightness_min }));
  if (darkest > darkest_max)
    findings.push(find('image_too_bright', { darkest: Math.ceil(darkest), maximum: darkest_max }));
  if (glareShare > glare_share_max)
    findings.push(find('image_glare', { percent: percentUp(glareShare), maximum: percentUp(glare_share_max) }));
  return findings;
}

/** Print that runs into the edge of the picture; what stands behind a person in a selfie may well do so. */
function findCutOff({ document_id, type }: QualityInput, { cutText }: QualityMeasures, policy: Policy): Finding[] {
  const maximum = policy.quality.cut_letters_max;
  if (type === 'selfie' || !cutText?.side || cutText.letters <= maximum) return [];
  const { letters, side } = cutText;
  return [makeFinding('document_cut_off', { document_id, evidence: { letters, side, maximum } })];
}

/** A share of 0..1 as percent with one decimal, rounded up, so that what is over a limit never reads as the limit itself. */
function percentUp(share: number): number {
  return Math.ceil(Number((share * 1000).toFixed(6))) / 10;
}
