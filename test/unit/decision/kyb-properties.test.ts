import { describe, expect, test } from 'vitest';
import { FINDINGS, type Finding, type FindingCode, makeFinding } from '../../../server/checks/findings.ts';
import type { KybResults } from '../../../server/checks/kyb/types.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { decideKyb, type KybDecisionContext } from '../../../server/decision/decide-kyb.ts';
import type { Decision } from '../../../server/decision/types.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { list } from '../checks/samples.ts';
import { soundKybContext, soundKybResults } from './kyb-samples.ts';

const CODES = Object.keys(FINDINGS) as FindingCode[];
/** A finding that only informs may be the reason why a check had nothing to do. */
const COUNTING = CODES.filter((code) => POLICY_V1.severity[code] !== 'info');
const RANK: Record<Decision['outcome'], number> = { completed: 0, needs_review: 1, failed: 2 };
const RECORDS = rounds(3_000, 600);

const seed = testSeed();
const random = seededRandom(seed);
const chance = (share: number): boolean => random() < share;
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** A finding with a value for everything that its sentence names. */
function randomFinding(codes: readonly FindingCode[] = CODES): Finding {
  const code = pick(codes);
  const names = FINDINGS[code].match(/(?<=\{)\w+(?=\})/g) ?? [];
  return makeFinding(code, { evidence: Object.fromEntries(names.map((name) => [name, 1])) });
}

/** All results that have findings, by check. */
function sayings({ registry, screening, ownership, documents, risk, persons }: KybResults) {
  const { sanctions, watchlists, pep, adverse_media } = screening ?? {};
  return { registry, sanctions, watchlists, pep, adverse_media, ownership, documents, risk, persons };
}

/** Mostly sound, so that all three outcomes are frequent. */
function randomResults(): KybResults {
  const results = soundKybResults();
  for (const step of Object.keys(results) as (keyof KybResults)[]) if (chance(0.02)) delete results[step];
  for (const said of Object.values(sayings(results))) {
    if (!said || chance(0.9)) continue;
    Object.assign(said, { findings: chance(0.5) ? [randomFinding()] : [] });
    if ('passed' in said) said.passed = pick([true, false, null]);
  }
  if (chance(0.05) && results.screening) results.screening.lists = pick([[], [list({ stale: true })]]);
  if (chance(0.05)) results.screening?.searched.pop();
  if (chance(0.3)) results.late_documents = { passed: false, documents: [], findings: [randomFinding()] };
  return results;
}

function randomContext(): KybDecisionContext {
  return { ...soundKybContext(), documents: pick([[{ id: 'doc_certificate' }], [{ id: 'doc_certificate' }], []]) };
}

function* records(): Generator<{ results: KybResults; context: KybDecisionContext; decision: Decision }> {
  for (let i = 0; i < RECORDS; i++) {
    const [results, context] = [randomResults(), randomContext()];
    yield { results, context, decision: decideKyb(results, context, POLICY_V1) };
  }
}

describe(`whatever the results of a company, seed ${seed}`, () => {
  test('completed exactly where there is no reason, and every outcome comes up', () => {
    const seen = new Map<string, number>();
    for (const { decision } of records()) {
      expect(decision.outcome === 'completed').toBe(decision.reasons.length === 0);
      seen.set(decision.outcome, (seen.get(decision.outcome) ?? 0) + 1);
    }
    for (const outcome of Object.keys(RANK))
      expect(seen.get(outcome), outcome).toBeGreaterThan(rounds(RECORDS / 50, 0));
  });

  test('a required check that did not pass never completes', () => {
    for (const { results, decision } of records())
      if (results.screening?.sanctions.passed !== true || results.ownership?.passed !== true)
        expect(decision.outcome).not.toBe('completed');
  });

  test('what no list was searched for never completes', () => {
    for (const { results, decision } of records())
      if ((results.screening?.searched.length ?? 0) < 3 || results.screening?.lists.every(({ stale }) => stale))
        expect(decision.outcome).not.toBe('completed');
  });

  test('a failing finding always fails, and nothing else does', () => {
    for (const { results, decision } of records()) {
      const codes = Object.values(sayings(results)).flatMap((said) => said?.findings.map(({ code }) => code) ?? []);
      expect(decision.outcome === 'failed').toBe(codes.some((code) => POLICY_V1.severity[code] === 'fail'));
    }
  });

  test('one more finding that counts never makes the outcome better, and one of a late file changes nothing', () => {
    for (const { results, context, decision } of records()) {
      const more = structuredClone(results);
      pick(Object.values(sayings(more)))?.findings.splice(Math.floor(random() * 2), 0, randomFinding(COUNTING));
      expect(RANK[decideKyb(more, context, POLICY_V1).outcome]).toBeGreaterThanOrEqual(RANK[decision.outcome]);
      const { late_documents: _, ...inTime } = results;
      expect(decideKyb(inTime, context, POLICY_V1)).toEqual(decision);
    }
  });

  test('failing reasons come first, each part in the order of the line, none only informs, and it is always the same', () => {
    const order = [...Object.keys(sayings({}))];
    for (const { results, context, decision } of records()) {
      const ranks = decision.reasons.map(({ severity }) => (severity === 'fail' ? 0 : 1));
      expect(ranks.toSorted()).toEqual(ranks);
      const found = new Set(Object.values(sayings(results)).flatMap((said) => said?.findings ?? []));
      const places = decision.reasons
        .filter(({ code, severity }) => severity === 'review' && [...found].some((one) => one.code === code))
        .filter(({ code }) => code !== 'check_not_run' && !code.startsWith('list') && code !== 'no_list_loaded')
        .map(({ check }) => order.indexOf(check));
      expect(places.toSorted((a, b) => a - b)).toEqual(places);
      expect(decision.reasons.every(({ severity }) => severity === 'fail' || severity === 'review')).toBe(true);
      expect(decideKyb(structuredClone(results), context, POLICY_V1)).toEqual(decision);
    }
  });
});
