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

/** A step as the line runs it: what it works with and what it gives is between it and the others. */
interface LineStep<Context> {
  name: string;
  /** Whether the kept result still says all; by default where there is one. */
  isDone?(context: Context): boolean;
  /** Begins what `run` will ask for in any case; its errors are `run`'s. */
  ahead?(context: Context): Promise<unknown>;
  run(context: Context): Promise<object>;
  /** What the steps after it see of its result, where that is not the result itself. */
  seen?(result: object, context: Context): object;
}

interface LineContext<Record> {
  verification: Record;
  results: object;
}

/** What verifications of one kind go through. */
export interface Line<Record extends Verification | KybVerification, Context extends LineContext<Record>> {
  steps: readonly LineStep<Context>[];
  /** For a record that has ended and got something new since; its state stays as it is. */
  lateSteps: readonly LineStep<Context>[];
  load(id: string, livemode: boolean): Record | null;
  open(verification: Record, policy: Policy): Context;
  /** What a context holds beside memory of its own goes back; its steps are run no more. */
  close?(context: Context): void;
  /** Whether the record has got something that the steps have not seen. Synchronous, as is `decide`. */
  hasNews(context: Context): boolean;
  decide(context: Context): Decision;
}

/** Runs verifications of one kind from wherever they stand to their end. */
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
      // One that is refused fails when it is loaded, and holds back no other job.
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
        // From here on nothing is awaited, so that nothing can come between the last look at the record and its end.
        if (!simulated && line.hasNews(context)) continue;
        if (isLate) {
          queue.finish(verification.id, owner, 'done');
        } else {
          const decision = simulated ?? line.decide(context);
          concludeVerification(deps, verification.id, decision, { owner, state: 'done' });
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
    // A result that says all no more has misled those that were made from it. One that was missing has misled none.
    const ended = isKept(step, context) ? later : [];
    keepStepResult(deps, id, step.name, result, { durationMs, nextStep: later[0] ?? null, ended });
    Object.assign(context.results, Object.fromEntries(ended.map((name) => [name, undefined])), {
      [step.name]: step.seen?.(result, context) ?? result,
    });
  }
}

/** The processor's cores work on several steps at once; results are kept one after the other all the same. */
function beginAhead<Context extends LineContext<unknown>>(context: Context, steps: readonly LineStep<Context>[]): void {
  // What fails is asked for again by its own step, and fails that.
  for (const step of steps) if (!isDone(step, context)) step.ahead?.(context).catch(() => {});
}

function isDone<Context extends { results: object }>(step: LineStep<Context>, context: Context): boolean {
  return isKept(step, context) && (step.isDone?.(context) ?? true);
}

function isKept<Context extends { results: object }>({ name }: LineStep<Context>, { results }: Context): boolean {
  return (results as Readonly<Record<string, unknown>>)[name] !== undefined;
}

/** Tries again later, or ends what cannot be: the verification, or the reading of files that came after its end. */
function settleFailure(deps: HandlerDeps, job: Job, owner: string, error: unknown): void {
  // Input that can never be processed is not tried again, and neither is an engine that cannot load.
  const hopeless = error instanceof EngineError && (error.failure === 'bad_input' || error.failure === 'unavailable');
  const problem = error instanceof EngineError ? `engine_${error.failure}` : 'internal';
  const { verificationId } = job;
  if (isRefusal(error)) {
    // Nothing is written into such a record. It waits for its quarantine.
    deps.queue.finish(verificationId, owner, 'dead', 'row_refused');
  } else if (!hopeless && job.attempts < LIMITS.jobAttemptsMax) {
    deps.queue.retryLater(verificationId, owner, problem);
  } else if (isFinal(statusOf(deps, verificationId))) {
    deps.queue.finish(verificationId, owner, 'dead', problem);
  } else {
    concludeVerification(deps, verificationId, decideDead(error, deps.policies.pinned(verificationId)), {
      owner,
      state: 'dead',
      problem,
    });
  }
}

/**
 * The decision on a record whose steps keep failing. Input that the engines refuse, or that kills or stalls them at
 * every attempt, fails the record; a fault of the appliance itself never speaks against the applicant and waits for a person.
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
  // What an engine answers is no fault of what it was shown.
  return error.failure === 'nonsense' ? 'appliance_fault' : 'processing_failed';
}
