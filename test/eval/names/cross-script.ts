import { readName } from '../../../server/names/prepare.ts';
import type { PreparedName } from '../../../server/names/word.ts';
import { seededRandom } from '../../support/random.ts';
import { bestScore, type Row, readRows, share, THRESHOLD } from './rows.ts';
import { WRONG_CROSS_SCRIPT } from './wrong-labels.ts';

/** Pairs of two people over all scripts, in proportion to their share of the file. */
const RANDOM_PAIRS = 24_000;

export interface ScriptScores {
  pairs: number;
  found: number;
  share_found: number | null;
  /** The same without the pairs that we judge to be two people. */
  judged_pairs: number;
  judged_share_found: number | null;
  random_pairs: number;
  random_above: number;
  share_random_above: number | null;
}

export interface CrossScriptReport {
  threshold: number;
  seed: number;
  all: ScriptScores;
  by_script: Record<string, ScriptScores>;
}

interface Pair {
  personId: string;
  query: PreparedName[];
  candidate: PreparedName[];
  found: boolean;
  wrong: boolean;
}

/**
 * How many names of one person in two scripts are found on `crossscript_pairs.csv`. Also how many pairs of two people
 * reach the same score (candidates of the same script, drawn with `seed`). Null if the corpus has no such file.
 */
export function measureCrossScript(corpus: string, seed: number): CrossScriptReport | null {
  const rows = readRows(corpus, 'crossscript_pairs.csv');
  if (!rows) return null;
  const random = seededRandom(seed);
  const byScript = new Map<string, Pair[]>();
  for (const row of rows) {
    const script = row['script'] ?? '';
    byScript.set(script, [...(byScript.get(script) ?? []), readPair(row)]);
  }
  const scores: [string, ScriptScores][] = [...byScript].map(([script, pairs]) => {
    const wanted = Math.ceil((RANDOM_PAIRS * pairs.length) / rows.length);
    return [script, scoresOf(pairs, drawPairs(pairs, wanted, random))];
  });
  const all = sum(scores.map(([, script]) => script));
  return {
    threshold: THRESHOLD,
    seed,
    all,
    by_script: Object.fromEntries(scores.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function readPair(row: Row): Pair {
  const { query = '', candidate = '' } = row;
  const personId = row['person_id'] ?? '';
  const pair = { personId, query: readName(query, 'person'), candidate: readName(candidate, 'person') };
  const wrong = WRONG_CROSS_SCRIPT.some((label) => label.personId === personId && label.query === query);
  return { ...pair, found: bestScore(pair.query, pair.candidate) >= THRESHOLD, wrong };
}

/** Scores of names of two people each; fewer than wanted if a script has only one person. */
function drawPairs(pairs: readonly Pair[], wanted: number, random: () => number): number[] {
  const scores: number[] = [];
  for (let tries = 0; scores.length < wanted && tries < 3 * wanted; tries++) {
    const left = pairs[Math.floor(random() * pairs.length)];
    const right = pairs[Math.floor(random() * pairs.length)];
    if (left && right && left.personId !== right.personId) scores.push(bestScore(left.query, right.candidate));
  }
  return scores;
}

function scoresOf(pairs: readonly Pair[], random: readonly number[]): ScriptScores {
  const judged = pairs.filter(({ wrong }) => !wrong);
  const found = pairs.filter((pair) => pair.found).length;
  const above = random.filter((score) => score >= THRESHOLD).length;
  return {
    pairs: pairs.length,
    found,
    share_found: share(found, pairs.length),
    judged_pairs: judged.length,
    judged_share_found: share(judged.filter((pair) => pair.found).length, judged.length),
    random_pairs: random.length,
    random_above: above,
    share_random_above: share(above, random.length, 5),
  };
}

function sum(scripts: readonly ScriptScores[]): ScriptScores {
  const total = (key: 'pairs' | 'found' | 'judged_pairs' | 'random_pairs' | 'random_above'): number =>
    scripts.reduce((so, script) => so + script[key], 0);
  const judgedFound = scripts.reduce(
    (so, { judged_share_found, judged_pairs }) => so + (judged_share_found ?? 0) * judged_pairs,
    0,
  );
  return {
    pairs: total('pairs'),
    found: total('found'),
    share_found: share(total('found'), total('pairs')),
    judged_pairs: total('judged_pairs'),
    judged_share_found: share(judgedFound, total('judged_pairs')),
    random_pairs: total('random_pairs'),
    random_above: total('random_above'),
    share_random_above: share(total('random_above'), total('random_pairs'), 5),
  };
}
