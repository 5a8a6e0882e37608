import { describe, expect, test } from 'vitest';
import { FINDINGS, type Finding, type FindingCode, makeFinding } from '../../../server/checks/findings.ts';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import type { KycResults } from '../../../server/checks/types.ts';
import { type DecisionContext, decide } from '../../../server/decision/decide.ts';
import type { Decision } from '../../../server/decision/types.ts';
import { seededRandom, testSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { list, passport } from '../checks/samples.ts';
import { soundContext, soundResults } from './samples.ts';

const CHECKS = ['quality', 'validity', 'consistency', 'face', 'liveness', 'screening'] as const;
const REQUIRED = ['quality', 'validity', 'face', 'screening'] as const;
const CODES = Object.keys(FINDINGS) as FindingCode[];
const RANK: Record<Decision['outcome'], number> = { completed: 0, needs_review: 1, failed: 2 };
const RECORDS = rounds(3_000, 600);

const seed = testSeed();
const random = seededRandom(seed);
const chance = (share: number): boolean => random() < share;
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** A finding with a value for everything that its sentence names. */
function randomFinding(): Finding {
  const code = pick(CODES);
  const names = FINDINGS[code].match(/(?<=\{)\w+(?=\})/g) ?? [];
  return makeFinding(code, { evidence: Object.fromEntries(names.map((name) => [name, 1])) });
}

/** Mostly sound, so that all three outcomes are frequent. */
function randomResults(): KycResults {
  const results: KycResults = soundResults();
  for (const check of CHECKS) {
    if (chance(0.03)) delete results[check];
    const result = results[check];
    if (!result || chance(0.8)) continue;
    Object.assign(result, { passed: pick([true, false, null]), findings: chance(0.5) ? [randomFinding()] : [] });
  }
  if (chance(0.05)) results.read = { documents: [passport(pick([{ fields: {} }, { mrz: null, text_confidence: 0 }]))] };
  if (chance(0.05) && results.screening) results.screening.lists = pick([[], [list({ stale: true })]]);
  return results;
}

function randomContext(): DecisionContext {
  const context = soundContext();
  return { ...context, consent: pick([true, true, null, false]), applicant: chance(0.1) ? {} : context.applicant };
}

function* records(): Generator<{ results: KycResults; context: DecisionContext; decision: Decision }> {
  for (let i = 0; i < RECORDS; i++) {
    const [results, context] = [randomResults(), randomContext()];
    yield { results, context, decision: decide(results, context, POLICY_V1) };
  }
}

const found = (results: KycResults): FindingCode[] =>
  CHECKS.flatMap((check) => results[check]?.findings.map(({ code }) => code) ?? []);

describe(`whatever the results, seed ${seed}`, () => {
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
      if (REQUIRED.some((check) => results[check]?.passed !== true)) expect(decision.outcome).not.toBe('completed');
  });

  test('a failing finding always fails, and nothing else does', () => {
    for (const { results, decision } of records())
      expect(decision.outcome === 'failed').toBe(found(results).some((code) => POLICY_V1.severity[code] === 'fail'));
  });

  test('one more finding never makes the outcome better', () => {
    for (const { results, context, decision } of records()) {
      const check = pick(CHECKS);
      const more = structuredClone(results);
      more[check]?.findings.splice(Math.floor(random() * 2), 0, randomFinding());
      expect(RANK[decide(more, context, POLICY_V1).outcome]).toBeGreaterThanOrEqual(RANK[decision.outcome]);
    }
  });

  test('failing reasons come first, none only informs, and the same input gives the same decision', () => {
    for (const { results, context, decision } of records()) {
      const severities = decision.reasons.map(({ severity }) => severity);
      expect(severities.toSorted()).toEqual(severities);
      expect(severities.every((severity) => severity === 'fail' || severity === 'review')).toBe(true);
      expect(decide(structuredClone(results), context, POLICY_V1)).toEqual(decision);
    }
  });
});
