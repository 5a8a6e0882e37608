import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureGrowth } from './screening/growth.ts';
import { measureHttp } from './screening/http.ts';
import { readOptions } from './screening/options.ts';
import { measurePeers } from './screening/peers.ts';
import { makeQueries } from './screening/queries.ts';
import { measureRecall } from './screening/recall.ts';
import { measureRescreening } from './screening/rescreen.ts';
import type { Bench, SectionResult } from './screening/section.ts';
import { measureSize } from './screening/size.ts';
import { measureSpeed, warmUp } from './screening/speed.ts';
import { loadTables } from './screening/tables.ts';
import { round } from './statistics.ts';

type Section = (bench: Bench) => SectionResult | Promise<SectionResult>;

const PER_SECOND_MIN = 300;

/** The sections in the order of their run: the slow ones that fill the memory come last. */
const SECTIONS: Record<string, Section> = {
  speed: measureSpeed,
  growth: measureGrowth,
  recall: measureRecall,
  peers: measurePeers,
  http: measureOverHttp,
  rescreening: measureRescreening,
};

/**
 * Measures the screening index on generated names and noisy queries: its size, speed, growth and recall, other engines
 * for comparison, screenings over HTTP, and the re-screening of stored subjects. Prints sentences for a person, and as
 * its last line one JSON object. Exits with 1 if it misses a bound.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env['CUSTOS_CORPUS']);
  const tables = loadTables(options.corpus);
  const folder = mkdtempSync(join(tmpdir(), 'custos-bench-'));
  try {
    const indexPath = join(folder, 'names.index');
    say(`size: ${options.names} names from ${tables.source}`);
    const { data, result } = measureSize(tables, options.names, indexPath);
    say(`  ${JSON.stringify(result.figures)}`);
    const queries = makeQueries(tables, options.names, options.queries, options.seed);
    const bench: Bench = { options, tables, data, indexPath, queries, say };
    warmUp(data, makeQueries(tables, options.names, options.queries, options.seed + 1));
    await report(bench, { size: result });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function report(bench: Bench, results: Record<string, SectionResult>): Promise<void> {
  for (const [name, measure] of Object.entries(SECTIONS)) {
    say(`${name}:`);
    results[name] = await measure(bench);
  }
  say(`ratios: ${JSON.stringify(ratiosOf(results))}`);
  const missed = Object.values(results).flatMap((result) => result.missed);
  for (const bound of missed) say(`MISSED: ${bound}`);
  if (missed.length === 0) say('All bounds are met.');
  const figures = Object.entries(results).map(([name, result]) => [name, result.figures]);
  say(JSON.stringify({ ...Object.fromEntries(figures), ratios: ratiosOf(results), missed }));
  process.exitCode = missed.length === 0 ? 0 : 1;
}

/** How many times longer the others take for the median query than the cold index at the shipped threshold. */
function ratiosOf(results: Record<string, SectionResult>): Record<string, number> {
  const own = p50Of(results['speed']?.figures['at_0.85'], 'cold');
  return {
    plain_scan: round(p50Of(results['recall']?.figures, 'plain_scan') / own),
    minisearch: round(p50Of(results['peers']?.figures, 'minisearch') / own),
    sqlite_fts5_trigram: round(p50Of(results['peers']?.figures, 'sqlite_fts5_trigram') / own),
  };
}

function p50Of(figures: unknown, part: string): number {
  return (figures as Record<string, { p50_ms: number }> | undefined)?.[part]?.p50_ms ?? Number.NaN;
}

async function measureOverHttp({ tables, options }: Bench): Promise<SectionResult> {
  if (!options.http) return { figures: {}, missed: [] };
  const figures = { ...(await measureHttp(tables)) };
  say(`  ${JSON.stringify(figures)}`);
  const short = figures.per_cpu_second < PER_SECOND_MIN;
  const missed = short ? [`${figures.per_cpu_second} screenings a second of CPU, fewer than ${PER_SECOND_MIN}`] : [];
  return { figures, missed };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
