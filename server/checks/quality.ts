import type { QualityMeasures, TextMeasures } from '../../models/ports.ts';
import { makeFinding } from './findings.ts';
import { concludeCheck, type Policy } from './policy.ts';
import type { CheckResult, DocumentIntake, DocumentType, Finding } from './types.ts';

/** One file as seen by intake and the quality engine. */
export interface QualityInput extends Pick<DocumentIntake, 'document_id' | 'width' | 'height' | 'damaged'> {
  type: DocumentType | 'unknown';
  /** It is a frame of a challenge, which is 640 by 480 pixels; the challenge itself requires a face of 200 pixels. */
  ofChallenge?: boolean;
  /** null: nothing of the file could be decoded. */
  measures: QualityMeasures | null;
}

/** Text needs this many words to show how a picture was taken. Of fewer, some may be noise, or larger than the rest. */
export const TEXT_WORDS_MIN = 8;
/** The sharpness of letters that are just sharp enough. */
const SHARP_ENOUGH = 100;

/** Checks whether each picture is whole, large, sharp and bright enough for a person and for the engines. */
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
  // No point differs from those around it.
  if (measures.sharpness === 0) return [...findings, makeFinding('image_blank', { document_id })];
  const text = measures.text && measures.text.words >= TEXT_WORDS_MIN ? measures.text : null;
  return [
    ...findings,
    ...findSizeFaults(document, text, policy),
    ...(text ? findTextFaults(document, text, policy) : findLightFaults(document, measures, policy)),
    ...findWashedOut(document, measures, policy),
    ...findCutOff(document, measures, policy),
  ];
}

/** Checks the size by the height of the letters that were read. If none was read, the customer's size applies. */
function findSizeFaults(
  { document_id, width, height, ofChallenge = false }: QualityInput,
  text: TextMeasures | null,
  policy: Policy,
): Finding[] {
  if (width === null || height === null || ofChallenge) return [];
  const { side_pixels_min: minimum, text: limits } = policy.quality;
  const letters_minimum = limits.letter_height_min;
  if (text ? text.letterHeight >= letters_minimum : Math.min(width, height) >= minimum) return [];
  const letter_height = text && Math.floor(text.letterHeight * 10) / 10;
  const evidence = { width, height, minimum, letter_height, letters_minimum };
  return [makeFinding('image_resolution_too_low', { document_id, evidence })];
}

/** Checks what the text itself shows. Bright areas, coloured areas and the background around the document are not text. */
function findTextFaults({ document_id }: QualityInput, text: TextMeasures, policy: Policy): Finding[] {
  const { blur_max, ground_min, glare_share_max } = policy.quality.text;
  const findings: Finding[] = [];
  if (text.blur > blur_max) {
    // In hundredths of what is needed, on the same scale as the sharpness of a whole picture.
    const evidence = { sharpness: Math.floor((SHARP_ENOUGH * blur_max) / text.blur), minimum: SHARP_ENOUGH };
    findings.push(makeFinding('image_blurred', { document_id, evidence }));
  }
  if (text.ground < ground_min) findings.push(tooDark(document_id, text.ground, ground_min));
  return [...findings, ...findGlare(document_id, text.glareShare, glare_share_max)];
}

function findLightFaults({ document_id, type }: QualityInput, measures: QualityMeasures, policy: Policy): Finding[] {
  // A file of unknown type may be a selfie, which is smoother and darker than a document.
  const mayBeSelfie = type === 'selfie' || type === 'unknown';
  const { sharpness_min, brightness_min } = mayBeSelfie ? policy.quality.selfie : policy.quality.document;
  const { lightest_min } = policy.quality;
  const { sharpness, brightness, glareShare, lightest = lightest_min } = measures;
  const findings: Finding[] = [];
  if (sharpness < sharpness_min) {
    const evidence = { sharpness: Math.floor(sharpness), minimum: sharpness_min };
    findings.push(makeFinding('image_blurred', { document_id, evidence }));
  }
  if (brightness < brightness_min) findings.push(tooDark(document_id, brightness, brightness_min));
  else if (lightest < lightest_min) findings.push(tooDark(document_id, lightest, lightest_min));
  return [...findings, ...findGlare(document_id, glareShare, policy.quality.glare_share_max)];
}

function tooDark(document_id: string, measured: number, minimum: number): Finding {
  return makeFinding('image_too_dark', { document_id, evidence: { brightness: Math.floor(measured), minimum } });
}

function findGlare(document_id: string, share: number, maximum: number): Finding[] {
  if (share <= maximum) return [];
  const evidence = { percent: percentUp(share), maximum: percentUp(maximum) };
  return [makeFinding('image_glare', { document_id, evidence })];
}

function findWashedOut({ document_id }: QualityInput, { darkest = 0 }: QualityMeasures, policy: Policy): Finding[] {
  const maximum = policy.quality.darkest_max;
  if (darkest <= maximum) return [];
  return [makeFinding('image_too_bright', { document_id, evidence: { darkest: Math.ceil(darkest), maximum } })];
}

/** Reports printed text that runs into the edge of the picture. In a selfie, text behind the person may well do so. */
function findCutOff({ document_id, type }: QualityInput, { cutText }: QualityMeasures, policy: Policy): Finding[] {
  const maximum = policy.quality.cut_letters_max;
  if (type === 'selfie' || !cutText?.side || cutText.letters <= maximum) return [];
  const { letters, side } = cutText;
  return [makeFinding('document_cut_off', { document_id, evidence: { letters, side, maximum } })];
}

/** Returns a share of 0..1 as percent with one decimal, rounded up, so that a value over a limit never reads as the limit itself. */
function percentUp(share: number): number {
  return Math.ceil(Number((share * 1000).toFixed(6))) / 10;
}
