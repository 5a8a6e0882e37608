import { expect } from 'vitest';
import { send } from '../../integration/drive.ts';
import { assertInvariants } from '../../support/invariants.ts';
import { isWholeRun } from '../../support/long.ts';
import { CLOCK_FAILURES } from './clock-faults.ts';
import { DATABASE_FAILURES } from './database-faults.ts';
import { DISK_FAILURES } from './disk-faults.ts';
import { ENGINE_FAILURES } from './engine-faults.ts';
import { arm, disarm, type Failing, type Kind, type Plan } from './gate.ts';
import { expectCleanLog, wentWell } from './judge.ts';
import { finishLine, MOMENTS_A_RIG, type Operation, type Outcome, openRig, type Rig, type World } from './rig.ts';

const FAILURES: Readonly<Record<Kind, readonly Failing[]>> = {
  database: DATABASE_FAILURES,
  disk: DISK_FAILURES,
  clock: CLOCK_FAILURES,
  engine: ENGINE_FAILURES,
};

/** Returns the folder that an appliance of this world starts with a copy of. */
export type Templates = (world: World) => Promise<string>;

/** The totals of one operation with one kind of call. */
export interface Tally {
  /** Calls in one run without a failure. */
  calls: number;
  /** Moments at which a failure was tried, each with its repetition and checks. */
  moments: number;
  /** Calls that failed. */
  struck: number;
  cpuMs: number;
}

/** An operation that reaches its Nth call every time would never end. */
const CALLS_MAX = 20_000;
/** After these errors the rows may exist or not; the next start removes files without a row. */
const DOUBTFUL = /^SQLITE_IOERR/;

/**
 * Repeats `operation`: its first call of this kind fails, then its second, and so on until a run ends without reaching
 * that call. This happens for each way to fail, once with a single failure and once with all calls failing from there
 * on. `npm test` runs only `shared` of all moments, spread evenly.
 */
export async function failEach(operation: Operation, kind: Kind, templates: Templates, shared: number): Promise<Tally> {
  const began = process.cpuUsage();
  const tally: Tally = { calls: 0, moments: 0, struck: 0, cpuMs: 0 };
  const faults: unknown[] = [];
  const bench = openBench(operation, await templates(operation.world ?? 'empty'));
  try {
    const idle: Plan = { kind, variant: 0, at: Number.POSITIVE_INFINITY, count: 1 };
    for (const [variant, { ways }] of FAILURES[kind].entries()) {
      for (const way of isWholeRun() ? ways : ways.slice(0, 1)) {
        const count = way === 'once' ? 1 : (operation.lasting ?? Number.POSITIVE_INFINITY);
        const { calls } = await bench.moment({ ...idle, variant });
        tally.calls = Math.max(tally.calls, calls);
        const few = isWholeRun() ? operation.costly : shared;
        const sample = few === undefined ? null : sampled(calls, few, variant, count);
        for (let at = 1; at <= CALLS_MAX; at++) {
          if (sample && !sample.has(at)) {
            if (at > calls) break;
            continue;
          }
          const done = await bench.moment({ kind, variant, at, count }).catch(async (error: unknown) => {
            faults.push(error);
            console.info((error as Error).message);
            await bench.renew();
            return { ...disarm(), struck: 1 };
          });
          if (done.struck === 0) break;
          tally.moments += 1;
          tally.struck += done.struck;
        }
      }
    }
    await bench.finish().catch((error: unknown) => faults.push(error));
  } finally {
    await bench.close();
  }
  const { user, system } = process.cpuUsage(began);
  tally.cpuMs = (user + system) / 1000;
  if (faults.length > 0) throw new AggregateError(faults, faultsOf(faults));
  return tally;
}

const faultsOf = (faults: readonly unknown[]): string =>
  `${faults.length} moments went wrong:\n${faults.map((fault) => (fault as Error).message).join('\n')}`;

/** `few` of the moments from 1 to `calls`, the same ones each time. */
function sampled(calls: number, few: number, variant: number, count: number): ReadonlySet<number> {
  const ways = 2 * variant + Number(count > 1);
  const step = Math.max(1, Math.ceil(calls / few));
  return new Set(Array.from({ length: few }, (_, at) => 1 + ((at * step + ways * 7) % Math.max(1, calls))));
}

interface Bench {
  moment(plan: Plan): Promise<{ calls: number; struck: number }>;
  /** The next moment gets another appliance. */
  renew(): Promise<void>;
  /** Checks the invariants of the last appliance. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

function openBench(operation: Operation, template: string): Bench {
  let rig: Rig | null = null;
  let used = 0;
  const finish = async (): Promise<void> => {
    if (rig === null || operation.starts) return;
    await finishLine(rig);
    await assertInvariants(rig.server.appliance);
  };
  const close = async (): Promise<void> => {
    disarm();
    await rig?.[Symbol.asyncDispose]();
    rig = null;
    used = 0;
  };
  return {
    async moment(plan) {
      if (used >= (operation.alone || operation.starts ? 1 : MOMENTS_A_RIG)) {
        await finish();
        await close();
      }
      rig ??= await openRig(template, operation.options);
      used += 1;
      const { code } = FAILURES[plan.kind][plan.variant] as { code: string };
      const where = `${operation.name}: ${plan.kind} ${code} at call ${plan.at}${plan.count > 1 ? ' and on' : ''}`;
      return once(operation, rig, plan, code).catch((error: unknown) => {
        throw new Error(`${where}: ${(error as Error).stack}`, { cause: error });
      });
    },
    renew: close,
    finish,
    close,
  };
}

/** One moment: the operation under the fault, the checks, then the failed operation again without the fault. */
async function once(
  operation: Operation,
  rig: Rig,
  plan: Plan,
  code: string,
): Promise<{ calls: number; struck: number }> {
  const act = await operation.prepare(rig);
  // A later write of the anchor would be counted or not, depending on timing.
  if (!operation.starts) rig.server.appliance.audit.anchor();
  rig.server.logged.length = 0;
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  arm(plan);
  const outcome = await act.run().catch((error: Error) => error);
  const told = disarm();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled, 'an error that nobody handles ends the process').toEqual([]);
  if (operation.silent) expect(outcome, 'an error that a timer meets ends the process').not.toBeInstanceOf(Error);
  const failed = !wentWell(outcome, code);
  expect(failed && told.struck === 0, `it fails only where a call failed: ${describeOutcome(outcome)}`).toBe(false);
  expectCleanLog(rig.server.logged);
  if (told.struck > 0 && !operation.starts) {
    if (plan.count > 1 || DOUBTFUL.test(code)) await rig.restart();
    else expect((await send(rig.server, '/v1/verifications?limit=1')).status).toBe(200);
    if (!operation.resumes) await assertInvariants(rig.server.appliance);
  }
  if (failed) {
    const again = await (act.again ?? act.run)();
    expect(wentWell(again, code), `repeated: ${describeOutcome(again)}`).toBe(true);
  }
  await act.verify({ doubtful: failed && DOUBTFUL.test(code), struck: told.struck, code });
  if (operation.resumes && told.struck > 0) await assertInvariants(rig.server.appliance);
  return told;
}

const describeOutcome = (outcome: Outcome | Error): string =>
  typeof outcome === 'string'
    ? outcome
    : outcome instanceof Error
      ? String(outcome.stack)
      : `${outcome.status} ${outcome.text}`;
