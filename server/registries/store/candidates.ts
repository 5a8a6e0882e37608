import { must } from '../../lib/assert.ts';
import { LIMITS } from '../../lib/limits.ts';
import { NEAR_WORTH } from '../names/likeness.ts';
import { variantsOf } from '../names/variants.ts';
import type { RegisterFile, RegisterWord } from './read.ts';

/** Steps in which points are told apart where the best companies are chosen. */
const STEPS = 256;

/** A word of the name that is asked for. */
interface AskedWord {
  /** The register's words that it may be, each with what it is worth: 1 where it is the very word. */
  meant: { word: RegisterWord; worth: number }[];
  companies: number;
  /** The more, the fewer companies have it. */
  weight: number;
}

/** Chooses the companies of one register file whose names may be like one. */
export interface CandidateSearch {
  /** Numbers of companies, the likeliest first, at most `LIMITS.registerCandidatesMax`. */
  choose(words: readonly string[]): number[];
  /** What a word weighs in this register: the logarithm of how rare it is, from 0. */
  weightOf(word: string): number;
}

/**
 * Adds up, for each company, the weights of the words that its names have in common with the one asked for, one error in a
 * word allowed. The work is bounded by `LIMITS.registerPostingsMax`: the rarest words come first, and those that are too
 * frequent choose nobody, only what is made of their records counts them. Holds 5 bytes a company once it was asked.
 */
export function createCandidateSearch(file: RegisterFile): CandidateSearch {
  let points: Float32Array | null = null;
  /** The last word that gave a company points, so that two readings of it give them once. */
  let givenBy = new Uint8Array(0);
  const logAll = Math.log(1 + file.companies);
  const weigh = (companies: number): number => Math.max(0.01, logAll - Math.log(1 + companies));
  const readWords = (words: readonly string[]): AskedWord[] => {
    const asked = words.map((word) => readWord([word], variantsOf(word)));
    // What is written apart here may be written together there.
    const joined = words.slice(1).map((word, at) => readWord([`${words[at]}${word}`], []));
    return [...asked, ...joined].filter(({ meant }) => meant.length > 0).sort((a, b) => a.companies - b.companies);
  };
  const readWord = (own: readonly string[], variants: readonly string[]): AskedWord => {
    const very = file.words(own).map((word) => ({ word, worth: 1 }));
    const near = file
      .words(variants)
      .sort((a, b) => b.companies - a.companies || a.id - b.id)
      .slice(0, LIMITS.registerVariantsMax)
      .map((word) => ({ word, worth: NEAR_WORTH }));
    const meant = [...very, ...near];
    const companies = sum(meant);
    return { meant, companies, weight: weigh(sum(very.length > 0 ? very : near)) };
  };
  return {
    choose(words) {
      points ??= new Float32Array(file.companies);
      if (givenBy.length === 0) givenBy = new Uint8Array(file.companies);
      const lists: Uint32Array[] = [];
      let left: number = LIMITS.registerPostingsMax;
      for (const [at, { meant, weight }] of readWords(words).entries()) {
        for (const { word, worth } of meant) {
          if (left <= 0) break;
          const list = file.posting(word.id, left);
          left -= list.length;
          lists.push(list);
          give(list, at + 1, worth * weight);
        }
      }
      const best = bestOf(lists, points);
      for (const list of lists) for (const company of list) points[company] = givenBy[company] = 0;
      return best;
    },
    weightOf: (word) => weigh(file.count(word)),
  };

  function give(list: Uint32Array, word: number, worth: number): void {
    const all = must(points, 'they are there while they are given');
    for (const company of list) {
      if (givenBy[company] === word) continue;
      givenBy[company] = word;
      all[company] = (all[company] as number) + worth;
    }
  }
}

/** The companies of these lists with the most points, in the file's order where they have the same. */
function bestOf(lists: readonly Uint32Array[], points: Float32Array): number[] {
  let most = 0;
  for (const list of lists) for (const company of list) most = Math.max(most, points[company] as number);
  if (most === 0) return [];
  const stepOf = (company: number): number => Math.floor(((points[company] as number) / most) * (STEPS - 1));
  const counts = new Uint32Array(STEPS);
  for (const list of lists) for (const company of list) count(counts, stepOf(company));
  let floor = STEPS - 1;
  // A company counts once for each of its words here, so that there may be fewer than wanted, never too many to sort.
  for (let seen = counts[floor] as number; floor > 0 && seen < 2 * LIMITS.registerCandidatesMax; ) {
    floor -= 1;
    seen += counts[floor] as number;
  }
  const chosen = new Set<number>();
  for (const list of lists) for (const company of list) if (stepOf(company) >= floor) chosen.add(company);
  const sorted = [...chosen].sort((a, b) => (points[b] as number) - (points[a] as number) || a - b);
  return sorted.slice(0, LIMITS.registerCandidatesMax);
}

function count(counts: Uint32Array, step: number): void {
  counts[step] = (counts[step] as number) + 1;
}

function sum(words: readonly { word: RegisterWord }[]): number {
  return words.reduce((total, { word }) => total + word.companies, 0);
}
