import { JOINED_WORDS_MAX } from '../../names/matches.ts';
import { LACKING_COST } from '../../names/unmatched-words.ts';
import type { NameWord } from '../../names/word.ts';
import { LeftOver, leastCost, sumOf } from './costs.ts';
import { type Expansion, expandRun, expandWord } from './expand.ts';
import type { ExpansionCache } from './expansion-cache.ts';
import { findSplits, type Split } from './splits.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A run of adjacent words of the query (usually one) and the words of the vocabulary that it may be. */
export interface Term {
  /** The index of the first word of the run, and the number of words. */
  from: number;
  count: number;
  /** The weight of the run. */
  weight: number;
  expansion: Expansion;
}

/** Tolerance for rounding. */
const SLACK = 1e-9;

/** What a query may find in an index, before any name is examined. */
export interface QueryPlan {
  words: readonly NameWord[];
  terms: Term[];
  /** Words of the query that are written in parts, by the query's word. */
  splits: { slot: number; splits: Split[] }[];
}

/** Looks up the words like those of a query, alone and joined, and the readings that have them in parts. */
export function planQuery(vocabulary: Vocabulary, cache: ExpansionCache, words: readonly NameWord[]): QueryPlan {
  const terms: Term[] = [];
  const splits: QueryPlan['splits'] = [];
  words.forEach((word, slot) => {
    if (word.kind === 'initial') return;
    const expansion = cache.get(word.key, () => expandWord(vocabulary, word));
    terms.push({ from: slot, count: 1, weight: word.weight, expansion });
    splits.push({ slot, splits: findSplits(vocabulary, word) });
  });
  for (let count = 2; count <= JOINED_WORDS_MAX; count++) {
    for (let from = 0; from + count <= words.length; from++) {
      const run = words.slice(from, from + count);
      const key = run.map((word) => word.key).join(' ');
      const expansion = cache.get(key, () => expandRun(vocabulary, words, from, count));
      if (expansion.ids.length === 0) continue;
      terms.push({ from, count, weight: run.reduce((sum, word) => sum + word.weight, 0), expansion });
    }
  }
  return { words, terms, splits };
}

/**
 * Returns what a pair of words adds to `(1 - scoreMin) * N - scoreMin * (W - N + C)`, compared with the words' lacking:
 * similarity s of weight p instead of a lacking weight w. That sum is 0 or more if the score `N / (W + C)` reaches `scoreMin`.
 */
export function gainOf(similarity: number, pairWeight: number, lackingWeight: number, scoreMin: number): number {
  return pairWeight * (similarity - scoreMin) + scoreMin * LACKING_COST * lackingWeight;
}

/** A word of the query with its matches in the index. */
interface Slot {
  slot: number;
  /** The number of readings to examine. */
  readings: number;
  /** The most that a pair with it adds, as above but not compared with anything. */
  bestPair: number;
  /** The highest weight of a pair with it that is evidence. */
  evidence: number;
}

/**
 * Returns the words of the query that alone can never reach `scoreMin`, those of the most readings first (MaxScore, Turtle and
 * Flood 1995). A name that has only such words is never examined.
 */
export function findNonEssential(vocabulary: Vocabulary, plan: QueryPlan, scoreMin: number): Set<number> {
  const slots = plan.words.map((word, slot) => describeSlot(vocabulary, plan, word, slot, scoreMin));
  slots.sort((a, b) => b.readings - a.readings);
  const without: Slot[] = [];
  for (const slot of slots) {
    without.push(slot);
    if (canReach(plan.words, without, scoreMin)) without.pop();
  }
  return new Set(without.map(({ slot }) => slot));
}

function describeSlot(vocabulary: Vocabulary, plan: QueryPlan, word: NameWord, slot: number, scoreMin: number): Slot {
  const term = plan.terms.find(({ from, count }) => from === slot && count === 1);
  // An initial may be any word that begins with it.
  const none = { slot, readings: Number.MAX_SAFE_INTEGER, bestPair: word.weight * (1 - scoreMin), evidence: 0 };
  if (!term) return none;
  const { ids, similarities, weights, evidence } = term.expansion;
  const { postingStarts } = vocabulary.data;
  const found = { slot, readings: 0, bestPair: Number.NEGATIVE_INFINITY, evidence: 0 };
  ids.forEach((id, i) => {
    const weight = weights[i] as number;
    found.readings += (postingStarts[id + 1] as number) - (postingStarts[id] as number);
    found.bestPair = Math.max(found.bestPair, weight * ((similarities[i] as number) - scoreMin));
    if (evidence[i] === 1) found.evidence = Math.max(found.evidence, weight);
  });
  return found;
}

/** Whether a name that has at most these words of the query may reach the score. */
function canReach(words: readonly NameWord[], slots: readonly Slot[], scoreMin: number): boolean {
  let sum = 0;
  const evidence = { whole: 0, wholeWeight: 0 };
  for (const { slot, bestPair, evidence: weight } of slots) {
    sum += Math.max(bestPair, -scoreMin * LACKING_COST * (words[slot] as NameWord).weight);
    evidence.whole += weight > 0 ? 1 : 0;
    evidence.wholeWeight += weight;
  }
  const used = slots.map(({ slot }) => slot);
  const rest = leftOverOf(words, (slot) => !used.includes(slot));
  return sum + SLACK >= scoreMin * leastCost(rest, NOTHING, evidence);
}

const NOTHING = new LeftOver();

/** Returns the weight of a query's left-over words. It does not say which of equal words. */
function leftOverOf(words: readonly NameWord[], isLeft: (slot: number) => boolean): LeftOver {
  const left = new LeftOver();
  words.forEach((word, slot) => {
    if (!isLeft(slot)) return;
    if (isRepeated(words, slot)) left.addLight(word.weight);
    else left.add(sumOf(word), word.weight);
  });
  return left;
}

/** Whether a query has a word more than once. */
export function isRepeated(words: readonly NameWord[], slot: number): boolean {
  return words.some((word, other) => other !== slot && word.key === words[slot]?.key);
}
