import { EngineError } from '../../models/ports.ts';
import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../checks/policy.ts';
import { prepared } from '../db/prepared.ts';
import type { Decision } from '../decision/types.ts';
import type { ProgressHub } from '../events/progress.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/runner.ts';
import { must } from '../lib/assert.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { Policies } from '../policies/policies.ts';
import { isGenuine, isRefusal } from '../rows/guard.ts';
import { beginProcessing, concludeVerification, keepStepResult } from '../verifications/conclude.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import { isFinal, statusOf } from '../verifications/state.ts';
import type { KybVerification, Verification } from '../verifications/types.ts';
import { simulatedDecision } from './simulate.ts';

export interface HandlerDeps extends VerificationDeps {
  policies: Pick<Policies, 'pin' | 'pinned'>;
  progress: ProgressHub;
  log: Logger;
  observeStep(step: string, durationMs: number): void;
}

/** A step as the pipeline runs it. Its context and its result concern only the steps. */
interface LineStep<Context> {
  name: string;
  /** Whether the kept result is still complete. By default, whether there is one. */
  isDone?(context: Context): boolean;
  /** Starts the calls that `run` will make in any case. Their errors are reported by `run`. */
  ahead?(context: Context): Promise<unknown>;
  run(context: Context): Promise<object>;
  /** What later steps see of its result, if that is not the result itself. */
  seen?(result: object, context: Context): object;
}

interface LineContext<Record> {
  verification: Record;
  results: object;
}

/** The steps that verifications of one kind go through. */
export interface Line<Record extends Verification | KybVerification, Context extends LineContext<Record>> {
  steps: readonly LineStep<Context>[];
  /** For a record that has ended and has new files since. Its state does not change. */
  lateSteps: readonly LineStep<Context>[];
  load(id: string, livemode: boolean): Record | null;
  open(verification: Record, policy: Policy): Context;
  /** Releases what a context holds outside its own memory. Its steps are not run any more. */
  close?(context: Context): void;
  /** Whether the record has something new that the steps have not seen. Synchronous, like `decide`. */
  hasNews(context: Context): boolean;
  decide(context: Context): Decision;
}

/** Returns a handler that runs verifications of one kind from their current step to their end. */
export function lineHandler<Record extends Verification | KybVerification, Context extends LineContext<Record>>(
  deps: HandlerDeps,
  line: Line<Record, Context>,
): JobHandler {
  const { policies, queue, log, progress } = deps;
  const firstStep = must(line.steps[0], 'there is a first step').name;
  const load = (id: string): Record => must(line.load(id, true) ?? line.load(id, false), 'a job has its record');
  return {
    started({ verificationId }) {
      policies.pin(verificationId);
      const row = prepared(deps.db, 'SELECT * FROM verifications WHERE id = ?').get(verificationId) as object;
      // A refused row fails when it is loaded, and does not block other jobs.
      if (isGenuine(deps.db, 'verifications', row)) beginProcessing(deps, verificationId, firstStep);
    },
    async run(job, owner, signal) {
      const policy = policies.pinned(job.verificationId);
      for (;;) {
        const verification = load(job.verificationId);
        const context = line.open(verification, policy);
        const isLate = isFinal(verification.status);
        const simulated = simulatedDecision(verification, policy);
        if (!simulated)
          await runSteps(deps, context, isLate ? line.lateSteps : line.steps, signal).finally(() =>
            line.close?.(context),
          );
        // From here on nothing is awaited, so nothing can happen between the last check of the record and its end.
        if (!simulated && line.hasNews(context)) continue;
        if (isLate) {
          queue.finish(verification.id, owner, 'done');
        } else {
          const decision = simulated ?? line.decide(context);
          concludeVerification(deps, verification.id, { decision, policy }, { owner, state: 'done' });
          log.info('verification.concluded', { verification: verification.id, outcome: decision.outcome });
        }
        progress.publish(verification.id, { step: null, done: line.steps.length, total: line.steps.length });
        return;
      }
    },
    failed: (job, owner, error) => settleFailure(deps, job, owner, error),
  };
}

async function runSteps<Record extends Verification | KybVerification, Context extends LineContext<Record>>(
  deps: HandlerDeps,
  context: Context,
  steps: readonly LineStep<Context>[],
  signal: AbortSignal,
): Promise<void> {
  const { id } = context.verification;
  for (const [done, step] of steps.entries()) {
    if (isDone(step, context)) continue;
    signal.throwIfAborted();
    if (done > 0) beginAhead(context, steps.slice(done + 1));
    deps.progress.publish(id, { step: step.name, done, total: steps.length });
    const startMs = performance.now();
    const result = await step.run(context);
    signal.throwIfAborted();
    const durationMs = performance.now() - startMs;
    deps.observeStep(step.name, durationMs);
    const later = steps.slice(done + 1).map(({ name }) => name);
    // An incomplete result has invalidated the later ones made from it. A missing result has invalidated none.
    const ended = isKept(step, context) ? later : [];
    keepStepResult(deps, id, step.name, result, { durationMs, nextStep: later[0] ?? null, ended });
    Object.assign(context.results, Object.fromEntries(ended.map((name) => [name, undefined])), {
      [step.name]: step.seen?.(result, context) ?? result,
    });
  }
}

/** Several steps use the processor's cores at once. Results are still stored in order. */
function beginAhead<Context extends LineContext<unknown>>(context: Context, steps: readonly LineStep<Context>[]): void {
  // A failed call is repeated by its step, which then fails.
  for (const step of steps) if (!isDone(step, context)) step.ahead?.(context).catch(() => {});
}

function isDone<Context extends { results: object }>(step: LineStep<Context>, context: Context): boolean {
  return isKept(step, context) && (step.isDone?.(context) ?? true);
}

function isKept<Context extends { results: object }>({ name }: LineStep<Context>, { results }: Context): boolean {
  return (results as Readonly<Record<string, unknown>>)[name] !== undefined;
}

/** Schedules a retry, or ends what cannot succeed: the verification, or the reading of files that arrived after its end. */
function settleFailure(deps: HandlerDeps, job: Job, owner: string, error: unknown): void {
  // Input that can never be processed is not retried, and neither is an engine that cannot load.
  const hopeless = error instanceof EngineError && (error.failure === 'bad_input' || error.failure === 'unavailable');
  const problem = error instanceof EngineError ? `engine_${error.failure}` : 'internal';
  const { verificationId } = job;
  if (isRefusal(error)) {
    // Nothing is written into a refused record. It waits for its quarantine.
    deps.queue.finish(verificationId, owner, 'dead', 'row_refused');
  } else if (!hopeless && job.attempts < LIMITS.jobAttemptsMax) {
    deps.queue.retryLater(verificationId, owner, problem);
  } else if (isFinal(statusOf(deps, verificationId))) {
    deps.queue.finish(verificationId, owner, 'dead', problem);
  } else {
    const policy = deps.policies.pinned(verificationId);
    const decision = decideDead(error, policy);
    concludeVerification(deps, verificationId, { decision, policy }, { owner, state: 'dead', problem });
  }
}

/**
 * Returns the decision on a record whose steps keep failing. Input that the engines refuse, or that crashes or stalls them at
 * every attempt, fails the record. A fault of the appliance itself never counts against the applicant and waits for a review.
 */
function decideDead(error: unknown, policy: Policy): Decision {
  const code = whatFailed(error);
  const severity = code === 'processing_failed' ? 'fail' : 'review';
  return {
    outcome: severity === 'fail' ? 'failed' : 'needs_review',
    reasons: [{ ...makeFinding(code), check: 'processing', severity }],
    policy_version: policy.version,
  };
}

function whatFailed(error: unknown): 'processing_failed' | 'engine_unavailable' | 'appliance_fault' {
  if (!(error instanceof EngineError)) return 'appliance_fault';
  if (error.failure === 'unavailable') return 'engine_unavailable';
  // An engine's nonsensical answer is not the fault of its input.
  return error.failure === 'nonsense' ? 'appliance_fault' : 'processing_failed';
}
