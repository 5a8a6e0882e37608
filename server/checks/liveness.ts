import type { FaceReading } from '../../models/ports.ts';
import { makeFinding } from './findings.ts';
import type { LivenessResult } from './types.ts';

/**
 * Returns the advisory values of the largest face in the first selfie that has one. `passed` is always null: the models behind
 * these values are not attack detection, so they may neither pass nor fail a person.
 */
export function checkLiveness(input: {
  selfies: readonly { document_id: string; reading: FaceReading | null }[];
}): LivenessResult {
  for (const { document_id, reading } of input.selfies) {
    const face = reading?.faces[0];
    if (!face || (face.antispoof === null && face.liveness === null)) continue;
    const { antispoof, liveness } = face;
    const finding = makeFinding('liveness_advisory', { document_id, evidence: { antispoof, liveness } });
    return { passed: null, findings: [finding], antispoof, liveness };
  }
  return { passed: null, findings: [makeFinding('liveness_not_measured')], antispoof: null, liveness: null };
}
