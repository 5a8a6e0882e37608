import { readName } from '../../../server/names/prepare.ts';
import type { IndexData } from '../../../server/screening/index/data.ts';
import { openIndex } from '../../../server/screening/index/search.ts';
import { median, quantile, round } from '../statistics.ts';
import type { NoisyQuery } from './queries.ts';
import { type Bench, HITS, type SectionResult, THRESHOLDS } from './section.ts';

/** Acceptance on one core and with empty caches: milliseconds per query. */
const [P50_MS_MAX, P99_MS_MAX] = [2, 10];
const COLD_PASSES = 3;
/** Queries that run before the measurement, so the code is compiled. They are different from the measured ones. */
const WARM_UP = 300;

export interface Spread {
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  max_ms: number;
  mean_ms: number;
}

export function spreadOf(times: readonly number[]): Spread {
  return {
    p50_ms: round(quantile(times, 0.5)),
    p95_ms: round(quantile(times, 0.95)),
    p99_ms: round(quantile(times, 0.99)),
    max_ms: round(quantile(times, 1)),
    mean_ms: round(times.reduce((sum, time) => sum + time, 0) / times.length),
  };
}

export interface ColdSpeed extends Spread {
  /** Processor time of the whole process per query, including garbage collection and compilation. */
  cpu_mean_ms: number;
}

/**
 * Times every query on a freshly opened index (only earlier queries have expanded words), in three passes over three openings. Each query counts with
 * its median time, because other processes may use the core. One thread, from the text of the name to its hits.
 */
export function measureCold(data: IndexData, queries: readonly NoisyQuery[], scoreMin: number): ColdSpeed {
  const times = queries.map((): number[] => []);
  const cpuBefore = process.cpuUsage();
  for (let pass = 0; pass < COLD_PASSES; pass++) {
    for (const [at, time] of timeQueries(openIndex(data), queries, scoreMin).entries()) times[at]?.push(time);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMeanMs = (user + system) / 1000 / COLD_PASSES / queries.length;
  return { ...spreadOf(times.map(median)), cpu_mean_ms: round(cpuMeanMs) };
}

function timeQueries(index: ReturnType<typeof openIndex>, queries: readonly NoisyQuery[], scoreMin: number): number[] {
  return queries.map(({ name, subject }) => {
    const startMs = performance.now();
    index.search(readName(name, subject), { scoreMin, limit: HITS });
    return performance.now() - startMs;
  });
}

export function warmUp(data: IndexData, queries: readonly NoisyQuery[]): void {
  for (const scoreMin of THRESHOLDS) timeQueries(openIndex(data), queries.slice(0, WARM_UP), scoreMin);
}

/** Our own times, cold and warm, at both thresholds; the bounds apply to the shipped one. */
export function measureSpeed({ data, queries, say }: Bench): SectionResult {
  const figures: Record<string, unknown> = {};
  const missed: string[] = [];
  for (const scoreMin of THRESHOLDS) {
    const cold = measureCold(data, queries, scoreMin);
    const index = openIndex(data);
    timeQueries(index, queries, scoreMin);
    const warm = spreadOf(timeQueries(index, queries, scoreMin));
    figures[`at_${scoreMin}`] = { cold, warm };
    say(`  threshold ${scoreMin}  cold  ${describe(cold)}, ${cold.cpu_mean_ms} ms CPU a query`);
    say(`                  warm  ${describe(warm)}`);
    if (scoreMin !== THRESHOLDS[0]) continue;
    if (cold.p50_ms > P50_MS_MAX) missed.push(`p50 cold is ${cold.p50_ms} ms, more than ${P50_MS_MAX} ms`);
    if (cold.p99_ms > P99_MS_MAX) missed.push(`p99 cold is ${cold.p99_ms} ms, more than ${P99_MS_MAX} ms`);
  }
  return { figures, missed };
}

export function describe({ p50_ms, p95_ms, p99_ms, max_ms }: Spread): string {
  return `p50 ${p50_ms} ms, p95 ${p95_ms} ms, p99 ${p99_ms} ms, at most ${max_ms} ms`;
}
