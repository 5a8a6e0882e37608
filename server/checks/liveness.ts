import type { Proof, ProofReason } from '../../models/liveness/types.ts';
import type { FaceReading } from '../../models/ports.ts';
import { makeFinding } from './findings.ts';
import type { Policy } from './policy.ts';
import type { Finding, LivenessProof, LivenessResult } from './types.ts';

export interface LivenessInput {
  selfies: readonly { document_id: string; reading: FaceReading | null }[];
  /** null: no selfie comes from a challenge. */
  proof: LivenessProof | null;
  /** Why the applicant asked for an operator instead of the challenge; null: they did not. */
  attended: string | null;
  policy: Pick<Policy, 'liveness'>;
}

/**
 * Returns what the challenge proves, and the advisory values of the largest face in the first selfie that has one. `passed` is null unless a challenge
 * decides it: the models behind the advisory values are not attack detection, so they may neither pass nor fail a person.
 */
export function checkLiveness({ selfies, proof, attended, policy }: LivenessInput): LivenessResult {
  const advice = adviceOf(selfies);
  const told = proof ? foundBy(proof) : withoutProof(attended, policy);
  const passed = proof === null || proof.verdict === 'not_proven' ? null : proof.verdict === 'proven';
  return { passed, findings: [...told, advice.finding], antispoof: advice.antispoof, liveness: advice.liveness, proof };
}

/**
 * Joins the judgement over all frames, made when the challenge ended, with the one over the kept frames, measured again. Neither alone is enough: the
 * first one holds no pictures any more, and the second one sees no steps and gaps.
 * @param isSelfie whether the selfie is the very frame that looks ahead
 */
export function joinProofs(
  then: Proof,
  again: Proof,
  isSelfie: boolean,
): Pick<Proof, 'verdict' | 'reasons' | 'methodVersion'> {
  const differs: ProofReason[] = isSelfie ? [] : ['selfie_differs'];
  const verdicts = [then.verdict, again.verdict];
  const isSuspect = verdicts.includes('suspected') || !isSelfie;
  const isProven = verdicts.every((verdict) => verdict === 'proven');
  return {
    verdict: isSuspect ? 'suspected' : isProven ? 'proven' : 'not_proven',
    reasons: [...new Set([...then.reasons, ...again.reasons, ...differs])],
    methodVersion: again.methodVersion,
  };
}

function foundBy({ verdict, reasons, document_id }: LivenessProof): Finding[] {
  return [makeFinding(`liveness_${verdict}`, { document_id, evidence: { reasons: reasons.join(', ') } })];
}

function withoutProof(attended: string | null, { liveness }: Pick<Policy, 'liveness'>): Finding[] {
  if (attended !== null) return [makeFinding('liveness_attended', { evidence: { why: attended } })];
  return liveness.required ? [makeFinding('liveness_missing')] : [];
}

function adviceOf(selfies: LivenessInput['selfies']) {
  for (const { document_id, reading } of selfies) {
    const face = reading?.faces[0];
    if (!face || (face.antispoof === null && face.liveness === null)) continue;
    const { antispoof, liveness } = face;
    const finding = makeFinding('liveness_advisory', { document_id, evidence: { antispoof, liveness } });
    return { finding, antispoof, liveness };
  }
  return { finding: makeFinding('liveness_not_measured'), antispoof: null, liveness: null };
}
