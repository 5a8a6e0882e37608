import { CLASSES, NONE, PITCH } from '../net/shape.ts';
import { bestChain, type Chain, createChains, findChains, KERNEL, type Step } from './chains.ts';
import type { Scan } from './sample.ts';
import { STEP } from './window.ts';

/** A strip read as a line of a given number of characters. */
export interface Aligned {
  /** The positions of the characters' middles in the scan. */
  places: number[];
  /** For each character, the logarithms of the probabilities of `CHARACTERS`, assuming that one is there. */
  logs: Float32Array[];
  /** Higher is better, and comparable between lengths. */
  score: number;
}

/** Pitches to try, in pixels: the finder of the MRZ leaves these differences in size. */
const PITCHES = Array.from({ length: 25 }, (_, i) => PITCH * (0.7 + 0.025 * i));
/** The distance between two neighbours may differ from the pitch by this share: paper bends, lenses distort. */
const SLACK = 0.14;
/** The cost of that, per squared difference in pitches. */
const SLACK_COST = 30;
/** The reward for each character, so that the longer of two fitting lengths wins, and a blank never pays off. */
const REWARD = 1.6;
/** Pitches closer than this, in pixels, count as nearly the same. */
const PITCH_NEAR = 0.05 * PITCH;
/** Lines of one MRZ begin within this distance of each other, in pitches. */
const NEAR = 0.5;

/** Where a line is searched; by default anywhere and at every pitch. */
export interface AlignOptions {
  /** The position near which the first character must be. */
  near?: number;
  /** The approximate distance between characters in pixels. */
  pitch?: number;
}

/** Returns the best reading of `scan` as a line of each of `lengths` (`chainsOf`), with its characters. */
export function alignLine(scan: Scan, lengths: readonly number[], options?: AlignOptions): (Aligned | null)[] {
  return chainsOf(scan, lengths, options).map((chain) => chain && toAligned(scan, chain));
}

export function toAligned(scan: Scan, chain: Chain): Aligned {
  return { ...chain, logs: chain.places.map((place) => charactersAt(scan, place)) };
}

/**
 * Returns, for each of `lengths`, the best reading of `scan` as that many characters at an even pitch: for each pitch,
 * dynamic programming finds the best chain of positions, each with its best character's log probability. null if the
 * strip is too short. A chain begins like every longer one, so all lengths are found at once.
 */
export function chainsOf(scan: Scan, lengths: readonly number[], { near, pitch }: AlignOptions = {}): (Chain | null)[] {
  using scratch = KERNEL.borrow();
  const earns = scan.best.map((log) => log + REWARD);
  const begins = near === undefined ? earns : earns.map((log, i) => (isNear(i, near) ? log : -Infinity));
  const chains = createChains(scratch, earns, Math.max(...lengths));
  const best: (Chain | null)[] = lengths.map(() => null);
  for (const steps of stepsNear(pitch)) {
    const longest = Math.min(chains.lengthMax, Math.floor(scan.places / (steps[0]?.step ?? 1)));
    if (longest > 0) findChains(chains, steps, begins, longest);
    for (const [i, length] of lengths.entries())
      if (length <= longest) best[i] = bestChain(chains, steps, length, best[i]?.score ?? -Infinity) ?? best[i] ?? null;
  }
  return best;
}

function isNear(place: number, near: number): boolean {
  return Math.abs(place - near) * STEP <= NEAR * PITCH;
}

/** The steps from one character to the next at each of `PITCHES`, the shortest first. */
const STEPS = PITCHES.map(stepsOf);

/** Returns the steps of the pitches near `pitch`, or of all. */
function stepsNear(pitch: number | undefined): Step[][] {
  return pitch === undefined ? STEPS : STEPS.filter((_, i) => Math.abs((PITCHES[i] as number) - pitch) <= PITCH_NEAR);
}

function stepsOf(pitch: number): Step[] {
  const out: Step[] = [];
  for (let step = Math.ceil((pitch * (1 - SLACK)) / STEP); step <= (pitch * (1 + SLACK)) / STEP; step++) {
    out.push({ step, cost: Math.fround(SLACK_COST * ((step * STEP) / pitch - 1) ** 2) });
  }
  return out;
}

function charactersAt({ logs }: Scan, place: number): Float32Array {
  const own = logs.slice(place * CLASSES, place * CLASSES + NONE);
  let sum = 0;
  for (let i = 0; i < own.length; i++) sum += Math.exp(own[i] as number);
  const total = Math.log(sum);
  for (let i = 0; i < own.length; i++) own[i] = (own[i] as number) - total;
  return own;
}
