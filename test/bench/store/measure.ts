import { cpuMsOf } from '../process-usage.ts';
import type { Operation, Target } from './operations.ts';
import { type Compared, compare } from './ratios.ts';

export interface Turns {
  warmUp: number;
  measured: number;
}

/** Runs an operation on both stores in turns. */
export async function measureOperation(
  operation: Operation,
  { small, large }: { small: Target; large: Target },
  { warmUp, measured }: Turns,
): Promise<Compared> {
  const sideOf = (target: Target) => ({ target, wallMs: [] as number[], cpuMs: [] as number[] });
  const kept = { small: sideOf(small), large: sideOf(large) };
  for (const target of [small, large]) await operation.ready?.(target);
  for (let turn = 0; turn < warmUp + measured; turn++) {
    // The stores alternate in going first.
    for (const side of turn % 2 === 0 ? [kept.small, kept.large] : [kept.large, kept.small]) {
      const took = await doOnce(operation, side.target, turn);
      if (turn < warmUp) continue;
      side.wallMs.push(took.wallMs);
      if (took.cpuMs !== null) side.cpuMs.push(took.cpuMs);
    }
  }
  return compare(operation.name, kept);
}

async function doOnce(
  { before, run, after }: Operation,
  target: Target,
  turn: number,
): Promise<{ wallMs: number; cpuMs: number | null }> {
  const given = (await before?.(target, turn)) ?? '';
  const cpuBefore = cpuMsOf(target.pid);
  const beginMs = performance.now();
  const answer = await run(target, turn, given);
  const wallMs = performance.now() - beginMs;
  const cpuAfter = cpuMsOf(target.pid);
  await after?.(target, answer);
  return { wallMs, cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
}
