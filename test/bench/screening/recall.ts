import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readName } from '../../../server/names/prepare.ts';
import { openIndex } from '../../../server/screening/index/search.ts';
import { searchByScan } from '../../support/name-scan.ts';
import { round } from '../statistics.ts';
import type { ReferenceAnswer, ReferenceJob } from './reference-worker.ts';
import { type Bench, HITS, type SectionResult, THRESHOLDS } from './section.ts';
import { SOURCE } from './size.ts';
import { spreadOf } from './speed.ts';

const WORKERS = 2;
const RECALL_MIN = 0.99;
/** Queries scanned without any shortcut, to measure their time and to check the reference itself. */
const PLAIN_SCANS = 5;

/** The share of a scan's best ten that our searches find, and the duration of scans. */
export async function measureRecall(bench: Bench): Promise<SectionResult> {
  const answers = await askReference(bench);
  const index = openIndex(bench.data);
  const missed: string[] = [];
  const figures: Record<string, unknown> = { compared: answers.length, of: bench.queries.length };
  bench.say(`  ${answers.length} of ${bench.queries.length} queries were compared (they are in random order).`);
  for (const scoreMin of THRESHOLDS) {
    const counts = { wanted: 0, found: 0, same: 0, missedByNoise: {} as Record<string, number> };
    for (const { at, hits } of answers) compare(bench, index, at, hits, scoreMin, counts);
    const recall = counts.wanted === 0 ? 1 : counts.found / counts.wanted;
    figures[`at_${scoreMin}`] = {
      recall_at_10: Number(recall.toFixed(5)),
      hits: counts.wanted,
      same_answers: counts.same,
      missed_by_noise: counts.missedByNoise,
    };
    bench.say(
      `  threshold ${scoreMin}  recall@10 ${recall.toFixed(5)} of ${counts.wanted} hits; ` +
        `${counts.same} of ${answers.length} answers the same to the last digit; missed: ${JSON.stringify(counts.missedByNoise)}`,
    );
    if (recall < RECALL_MIN) missed.push(`recall@10 at ${scoreMin} is ${recall.toFixed(4)}, less than ${RECALL_MIN}`);
  }
  const memoised = spreadOf(answers.map(({ ms }) => ms));
  const plain = timePlainScans(bench, answers);
  bench.say(
    `  a scan takes ${plain.p50_ms} ms (middle of ${PLAIN_SCANS}); with similarities remembered ${memoised.p50_ms} ms`,
  );
  return { figures: { ...figures, plain_scan: plain, memoised_scan: memoised }, missed };
}

async function askReference({ queries, options, indexPath }: Bench): Promise<ReferenceAnswer[]> {
  const numbered = queries.map((query, at) => ({ at, query }));
  const parts = Array.from({ length: WORKERS }, async (_, part) => {
    const job: ReferenceJob = {
      path: indexPath,
      source: SOURCE,
      queries: numbered.filter(({ at }) => at % WORKERS === part),
      minutes: options.referenceMinutes,
      scoreMin: Math.min(...THRESHOLDS),
      limit: HITS,
    };
    const worker = new Worker(new URL('reference-worker.ts', import.meta.url), { workerData: job });
    const [answers] = await once(worker, 'message');
    return answers as ReferenceAnswer[];
  });
  return (await Promise.all(parts)).flat().sort((a, b) => a.at - b.at);
}

function compare(
  { queries }: Bench,
  index: ReturnType<typeof openIndex>,
  at: number,
  hits: ReferenceAnswer['hits'],
  scoreMin: number,
  counts: { wanted: number; found: number; same: number; missedByNoise: Record<string, number> },
): void {
  const query = queries[at];
  if (!query) return;
  const wanted = hits.filter(({ score }) => score >= scoreMin);
  const found = index.search(readName(query.name, query.subject), { scoreMin, limit: HITS });
  const places = new Set(found.map(({ place }) => place));
  const missing = wanted.filter(({ place }) => !places.has(place)).length;
  counts.wanted += wanted.length;
  counts.found += wanted.length - missing;
  if (JSON.stringify(found) === JSON.stringify(wanted)) counts.same += 1;
  if (missing > 0) counts.missedByNoise[query.noise] = (counts.missedByNoise[query.noise] ?? 0) + missing;
}

/** The reference skips names; this scan skips none, and its answers must be the same. */
function timePlainScans({ data, queries }: Bench, answers: readonly ReferenceAnswer[]) {
  const times = answers.slice(0, PLAIN_SCANS).map(({ at, hits }) => {
    const { name, subject } = queries[at] ?? { name: '', subject: 'unknown' };
    const startMs = performance.now();
    const scanned = searchByScan(data, readName(name, subject), { scoreMin: Math.min(...THRESHOLDS), limit: HITS });
    const ms = performance.now() - startMs;
    if (JSON.stringify(scanned) !== JSON.stringify(hits))
      throw new Error('The reference is not what a plain scan finds.');
    return ms;
  });
  return { p50_ms: round(spreadOf(times).p50_ms), scans: times.length };
}
