import type { Appliance } from '../appliance/appliance.ts';
import type { Config } from '../appliance/config.ts';
import type { Surroundings } from '../context.ts';
import { type EngineCall, observeEngines } from '../pipeline/observe-engines.ts';
import { statusOf } from '../verifications/state.ts';
import { type CommandIo, invalidCommand } from './io.ts';
import { withOwnAppliance } from './own-appliance.ts';
import { type NamedFiles, parseVerify, submitFiles } from './verify.ts';
import { drawWaterfall, type StepSpan } from './waterfall.ts';

export const PROFILE_USAGE =
  'custos profile [--runs N] FRONT [BACK] [SELFIE] [--type national_id|passport|...] [--first-name T] [--last-name T] [--dob YYYY-MM-DD]';

const RUNS_MAX = 100;

/**
 * `custos profile FILE...`: verifies the files in a temporary appliance with the operator's settings and no lists, and prints where the time of the
 * last of `--runs` runs (1 by default) was spent. Returns 0, or 2 for a command that is not understood.
 */
export async function profileCommand(
  config: Config,
  args: readonly string[],
  io: CommandIo,
  surroundingsOf: (config: Config) => Surroundings,
): Promise<number> {
  const { runs, files } = parseProfile(args.slice(1));
  const calls: EngineCall[] = [];
  const observed = (own: Config): Surroundings => {
    const surroundings = surroundingsOf(own);
    return { ...surroundings, engines: observeEngines(surroundings.engines, (call) => calls.push(call)) };
  };
  return withOwnAppliance(config, observed, async (appliance) => {
    await appliance.engines.warm();
    appliance.runner.start();
    for (let run = 1; run <= runs; run++) {
      calls.length = 0;
      const profiled = await profileOne(appliance, files, io.cwd);
      if (run === runs) print(profiled, calls, io);
    }
    return 0;
  });
}

function parseProfile(args: readonly string[]): { runs: number; files: NamedFiles } {
  const at = args.indexOf('--runs');
  const count = at < 0 ? '1' : (args[at + 1] ?? '');
  const runs = Number(count);
  if (!/^\d+$/.test(count) || runs < 1 || runs > RUNS_MAX)
    throw invalidCommand(`--runs takes a number from 1 to ${RUNS_MAX}.`);
  const rest = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
  return { runs, files: parseVerify(rest, PROFILE_USAGE) };
}

interface Profiled {
  status: string;
  steps: StepSpan[];
  /** CPU time of the whole process, including the threads of libraries and the writing of the record. */
  cpuMs: number;
}

async function profileOne(appliance: Appliance, files: NamedFiles, cwd: string): Promise<Profiled> {
  const marks: { name: string | null; atMs: number }[] = [];
  let before = process.cpuUsage();
  let stop = (): void => {};
  const id = await submitFiles(appliance, files, cwd, (stored) => {
    stop = appliance.progress.subscribe(stored, ({ step }) => marks.push({ name: step, atMs: performance.now() }));
    before = process.cpuUsage();
  });
  await appliance.runner.settle();
  const { user, system } = process.cpuUsage(before);
  stop();
  const steps = marks.flatMap(({ name, atMs }, i) =>
    name === null
      ? []
      : [{ name, startMs: atMs, durationMs: (marks[i + 1]?.atMs ?? performance.now()) - atMs, calls: [] }],
  );
  return { status: statusOf(appliance, id), steps, cpuMs: (user + system) / 1000 };
}

/** A call is listed under the step in which it began, which may be earlier than the step that waits for it. */
function print({ status, steps, cpuMs }: Profiled, calls: readonly EngineCall[], io: CommandIo): void {
  const assigned = steps.map((step, i) => {
    const end = steps[i + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const own = calls.filter(({ startMs }) => startMs >= step.startMs && startMs < end);
    return { ...step, calls: [...own] };
  });
  const wallMs = steps.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const engineMs = calls.reduce((sum, call) => sum + call.cpuMs, 0);
  io.out(`${drawWaterfall(assigned).join('\n')}\n`);
  io.out(`Ended ${status} after ${Math.round(wallMs)} ms. CPU ${Math.round(cpuMs)} ms, `);
  io.out(`of which ${Math.round(engineMs)} ms in engine threads.\n`);
}
