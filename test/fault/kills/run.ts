import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { callerOf } from './caller.ts';
import { usedCpuSeconds } from './cpu.ts';
import { FAKE_SERVER, Gone, startChild } from './killed-child.ts';
import { drawKills, type Kill, type Measured, tellKill } from './plan.ts';
import type { Play, Scenario } from './scenario.ts';
import { killAtCall, listCalls, readCalls, type SystemCall, type Tracer } from './system-calls.ts';
import { World } from './world.ts';

/** One line of the table. */
export interface Row {
  name: string;
  kills: number;
  /** The number of these kills that came before the answer. */
  inside: number;
  restarts: number;
  cpuSeconds: number;
  /** Null if nothing was measured. */
  moments: number | null;
  calls: number | null;
}

export interface Order {
  seed: number;
  /** Measures the operation first, and runs all of its kills. */
  isWhole: boolean;
  /** Whether children can be killed within system calls. */
  traces: boolean;
  /** Only this turn. */
  alone?: { turn: number; kills: Kill[] };
}

/** A moment that never comes: the child only counts, and is killed after its answer. */
const NEVER: Kill = { by: 'moment', at: 0 };

/**
 * Kills one operation repeatedly on one folder, and checks the folder after each kill. Throws at the first fault, with the command that repeats it.
 */
export async function runScenario(scenario: Scenario, { seed, isWhole, traces, alone }: Order): Promise<Row> {
  const begunCpu = usedCpuSeconds();
  const { name, momentsMin, inARow = 1 } = scenario;
  await using world = new World(seed, scenario.settings);
  const play = scenario.begin(world);
  await world.open();
  await play.open?.();
  const row: Row = { name, kills: 0, inside: 0, restarts: 0, cpuSeconds: 0, moments: null, calls: null };
  let measured: Measured = { moments: momentsMin, calls: [], ms: null };
  let turn = 0;
  if (isWhole && !alone) {
    measured = await measure(scenario, { play, world, turn: turn++ });
    row.moments = measured.moments;
    expect(measured.moments, `${name}: it has fewer moments than momentsMin says`).toBeGreaterThanOrEqual(momentsMin);
    if (traces && !scenario.isStart) measured.calls = await measureCalls(scenario, { play, world, turn: turn++ });
    row.calls = measured.calls.length;
    if (scenario.last !== undefined) measured.ms = null;
  }
  const count = Number(process.env['CUSTOS_KILLS'] ?? (isWhole ? scenario.kills.whole : scenario.kills.share));
  const kills = alone ? alone.kills : drawKills({ seed, name, count, measured, last: scenario.last });
  if (alone) turn = alone.turn;
  for (let i = 0; i < kills.length; i += inARow, turn++) {
    const these = kills.slice(i, i + inARow);
    const hint = `CUSTOS_TEST_SEED=${seed} CUSTOS_KILL="${name}:${turn}:${these.map(tellKill).join('+')}"`;
    try {
      const inside = await takeTurn(scenario, { play, world, turn, kills: these });
      row.kills += these.length;
      row.inside += inside;
    } catch (error) {
      throw new Error(`${name}, turn ${turn}: run it again with ${hint}`, { cause: error });
    }
  }
  await play.close?.();
  await world.close();
  return { ...row, restarts: world.starts - 1, cpuSeconds: usedCpuSeconds() - begunCpu };
}

interface Turn {
  play: Play;
  world: World;
  turn: number;
  kills: readonly Kill[];
}

/** Returns the number of kills before the answer. */
async function takeTurn(scenario: Scenario, { play, world, turn, kills }: Turn): Promise<number> {
  await play.prepare?.(turn);
  await world.close();
  await play.arrange?.(turn);
  let answered = false;
  let inside = 0;
  for (const kill of kills) {
    ({ answered } = await killOnce(scenario, { play, world, turn, kill }));
    if (!answered) inside += 1;
  }
  await checkAfter({ play, world, turn, answered });
  return inside;
}

async function checkAfter({ play, world, turn, answered }: Place & { answered: boolean }): Promise<void> {
  await play.between?.(turn, answered);
  await world.open();
  await world.assertWhole();
  await play.check(turn, answered);
  await world.assertWhole();
}

type Place = Omit<Turn, 'kills'>;

async function measure(scenario: Scenario, place: Place): Promise<Measured> {
  const { measured } = await measureOnce(scenario, { ...place, kill: NEVER });
  return measured;
}

async function measureCalls(scenario: Scenario, place: Place): Promise<SystemCall[]> {
  const listed = place.world.at('calls');
  await measureOnce(scenario, { ...place, kill: NEVER, listed });
  return readCalls(listed);
}

async function measureOnce(scenario: Scenario, once: Once): Promise<Ended> {
  const { play, world, turn } = once;
  await play.prepare?.(turn);
  await world.close();
  await play.arrange?.(turn);
  const ended = await killOnce(scenario, once);
  expect(ended.answered, 'nobody kills it').toBe(true);
  await checkAfter({ play, world, turn, answered: true });
  return ended;
}

interface Once extends Place {
  kill: Kill;
  /** The file for its system calls. */
  listed?: string;
}

interface Ended {
  answered: boolean;
  measured: Measured;
}

/** Starts a child, has it do the operation, and kills it at its moment, or after its answer. */
async function killOnce(scenario: Scenario, { play, world, turn, kill, listed }: Once): Promise<Ended> {
  const { script = FAKE_SERVER, isStart = false, works = false } = scenario;
  const dieAt = kill.by === 'moment' ? kill.at : 0;
  const env = { ...world.env, ...scenario.env, KILLED_WORKS: 'told', ...(isStart ? { KILLED_AT: String(dieAt) } : {}) };
  world.starts += 1;
  let beginMs = performance.now();
  const child = startChild(script, env);
  const ended: Ended = { answered: false, measured: { moments: 0, calls: [], ms: 0 } };
  const timer = new AbortController();
  const killInTime = (): void => {
    beginMs = performance.now();
    if (kill.by === 'time') void wait(kill.ms, null, timer).then(child.kill, () => {});
  };
  let tracer: Tracer | null = null;
  try {
    if (isStart) killInTime();
    const call = callerOf(await child.listening());
    if (!isStart) {
      await play.before?.(call, turn);
      if (kill.by === 'call') tracer = killAtCall(child.pid, kill);
      else if (listed !== undefined) tracer = listCalls(child.pid, listed);
      await tracer?.attached;
      await child.arm(dieAt);
      killInTime();
      if (works) child.work();
    }
    await play.operate?.(call, turn);
    ended.measured.ms = performance.now() - beginMs;
    ended.answered = true;
    if (kill === NEVER) ended.measured.moments = await child.moments();
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  } finally {
    timer.abort();
    await child.kill();
    await tracer?.ended;
  }
  return ended;
}
