import { Kernel, type Scratch } from '../../runtime/kernel.ts';

/**
 * The functions of `models/kernels/assembly/kernel-zone.ts`; each is described there. `from`, `to`, `work` and the like are places, other
 * whole numbers are pixels.
 */
interface ZoneFunctions {
  toGrey(from: number, count: number, to: number): void;
  halve(from: number, width: number, height: number, to: number): void;
  shrinkWork(across: number, down: number): number;
  shrink(
    from: number,
    width: number,
    over: number,
    under: number,
    across: number,
    down: number,
    work: number,
    to: number,
  ): void;
  shrinkFar(
    from: number,
    width: number,
    height: number,
    factor: number,
    across: number,
    down: number,
    to: number,
  ): void;
  shrinkToTwoThirds(from: number, width: number, height: number, to: number): void;
  turn(
    from: number,
    width: number,
    height: number,
    cos: number,
    sin: number,
    extents: number,
    across: number,
    down: number,
    to: number,
  ): void;
  turnQuarter(from: number, width: number, height: number, to: number): void;
  countVotesWork(width: number, height: number): number;
  countVotes(from: number, width: number, height: number, work: number, votes: number): void;
  findRunsWork(width: number): number;
  runsBytes(width: number, height: number): number;
  findRuns(from: number, width: number, height: number, extents: number, work: number, runs: number): number;
  joinRunsWork(count: number): number;
  joinRuns(runs: number, count: number, work: number, pieces: number): number;
  straighten(
    from: number,
    width: number,
    height: number,
    scale: number,
    x: number,
    y: number,
    cos: number,
    sin: number,
    c0: number,
    c1: number,
    c2: number,
    begin: number,
    along: number,
    across: number,
    columns: number,
    rows: number,
    first: number,
    end: number,
    to: number,
  ): void;
  sumStrokes(from: number, width: number, rows: number, part: number, to: number): void;
  sumDifferences(from: number, count: number, offset: number): number;
  sumColumns(from: number, width: number, rows: number, to: number): void;
  evenContrastWork(width: number): number;
  evenContrast(
    from: number,
    width: number,
    rows: number,
    reach: number,
    middle: number,
    spread: number,
    least: number,
    work: number,
    to: number,
  ): void;
}

export const KERNEL = new Kernel<ZoneFunctions>('zone');

export type ZoneScratch = Scratch<ZoneFunctions>;

/** What `work` gives; what it took in the kernel's memory is forgotten. */
export function passing<T>(scratch: ZoneScratch, work: () => T): T {
  const before = scratch.take(0);
  const result = work();
  scratch.release(before);
  return result;
}
