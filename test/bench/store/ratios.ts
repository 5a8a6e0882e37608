import { quantile, round } from '../statistics.ts';

/** With a hundred times the records, no operation may take more than this many times as long. */
export const RATIO_MAX = 1.5;
/** A difference this small is no growth: the clocks of a busy machine cannot resolve it. CPU-ms, and ms. */
export const NOISE_MS = 0.15;

/** One operation, repeated on one store. */
export interface Samples {
  wallMs: readonly number[];
  /** Times of the server, all threads; empty if the system does not report them. */
  cpuMs: readonly number[];
}

export interface Spread {
  p50Ms: number;
  p95Ms: number;
  /** CPU-ms of the server, the median; null if the system does not report it. */
  cpuMs: number | null;
}

export interface Compared {
  name: string;
  small: Spread;
  large: Spread;
  /** Large divided by small: for the median time, and for the median CPU time. */
  wallRatio: number;
  cpuRatio: number | null;
  /** The highest allowed ratio; null: the operation naturally grows with the store, and is only reported. */
  limit: number | null;
  /** Over its limit. CPU time decides if it is known, because other work of the machine does not affect it. */
  missed: boolean;
}

export function spreadOf({ wallMs, cpuMs }: Samples): Spread {
  return {
    p50Ms: round(quantile(wallMs, 0.5)),
    p95Ms: round(quantile(wallMs, 0.95)),
    cpuMs: cpuMs.length === 0 ? null : round(quantile(cpuMs, 0.5)),
  };
}

/** Compares one operation on two stores. Throws if it was never run. */
export function compare(
  name: string,
  { small, large }: { small: Samples; large: Samples },
  limit: number | null = RATIO_MAX,
): Compared {
  const [few, many] = [spreadOf(small), spreadOf(large)];
  const known = few.cpuMs !== null && many.cpuMs !== null;
  const [from, to] = known ? [few.cpuMs ?? 0, many.cpuMs ?? 0] : [few.p50Ms, many.p50Ms];
  return {
    name,
    small: few,
    large: many,
    wallRatio: ratioOf(many.p50Ms, few.p50Ms),
    cpuRatio: known ? ratioOf(to, from) : null,
    limit,
    missed: limit !== null && to > limit * from && to - from > NOISE_MS,
  };
}

/** Two decimals, so a value over a limit is visibly over it. */
function ratioOf(large: number, small: number): number {
  return Number((large / Math.max(small, Number.MIN_VALUE)).toFixed(2));
}

/** The names of operations over their limit, each with its figures. */
export function missedOf(compared: readonly Compared[]): string[] {
  return compared
    .filter(({ missed }) => missed)
    .map(
      ({ name, wallRatio, cpuRatio, limit }) =>
        `${name}: ${cpuRatio === null ? `${wallRatio} times the time` : `${cpuRatio} times the CPU time`}, over ${limit}`,
    );
}

/** Lines of a table for a person. */
export function tableOf(compared: readonly Compared[], heads: { small: string; large: string }): string[] {
  const rows = compared.map(({ name, small, large, wallRatio, cpuRatio, limit, missed }) => [
    name,
    ...[small, large].map(({ p50Ms, p95Ms, cpuMs }) => `${p50Ms} / ${p95Ms} / ${cpuMs ?? '-'}`),
    String(wallRatio),
    String(cpuRatio ?? '-'),
    missed ? `over ${limit}` : limit === null ? 'told only' : 'ok',
  ]);
  const all = [['operation', heads.small, heads.large, 'ratio ms', 'ratio CPU', ''], ...rows];
  const widths = (all[0] ?? []).map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
