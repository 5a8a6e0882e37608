import { judge } from '../../models/liveness/judge.ts';
import { checkLiveness, joinProofs } from '../checks/liveness.ts';
import type { LivenessProof } from '../checks/types.ts';
import { assert, must } from '../lib/assert.ts';
import type { LivenessCapture, StoredDocument } from '../verifications/types.ts';
import { selfiePictures, selfiesOf } from './face.ts';
import type { Step, StepContext } from './step.ts';

/**
 * Measures the kept frames of the selfie's challenge again and judges them, so that the result rests on pictures that the record holds. Records the
 * advisory values of the selfie's face. Without consent it looks at nothing.
 */
export const livenessStep: Step<'liveness'> = {
  name: 'liveness',
  async ahead(context) {
    if (context.verification.submission.consent !== false) await proofOf(context);
  },
  async run(context) {
    const { verification, policy } = context;
    const { consent, capture } = verification.submission;
    const look = consent !== false;
    return checkLiveness({
      selfies: look ? await selfiePictures(context, 0) : [],
      proof: look ? await proofOf(context) : null,
      attended: capture?.attended ?? null,
      policy,
    });
  },
};

/** Returns what the newest challenge proves; null: no selfie comes from one. */
async function proofOf(context: StepContext): Promise<LivenessProof | null> {
  const selfie = selfiesOf(context).findLast(({ liveness }) => liveness !== undefined);
  if (selfie?.liveness === undefined) return null;
  const challenge = selfie.liveness;
  return context.memoize(`challenge ${selfie.id}`, () => judgeAgain(context, selfie, challenge));
}

/** Holds the kept frames in memory, at most `captureFramesKeptMax` of `captureFrameBytesMax` each. */
async function judgeAgain(
  { engines, readFile }: StepContext,
  selfie: StoredDocument,
  challenge: LivenessCapture,
): Promise<LivenessProof> {
  const { model } = engines.liveness;
  const { frames, moves, told } = challenge;
  const jpegs = await Promise.all(frames.map(({ documentId }) => readFile(documentId)));
  const measures = await engines.liveness.measure(jpegs);
  const judged = frames.map((frame, i) => ({ ...frame, measure: must(measures[i], 'each frame is measured') }));
  for (const { measure, sha256 } of judged) assert(measure.sha256 === sha256, 'a frame is the one that was taken');
  const again = judge({ model, moves, frames: judged, told, thinned: true });
  const ahead = again.frontal === null ? null : frames[again.frontal];
  const { verdict, reasons, methodVersion } = joinProofs(challenge.proof, again, ahead?.sha256 === selfie.sha256);
  return {
    verdict,
    reasons,
    document_id: selfie.id,
    challenge: {
      id: challenge.challengeId,
      moves,
      frame_count: challenge.frameCount,
      frame_chain: challenge.frameChain,
    },
    method_version: methodVersion,
    model,
    frames: frames.map(({ documentId, sha256, pageMs }, i) => ({
      document_id: documentId,
      sha256,
      at_ms: pageMs,
      proves: again.proving.includes(i),
    })),
  };
}
