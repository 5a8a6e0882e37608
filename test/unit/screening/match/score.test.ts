import { expect, test } from 'vitest';
import type { ExplainedScore } from '../../../../server/names/pair-rules.ts';
import { type Fact, type MatchScore, scoreMatch } from '../../../../server/screening/match/score.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';

const STRONG = { quality: 1, script: 1 };
const WEAK = { quality: 0.9, script: 1 };
const OTHER_SCRIPT = { quality: 1, script: 0.9 };
const EFFECTS: Record<Fact['name'], number[]> = {
  birth_date: [0.7, 0.5, 0.2, 0, -0.15],
  gender: [0, -0.1],
  country: [0.02, -0.03],
  address: [0.02, 0.01, 0],
  identifier: [0.1],
};

function nameOf(score: number, words = 3): ExplainedScore {
  const pairs = Array.from({ length: words }, (_, at) => ({
    query: `word${at}`,
    candidate: at === words - 1 ? '' : `word${at}`,
    similarity: at === words - 1 ? 0 : 1 - at * 0.07,
    weight: 1 / (at + 1),
    rule: at === words - 1 ? ('lacking' as const) : ('same' as const),
  }));
  return { score, pairs };
}

function fact(name: Fact['name'], effect: number, floor?: number): Fact {
  return { name, query: 'asked', candidate: 'listed', grade: effect > 0 ? 1 : 0, effect, ...(floor ? { floor } : {}) };
}

const sumOf = ({ features }: MatchScore): number =>
  features.reduce((sum, { contribution = Number.NaN }) => sum + contribution, 0);

test('the contributions of a score add up to it, each fact with its own', () => {
  const scored = scoreMatch(nameOf(0.9), STRONG, [fact('birth_date', 0.7), fact('gender', -0.1)]);
  expect([scored.score, scored.nameScore]).toEqual([0.87, 0.9]);
  expect(sumOf(scored)).toBeCloseTo(0.87, 10);
  expect(scored.features.slice(-2)).toEqual([
    expect.objectContaining({ name: 'birth_date', weight: 0.7, contribution: 0.07 }),
    expect.objectContaining({ name: 'gender', weight: -0.1, contribution: -0.1 }),
  ]);
});

test('what agrees adds up to 1 and no further, and what contradicts lowers even that', () => {
  const agreeing = [fact('birth_date', 0.5), fact('country', 0.02)];
  expect(scoreMatch(nameOf(0.98), STRONG, agreeing).score).toBe(1);
  expect(scoreMatch(nameOf(0.98), STRONG, [...agreeing, fact('gender', -0.1)]).score).toBe(0.9);
});

test('a birth date takes a share of what the name lacks, and so makes no part of a name a whole one', () => {
  const scores = [0, 0.5, 0.9, 1].map((score) => scoreMatch(nameOf(score), STRONG, [fact('birth_date', 0.7)]).score);
  expect(scores).toEqual([0.7, 0.85, 0.97, 1]);
});

test('a weak name counts a tenth less, and says so', () => {
  const scored = scoreMatch(nameOf(1), WEAK, []);
  expect(scored).toMatchObject({ score: 0.9, nameScore: 0.9 });
  expect(scored.features.at(-1)).toMatchObject({ name: 'weak_name', contribution: -0.1 });
});

test('a name in another script counts less, and says so beside a weakness', () => {
  expect(scoreMatch(nameOf(1), OTHER_SCRIPT, []).features.at(-1)).toMatchObject({
    name: 'other_script',
    weight: 0.9,
    contribution: -0.1,
  });
  const both = scoreMatch(nameOf(1), { quality: 0.9, script: 0.9 }, []);
  expect(both.score).toBe(0.81);
  expect(sumOf(both)).toBeCloseTo(0.81, 10);
});

test('an equal number lifts any name to its floor, whatever contradicts', () => {
  const scored = scoreMatch(nameOf(0.2), STRONG, [fact('birth_date', -0.15), fact('identifier', 0.1, 0.9)]);
  expect(scored.score).toBe(0.9);
  expect(sumOf(scored)).toBeCloseTo(0.9, 10);
  expect(scoreMatch({ score: 0, pairs: [] }, STRONG, [fact('identifier', 0.1, 0.95)])).toMatchObject({
    score: 0.95,
    features: [{ name: 'identifier', contribution: 0.95 }],
  });
});

test('any score lies in 0..1, is what its features add up to, and moves with each fact the way the fact says', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  const draw = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  for (let round = 0; round < 2_000; round++) {
    const name = nameOf(random() < 0.1 ? draw([0, 1]) : random(), 1 + Math.floor(random() * 6));
    const quality = draw([STRONG, WEAK, OTHER_SCRIPT]);
    const facts = (Object.keys(EFFECTS) as Fact['name'][])
      .filter(() => random() < 0.6)
      .map((kind) => fact(kind, draw(EFFECTS[kind]), kind === 'identifier' ? draw([0.9, 0.95]) : undefined));
    const whole = scoreMatch(name, quality, facts);
    const where = `seed ${seed}, round ${round}`;
    expect(whole.score, where).toBeGreaterThanOrEqual(0);
    expect(whole.score, where).toBeLessThanOrEqual(1);
    if (name.pairs.length > 1 || whole.score === 0) expect(sumOf(whole), where).toBeCloseTo(whole.score, 10);
    for (const removed of facts) {
      const without = scoreMatch(
        name,
        quality,
        facts.filter((other) => other !== removed),
      ).score;
      if (removed.effect < 0) expect(without, where).toBeGreaterThanOrEqual(whole.score);
      else expect(without, where).toBeLessThanOrEqual(whole.score);
    }
  }
});
