import { type Row, readRows, readText, scoreOf, share, subjectOf, THRESHOLD } from './rows.ts';
import { WRONG_PAIRS } from './wrong-labels.ts';

export interface Counts {
  pairs: number;
  hits_right: number;
  hits_wrong: number;
  missed: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

export interface LabelledReport {
  threshold: number;
  all: Counts;
  /** Without the pairs that we judge wrongly labelled. */
  judged: Counts;
  /** Pairs that were left out of `judged`. */
  left_out: number;
  by_category: Record<string, Counts>;
  /** The meaning of a score: how many of the judged pairs in an interval of scores are labelled the same. */
  reliability: Reliability[];
  /** The wrong results, with their score. */
  wrong: string[];
}

export interface Reliability {
  from: number;
  /** Exclusive, except for 1. */
  to: number;
  pairs: number;
  mean_score: number | null;
  share_same: number | null;
}

interface Scored {
  query: string;
  candidate: string;
  category: string;
  expected: boolean;
  score: number;
}

const SCORES = [0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1];

/** Precision, recall and F1 on `pairs_labelled.csv` at the one threshold; null if the corpus has no such file. */
export function measureLabelled(corpus: string): LabelledReport | null {
  const rows = readRows(corpus, 'pairs_labelled.csv');
  if (!rows) return null;
  const scored = rows.map(scoreRow);
  const judged = scored.filter((pair) => !isWrongLabel(pair));
  return {
    threshold: THRESHOLD,
    all: count(scored),
    judged: count(judged),
    left_out: scored.length - judged.length,
    by_category: byCategory(scored),
    reliability: SCORES.slice(0, -1).map((from, at) => reliabilityOf(judged, from, SCORES[at + 1] ?? 1)),
    wrong: scored.filter(({ expected, score }) => expected !== score >= THRESHOLD).map(describe),
  };
}

function reliabilityOf(scored: readonly Scored[], from: number, to: number): Reliability {
  const pairs = scored.filter(({ score }) => score >= from && (score < to || to === 1));
  return {
    from,
    to,
    pairs: pairs.length,
    mean_score: share(
      pairs.reduce((sum, { score }) => sum + score, 0),
      pairs.length,
    ),
    share_same: share(pairs.filter(({ expected }) => expected).length, pairs.length),
  };
}

function scoreRow(row: Row): Scored {
  const { query = '', candidate = '', category = '' } = row;
  const score = scoreOf(query, candidate, subjectOf(row['schema']));
  return { query, candidate, category, expected: row['expected_match'] === '1', score };
}

function isWrongLabel({ query, candidate, expected }: Scored): boolean {
  return expected && WRONG_PAIRS.some((wrong) => wrong.query === query && wrong.candidate === candidate);
}

function byCategory(scored: readonly Scored[]): Record<string, Counts> {
  const categories = [...new Set(scored.map(({ category }) => category))].sort();
  return Object.fromEntries(
    categories.map((name) => [name, count(scored.filter(({ category }) => category === name))]),
  );
}

function count(scored: readonly Scored[]): Counts {
  const isHit = ({ score }: Scored): boolean => score >= THRESHOLD;
  const right = scored.filter((pair) => isHit(pair) && pair.expected).length;
  const wrong = scored.filter((pair) => isHit(pair) && !pair.expected).length;
  const missed = scored.filter((pair) => !isHit(pair) && pair.expected).length;
  return {
    pairs: scored.length,
    hits_right: right,
    hits_wrong: wrong,
    missed,
    precision: share(right, right + wrong),
    recall: share(right, right + missed),
    f1: share(2 * right, 2 * right + wrong + missed),
  };
}

function describe({ query, candidate, expected, score }: Scored): string {
  return `${expected ? 'missed' : 'hit'} ${score.toFixed(3)} ${query} | ${candidate}`;
}

interface CheckName {
  name?: string;
  firstName?: string;
  middleName?: string;
  fatherName?: string;
  lastName?: string;
}

interface Check {
  match: boolean;
  schema: string;
  query: CheckName;
  candidate: CheckName;
}

export interface ChecksReport {
  checks: number;
  right: number;
  accuracy: number | null;
  wrong: string[];
}

/** Accuracy on `entity_checks.json`, by names only; null if the corpus has no such file. */
export function measureChecks(corpus: string): ChecksReport | null {
  const text = readText(corpus, 'entity_checks.json');
  if (text === null) return null;
  const { checks } = JSON.parse(text) as { checks: Check[] };
  const scored = checks.map(({ match, schema, query, candidate }) => {
    const [left, right] = [joinName(query), joinName(candidate)];
    const score = scoreOf(left, right, subjectOf(schema));
    return { query: left, candidate: right, category: schema, expected: match, score };
  });
  const wrong = scored.filter(({ expected, score }) => expected !== score >= THRESHOLD);
  const right = scored.length - wrong.length;
  return { checks: scored.length, right, accuracy: share(right, scored.length), wrong: wrong.map(describe) };
}

/** Joins the parts only if there is no full name. */
function joinName({ name, firstName, middleName, fatherName, lastName }: CheckName): string {
  return name ?? [firstName, middleName, fatherName, lastName].filter(Boolean).join(' ');
}
