import { LIMITS } from '../../lib/limits.ts';
import { NEAR_WORTH } from '../../names/companies/similarity.ts';
import { variantsOf } from '../../names/companies/variants.ts';
import type { RegisterFile, RegisterWord } from './read.ts';

/** The resolution of points when the best companies are chosen. */
const STEPS = 256;

/** A word of the requested name. */
interface AskedWord {
  /** The register's words that it may be, each with its worth: 1 for the same word. */
  meant: { word: RegisterWord; worth: number }[];
  companies: number;
  /** The fewer companies have it, the higher. */
  weight: number;
}

/** Chooses the companies of one register file whose names may be similar to a name. */
export interface CandidateSearch {
  /** Returns company numbers, the likeliest first, at most `LIMITS.registerCandidatesMax`. */
  choose(words: readonly string[]): number[];
  /** Returns the weight of a word in this register: the logarithm of its rarity, from 0. */
  weightOf(word: string): number;
}

/**
 * Adds up, for each company, the weights of the words that its names share with the requested one, allowing one error in a word. The work is bounded.
 * The rarest words select companies, at most `LIMITS.registerNamedMax` of them unless one word selects more. More frequent words only add to those,
 * as long as their lists are within `LIMITS.registerPostingsMax` together. Holds 5 bytes per company after the first query.
 */
export function createCandidateSearch(file: RegisterFile): CandidateSearch {
  let points = new Float32Array(0);
  /** The last word that gave a company points, so that two readings of it count once. */
  let givenBy = new Uint8Array(0);
  const logAll = Math.log(1 + file.companies);
  const weigh = (companies: number): number => Math.max(0.01, logAll - Math.log(1 + companies));
  const readWords = (words: readonly string[]): AskedWord[] => {
    const asked = words.map((word) => readWord([word], variantsOf(word)));
    // Words that are separate here may be joined there.
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
  /** Gives each company of the list the points of a word, once. If `all` is false, only companies with points get more. */
  const give = (list: Uint32Array, { by, worth, all }: { by: number; worth: number; all: boolean }): void => {
    for (let at = 0; at < list.length; at++) {
      const company = list[at] as number;
      const before = points[company] as number;
      if ((before === 0 && !all) || givenBy[company] === by) continue;
      givenBy[company] = by;
      points[company] = before + worth;
    }
  };
  return {
    choose(words) {
      if (points.length === 0) [points, givenBy] = [new Float32Array(file.companies), new Uint8Array(file.companies)];
      const naming: Uint32Array[] = [];
      let named = 0;
      let left: number = LIMITS.registerPostingsMax;
      for (const [at, { meant, companies, weight }] of readWords(words).entries()) {
        const all = named === 0 || named + companies <= LIMITS.registerNamedMax;
        for (const { word, worth } of meant) {
          if (left <= 0) break;
          const list = file.posting(word.id, left);
          left -= list.length;
          if (all) {
            naming.push(list);
            named += list.length;
          }
          give(list, { by: at + 1, worth: worth * weight, all });
        }
      }
      const best = bestOf(naming, points);
      for (const list of naming) {
        for (let at = 0; at < list.length; at++) points[list[at] as number] = givenBy[list[at] as number] = 0;
      }
      return best;
    },
    weightOf: (word) => weigh(file.count(word)),
  };
}

/** Returns the companies of these lists with the most points, in file order if they are equal. */
function bestOf(lists: readonly Uint32Array[], points: Float32Array): number[] {
  let most = 0;
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) most = Math.max(most, points[list[at] as number] as number);
  }
  if (most === 0) return [];
  const stepOf = (company: number): number => Math.floor(((points[company] as number) / most) * (STEPS - 1));
  const counts = new Uint32Array(STEPS);
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      const step = stepOf(list[at] as number);
      counts[step] = (counts[step] as number) + 1;
    }
  }
  let floor = STEPS - 1;
  // A company counts once per list here, so there may be fewer than wanted, but never too many to sort.
  for (let seen = counts[floor] as number; floor > 0 && seen < 2 * LIMITS.registerCandidatesMax; ) {
    floor -= 1;
    seen += counts[floor] as number;
  }
  const chosen = new Set<number>();
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) if (stepOf(list[at] as number) >= floor) chosen.add(list[at] as number);
  }
  const sorted = [...chosen].sort((a, b) => (points[b] as number) - (points[a] as number) || a - b);
  return sorted.slice(0, LIMITS.registerCandidatesMax);
}

function sum(words: readonly { word: RegisterWord }[]): number {
  return words.reduce((total, { word }) => total + word.companies, 0);
}
