import { CLASSES, NONE, PITCH } from '../net/shape.ts';
import { type Scan, STEP } from './scan.ts';

/** A strip taken as a line of so many characters. */
export interface Aligned {
  /** Places of the scan where the characters' middles are. */
  places: number[];
  /** Of each character the logarithms of the probabilities of `CHARACTERS`, given that one is there. */
  logs: Float32Array[];
  /** Higher is better, and comparable between lengths. */
  score: number;
}

/** Pitches that are tried, in pixels: what the finder of the zone leaves of differences in size. */
const PITCHES = Array.from({ length: 25 }, (_, i) => PITCH * (0.7 + 0.025 * i));
/** Two neighbours may be nearer or farther than the pitch by this part of it: paper bends, lenses distort. */
const SLACK = 0.14;
/** What it costs that they are, for the square of the difference in pitches. */
const SLACK_COST = 30;
/** What each character earns: so that of two lengths that both fit, the longer wins, and a blank never pays. */
const REWARD = 1.6;
/** Lines of one zone begin below one another: nearer than this, in pitches. */
const NEAR = 0.5;

/**
 * For each of `lengths`, the best way to take `scan` as so many characters at an even pitch: for each pitch, the best chain
 * of places by dynamic programming (as in Viterbi's algorithm), each place at its best character's log probability. Null
 * where the strip is too short. A chain begins as every longer one does, so that all lengths are found at once. `near`: the place
 * near which the first character must stand; anywhere unless told.
 */
export function alignLine(scan: Scan, lengths: readonly number[], near?: number): (Aligned | null)[] {
  const best: (Chain | null)[] = lengths.map(() => null);
  const search = createSearch(scan, Math.max(...lengths));
  const begins = near === undefined ? search.earns : search.earns.map((log, i) => (isNear(i, near) ? log : -Infinity));
  for (const pitch of PITCHES) {
    const steps = stepsOf(pitch);
    const longest = Math.min(search.lengthMax, Math.floor(scan.places / (steps[0]?.step ?? 1)));
    search.scores.set(begins);
    for (let length = 2; length <= longest; length++) {
      lengthen(search, steps, length);
      const at = lengths.indexOf(length);
      if (at >= 0) best[at] = betterChain(search, length, best[at] ?? null);
    }
  }
  return best.map((chain) => chain && { ...chain, logs: chain.places.map((place) => charactersAt(scan, place)) });
}

function isNear(place: number, near: number): boolean {
  return Math.abs(place - near) * STEP <= NEAR * PITCH;
}

interface Chain {
  places: number[];
  score: number;
}

/** What is used again for each pitch. */
interface Search {
  lengthMax: number;
  places: number;
  /** Of each place, what a character there earns. */
  earns: Float64Array;
  /** Of each length and place, the step that led there. */
  came: Int8Array;
  scores: Float32Array;
  next: Float32Array;
}

function createSearch({ places, best }: Scan, lengthMax: number): Search {
  const scores = new Float32Array(places);
  return {
    lengthMax,
    places,
    earns: Float64Array.from(best, (log) => log + REWARD),
    came: new Int8Array(places * lengthMax),
    scores,
    next: new Float32Array(places),
  };
}

/** One character more for every chain. */
function lengthen(search: Search, steps: readonly Step[], length: number): void {
  const { places, earns, came, scores, next } = search;
  const base = (length - 1) * places;
  // No chain that is one character shorter ends before this place.
  const first = (length - 2) * (steps[0]?.step ?? 1);
  next.fill(-Infinity);
  for (const { step, cost } of steps) {
    for (let place = first + step; place < places; place++) {
      const score = (scores[place - step] as number) - cost;
      if (score <= (next[place] as number)) continue;
      next[place] = score;
      came[base + place] = step;
    }
  }
  for (let place = 0; place < places; place++) next[place] = (next[place] as number) + (earns[place] as number);
  [search.scores, search.next] = [next, scores];
}

interface Step {
  step: number;
  cost: number;
}

function stepsOf(pitch: number): Step[] {
  const out: Step[] = [];
  for (let step = Math.ceil((pitch * (1 - SLACK)) / STEP); step <= (pitch * (1 + SLACK)) / STEP; step++) {
    out.push({ step, cost: SLACK_COST * ((step * STEP) / pitch - 1) ** 2 });
  }
  return out;
}

function betterChain(search: Search, length: number, best: Chain | null): Chain | null {
  const { scores } = search;
  let last = 0;
  for (let place = 1; place < scores.length; place++)
    if ((scores[place] as number) > (scores[last] as number)) last = place;
  const score = scores[last] ?? -Infinity;
  return score > (best?.score ?? -Infinity) ? { places: traceBack(search, length, last), score } : best;
}

function traceBack({ came, places: width }: Search, length: number, last: number): number[] {
  const places = [last];
  for (let i = length - 1, place = last; i > 0; i--) {
    place -= came[i * width + place] as number;
    places.push(place);
  }
  return places.reverse();
}

function charactersAt({ logs }: Scan, place: number): Float32Array {
  const own = logs.slice(place * CLASSES, place * CLASSES + NONE);
  const total = Math.log(own.reduce((sum, log) => sum + Math.exp(log), 0));
  return own.map((log) => log - total);
}
