import type { LiveJudge, Proof, ProofInput } from '../../models/liveness/types.ts';
import type { EngineVersion, FrameMeasure } from '../../models/ports.ts';
import type { NewId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from '../verifications/deps.ts';

/** How the frames of a challenge are measured and judged. */
export interface Judges {
  /** The model of the embeddings. */
  model: EngineVersion;
  /** Measures JPEG files of frames, in order. null: one is not a picture. Throws `EngineError` for a failure of the engine. */
  measure(jpegs: readonly Buffer[]): Promise<FrameMeasure[] | null>;
  /** While its frames arrive. */
  createLiveJudge(options: { model: EngineVersion }): LiveJudge;
  /** At its end, over all of them. */
  judge(input: ProofInput): Proof;
}

export interface CaptureDeps extends VerificationDeps {
  newId: NewId;
  log: Logger;
  judges: Judges;
  /** Whether the applicant's pages are switched on. */
  isServed(): boolean;
}
