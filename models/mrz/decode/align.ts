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

/**
 * The best way to take `scan` as `length` characters at an even pitch: for each pitch, the best chain of places by
 * dynamic programming (as in Viterbi's algorithm), each place at its best character's log probability. Null where the
 * strip is too short.
 */
export function alignLine(scan: Scan, length: number): Aligned | null {
  let best: Chain | null = null;
  for (const pitch of PITCHES) {
    const chain = bestChain(scan, length, pitch);
    if (chain && (!best || chain.score > best.score)) best = chain;
  }
  return best && { ...best, logs: best.places.map((place) => charactersAt(scan, place)) };
}

interface Chain {
  places: number[];
  score: number;
}

function bestChain({ places, best }: Scan, length: number, pitch: number): Chain | null {
  const steps = stepsOf(pitch);
  if (places < length * (steps[0]?.step ?? 1)) return null;
  let scores = best.map((log) => log + REWARD);
  const from: Int8Array[] = [];
  for (let i = 1; i < length; i++) {
    const next = new Float32Array(places).fill(-Infinity);
    const came = new Int8Array(places);
    for (const { step, cost } of steps) {
      for (let place = step; place < places; place++) {
        const score = (scores[place - step] ?? -Infinity) - cost;
        if (score <= (next[place] ?? 0)) continue;
        next[place] = score;
        came[place] = step;
      }
    }
    for (let place = 0; place < places; place++) next[place] = (next[place] ?? 0) + (best[place] ?? 0) + REWARD;
    from.push(came);
    scores = next;
  }
  return traceBack(scores, from);
}

function stepsOf(pitch: number): { step: number; cost: number }[] {
  const out = [];
  for (let step = Math.ceil((pitch * (1 - SLACK)) / STEP); step <= (pitch * (1 + SLACK)) / STEP; step++) {
    out.push({ step, cost: SLACK_COST * ((step * STEP) / pitch - 1) ** 2 });
  }
  return out;
}

function traceBack(scores: Float32Array, from: readonly Int8Array[]): Chain | null {
  const score = scores.reduce((top, value) => Math.max(top, value), -Infinity);
  if (score === -Infinity) return null;
  let place = scores.indexOf(score);
  const places = [place];
  for (const came of from.toReversed()) {
    place -= came[place] ?? 0;
    places.unshift(place);
  }
  return { places, score };
}

function charactersAt({ logs }: Scan, place: number): Float32Array {
  const own = logs.slice(place * CLASSES, place * CLASSES + NONE);
  const total = Math.log(own.reduce((sum, log) => sum + Math.exp(log), 0));
  return own.map((log) => log - total);
}
