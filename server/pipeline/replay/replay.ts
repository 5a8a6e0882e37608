import { EngineError } from '../../../models/ports.ts';
import type { Subject } from '../../alerts/subject.ts';
import type { Policy } from '../../checks/policy.ts';
import { thresholdRules } from '../../checks/thresholds.ts';
import type { Hit, HitDismissal } from '../../checks/types.ts';
import { decideKyb } from '../../decision/decide-kyb.ts';
import type { Decision } from '../../decision/types.ts';
import { must } from '../../lib/assert.ts';
import { atEnd } from '../../lib/at-end.ts';
import { isoTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Policies } from '../../policies/policies.ts';
import { statedModels } from '../../reports/evidence/versions.ts';
import type { KybVerification, Verification } from '../../verifications/types.ts';
import type { KybStepContext } from '../kyb/step.ts';
import { type KybDeps, kybLine } from '../kyb.ts';
import { type KycDeps, kycLine } from '../kyc.ts';
import { simulatedDecision } from '../simulate.ts';
import type { StepContext } from '../step.ts';
import { findDifferences } from './compare.ts';
import { CannotReplay, type DatasetDeps, openStoredLists, openStoredRegisters, openStoredTrust } from './datasets.ts';

export interface ReplayDeps extends KycDeps, KybDeps, Omit<DatasetDeps, 'rules'> {
  policies: Pick<Policies, 'pin' | 'pinned' | 'find'>;
}

/** The same for one record, with the policy of its run. */
interface RunDeps extends ReplayDeps, DatasetDeps {
  policy: Policy;
}

/** The result of replaying one thing, compared with what is stored. */
export interface Replayed {
  what: string;
  outcome: 'same' | 'differs' | 'not_run';
  /** Where it differs, or why it was not run. */
  note: string | null;
}

/** The stored times of a step. */
interface StepTime {
  step: string;
  startedAtMs: number;
}

/**
 * Replays a verification from what is stored and compares the results. It replays the decision from the stored results, under the policy named in it.
 * It replays each step from the stored results before it, with the stored files, the installed models, and the versions of watchlists and registers
 * that were searched. Nothing is stored or changed. Returns null if there is no such verification.
 */
export async function replayVerification(deps: ReplayDeps, id: string): Promise<Replayed[] | null> {
  const kyc = kycLine(deps);
  const person = kyc.load(id, true) ?? kyc.load(id, false);
  if (person) {
    const run = runOf(deps, person);
    const context = kyc.open(person, run.policy);
    const decision = replayDecision(run, person, () => kyc.decide({ ...context, results: { ...person.results } }));
    return [decision, ...(await replaySteps(run, person, kyc.steps, (time) => personContext(run, context, time)))];
  }
  const kyb = kybLine(deps);
  const company = kyb.load(id, true) ?? kyb.load(id, false);
  if (!company) return null;
  const run = runOf(deps, company);
  const context = kyb.open(company, run.policy);
  const decided = withoutLate(company);
  const decision = replayDecision(run, company, () => decideKyb(company.results, decided, run.policy));
  const steps = [...kyb.steps, ...kyb.lateSteps.filter(({ name }) => !kyb.steps.some((step) => step.name === name))];
  const replayed = await replaySteps(run, company, steps, (time) => {
    const seesAll = time.step === 'read' || time.step === 'late_documents';
    return companyContext(run, { ...context, verification: seesAll ? company : decided }, time);
  });
  return [decision, ...replayed];
}

/** An undecided record is replayed with the policy that its run uses. */
function runOf(deps: ReplayDeps, { id, decision }: Verification | KybVerification): RunDeps {
  const { policies } = deps;
  const policy = decision
    ? must(policies.find(decision.policy_version), 'a decision names a stored version of the policy')
    : policies.pinned(id);
  return { ...deps, policy, rules: thresholdRules(policy) };
}

function replayDecision(deps: RunDeps, record: Verification | KybVerification, decide: () => Decision): Replayed {
  const what = 'decision';
  const { decision } = record;
  const notRun = (note: string): Replayed => ({ what, outcome: 'not_run', note });
  if (!decision) return notRun('nothing has been decided yet');
  if (decision.reasons.some(({ check }) => check === 'processing'))
    return notRun('it was decided without results because its steps kept failing');
  return compared(what, decision, simulatedDecision(record, deps.policy) ?? decide());
}

function compared(what: string, stored: unknown, now: unknown): Replayed {
  const differences = findDifferences(stored, now);
  if (differences.length === 0) return { what, outcome: 'same', note: null };
  return { what, outcome: 'differs', note: differences.join(', ') };
}

/**
 * Runs each step that has a stored result.
 * @param open returns the step's context as it was at that time
 */
async function replaySteps<Context>(
  deps: RunDeps,
  record: Verification | KybVerification,
  steps: readonly { name: string; run(context: Context): Promise<object> }[],
  open: (time: StepTime) => Promise<{ context: Context; close(): void }>,
): Promise<Replayed[]> {
  const stored = record.results as Readonly<Record<string, object | undefined>>;
  const replayed: Replayed[] = [];
  for (const step of steps) {
    const result = stored[step.name];
    if (result === undefined) continue;
    try {
      replayed.push(await replayStep(deps, record, step, { result, open }));
    } catch (error) {
      const note = whyNotRun(error);
      if (note === null) throw error;
      replayed.push({ what: step.name, outcome: 'not_run', note });
    }
  }
  if (stored['persons'] !== undefined) {
    const note = 'it depends on the verifications that were linked to the people at that time';
    replayed.push({ what: 'persons', outcome: 'not_run', note });
  }
  return replayed;
}

async function replayStep<Context>(
  deps: RunDeps,
  { id }: Verification | KybVerification,
  step: { name: string; run(context: Context): Promise<object> },
  { result, open }: { result: object; open(time: StepTime): Promise<{ context: Context; close(): void }> },
): Promise<Replayed> {
  if (step.name === 'duplicates')
    throw new CannotReplay('it compares with the other records of that time and stores its own data');
  const { context, close } = await open({ step: step.name, startedAtMs: startOf(deps, id, step.name) });
  using _close = atEnd(() => close());
  const now = await step.run(context);
  const models = otherModels(step.name, result, now);
  if (models !== null) throw new CannotReplay(models);
  return compared(step.name, result, now);
}

function whyNotRun(error: unknown): string | null {
  if (error instanceof CannotReplay) return error.message;
  if (error instanceof EngineError) return `an engine did not respond (${error.failure}): ${error.message}`;
  if (error instanceof AppError) return error.message;
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'a file of the record no longer exists' : null;
}

/** Answers of different models cannot be compared. Returns a text, or null if the same models answered. */
function otherModels(step: string, stored: object, now: object): string | null {
  const names = (result: object): string =>
    statedModels({ [step]: result })
      .map(({ name, version }) => `${name} ${version}`)
      .sort()
      .join(', ');
  const [before, after] = [names(stored), names(now)];
  return before === after || before === ''
    ? null
    : `it was made with ${before}; installed now: ${after || 'none of these'}`;
}

function startOf({ db }: ReplayDeps, id: string, step: string): number {
  return db
    .prepare('SELECT finished_at - duration_ms FROM step_results WHERE verification_id = ? AND step = ?')
    .pluck()
    .get(id, step) as number;
}

const momentOf = ({ startedAtMs }: StepTime) => ({ nowMs: startedAtMs, today: isoTime(startedAtMs).slice(0, 10) });

async function personContext(
  deps: RunDeps,
  context: StepContext,
  time: StepTime,
): Promise<{ context: StepContext; close(): void }> {
  const { screening, authenticity } = context.results;
  const isScreening = time.step === 'screening' && screening !== undefined;
  const watchlists = isScreening ? await openStoredLists(deps, screening) : context.watchlists;
  const dismissalsOf = () => storedDismissals(screening?.hits ?? []);
  const trust = time.step === 'authenticity' && authenticity ? openStoredTrust(deps, authenticity) : context.trust;
  const same = { watchlists, dismissalsOf, trust, keepTrustVersions() {} };
  return { context: { ...context, ...momentOf(time), ...same }, close() {} };
}

async function companyContext(
  deps: RunDeps,
  context: KybStepContext,
  time: StepTime,
): Promise<{ context: KybStepContext; close(): void }> {
  const { screening, registry } = context.results;
  const results = time.step === 'read' ? withoutRead(context.results) : context.results;
  const dismissalsOf = ({ party }: Subject) =>
    storedDismissals((screening?.hits ?? []).filter((hit) => hit.party === party));
  const same = { ...context, results, ...momentOf(time), dismissalsOf };
  if (time.step === 'screening' && screening) {
    const watchlists = await openStoredLists(deps, { ...screening, findings: screening.sanctions.findings });
    return { context: { ...same, watchlists }, close() {} };
  }
  if (time.step !== 'registry' || !registry) return { context: same, close() {} };
  const registers = openStoredRegisters(deps, registry.datasets, { now: () => time.startedAtMs });
  return { context: { ...same, registers }, close: () => registers.close() };
}

/** Files without a reading are read. */
function withoutRead({ read: _, ...results }: KybStepContext['results']): KybStepContext['results'] {
  return results;
}

/** Returns the dismissals at that time, whatever reviewers decided since. */
function storedDismissals(hits: readonly Hit[]): (hit: Hit) => HitDismissal | null {
  const keyOf = ({ list, entity }: Hit): string => `${list.id} ${entity.id}`;
  const dismissed = new Map(hits.flatMap((hit) => (hit.dismissed ? [[keyOf(hit), hit.dismissed] as const] : [])));
  return (hit) => dismissed.get(keyOf(hit)) ?? null;
}

/** Returns the record with the files that its decision used. Files that arrived after the end follow them. */
function withoutLate(company: KybVerification): KybVerification {
  if (!company.results.late_documents) return company;
  const decided = new Set(company.results.documents?.documents.map(({ document_id }) => document_id));
  const last = Math.max(-1, ...company.documents.filter(({ id }) => decided.has(id)).map(({ position }) => position));
  return { ...company, documents: company.documents.filter(({ position }) => position <= last) };
}
