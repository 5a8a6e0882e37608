import type { Engines } from '../../models/ports.ts';
import { EngineError } from '../../models/ports.ts';
import { findDismissals, type RevisionOf } from '../alerts/decisions.ts';
import type { KycResults } from '../checks/types.ts';
import { decide } from '../decision/decide.ts';
import { POLICY_V1 } from '../decision/policy.ts';
import type { ProgressHub } from '../events/progress.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/runner.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { WatchlistSearch } from '../screening/search.ts';
import { beginProcessing, concludeVerification, keepStepResult } from '../verifications/conclude.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import { getVerification } from '../verifications/store.ts';
import type { Verification } from '../verifications/types.ts';
import { decideDead } from './dead.ts';
import { createDuplicateSearch } from './duplicate-search.ts';
import { KYC_STEPS } from './kyc.ts';
import { createPictures } from './pictures.ts';
import { simulatedDecision } from './simulate.ts';
import type { StepContext } from './step.ts';

export interface PipelineDeps extends VerificationDeps {
  engines: Engines;
  watchlists: WatchlistSearch;
  revisionOf: RevisionOf;
  progress: ProgressHub;
  log: Logger;
  /** null: no face is kept or searched for duplicates. */
  faceIndex: FaceIndex | null;
  observeStep(step: string, durationMs: number): void;
}

const FIRST_STEP = must(KYC_STEPS[0], 'there is a first step').name;

/** Runs a KYC verification from wherever it stands to its end. */
export function kycHandler(deps: PipelineDeps): JobHandler {
  return {
    started: (job) => beginProcessing(deps, job.verificationId, FIRST_STEP),
    async run(job, owner, signal) {
      const verification = load(deps, job);
      const simulated = simulatedDecision(verification, POLICY_V1);
      const decision = simulated ?? (await runSteps(deps, verification, signal));
      concludeVerification(deps, verification.id, decision, { owner, state: 'done' });
      deps.log.info('verification.concluded', { verification: verification.id, outcome: decision.outcome });
      deps.progress.publish(verification.id, { step: null, done: KYC_STEPS.length, total: KYC_STEPS.length });
    },
    failed(job, owner, error) {
      // Input that can never be processed is not tried again, and neither is an engine that cannot load.
      const hopeless =
        error instanceof EngineError && (error.failure === 'bad_input' || error.failure === 'unavailable');
      const problem = error instanceof EngineError ? `engine_${error.failure}` : 'internal';
      if (!hopeless && job.attempts < LIMITS.jobAttemptsMax) {
        deps.queue.retryLater(job.verificationId, owner, problem);
        return;
      }
      concludeVerification(deps, job.verificationId, decideDead(error, POLICY_V1), { owner, state: 'dead', problem });
    },
  };
}

function load(deps: PipelineDeps, job: Job): Verification {
  const find = (livemode: boolean) => getVerification(deps, job.verificationId, livemode);
  return must(find(true) ?? find(false), 'a job has its record');
}

async function runSteps(deps: PipelineDeps, verification: Verification, signal: AbortSignal) {
  const { engines, vault, watchlists, clock, progress } = deps;
  const results: KycResults = { ...verification.results };
  const context: StepContext = {
    verification,
    results,
    policy: POLICY_V1,
    engines,
    pictures: createPictures({ vault, engines, verificationId: verification.id }),
    watchlists,
    dismissalsOf: (subject) => findDismissals(deps, subject),
    duplicates: createDuplicateSearch(deps),
    nowMs: clock.now(),
    today: isoTime(clock.now()).slice(0, 10),
  };
  for (const [done, step] of KYC_STEPS.entries()) {
    if (results[step.name]) continue;
    signal.throwIfAborted();
    progress.publish(verification.id, { step: step.name, done, total: KYC_STEPS.length });
    const startMs = performance.now();
    const result = await step.run(context);
    signal.throwIfAborted();
    const durationMs = performance.now() - startMs;
    deps.observeStep(step.name, durationMs);
    keepStepResult(deps, verification.id, step.name, result, {
      durationMs,
      nextStep: KYC_STEPS[done + 1]?.name ?? null,
    });
    Object.assign(results, { [step.name]: result });
  }
  const { submission, documents } = verification;
  return decide(results, { applicant: submission.applicant, consent: submission.consent, documents }, POLICY_V1);
}
