import { CLASSES, NONE, PITCH } from '../net/shape.ts';
import { bestChain, type Chain, createChains, findChains, KERNEL, type Step } from './chains.ts';
import type { Scan } from './sample.ts';
import { STEP } from './window.ts';

/** A strip taken as a line of so many characters. */
export interface Aligned {
  /** Places of the scan where the characters' middles are. */
  places: number[];
  /** Of each character the logarithms of the probabilities of `CHARACTERS`, given that one is there. */
  logs: Float32Array[];
  /** Higher is better, and comparable between lengths. */
  score: number;
}

/** Pitches that are tried, in pixels: what the finder of the MRZ leaves of differences in size. */
const PITCHES = Array.from({ length: 25 }, (_, i) => PITCH * (0.7 + 0.025 * i));
/** Two neighbours may be nearer or farther than the pitch by this part of it: paper bends, lenses distort. */
const SLACK = 0.14;
/** What it costs that they are, for the square of the difference in pitches. */
const SLACK_COST = 30;
/** What each character earns: so that of two lengths that both fit, the longer wins, and a blank never pays. */
const REWARD = 1.6;
/** Pitches that differ by less, in pixels, are nearly the same. */
const PITCH_NEAR = 0.05 * PITCH;
/** Lines of one MRZ begin below one another: nearer than this, in pitches. */
const NEAR = 0.5;

/** Where a line is looked for; anywhere and at every pitch unless told. */
export interface AlignOptions {
  /** The place near which the first character must stand. */
  near?: number;
  /** Pixels from character to character, which are about so many. */
  pitch?: number;
}

/** The best way to take `scan` as a line of each of `lengths` (`chainsOf`), with what stands there. */
export function alignLine(scan: Scan, lengths: readonly number[], options?: AlignOptions): (Aligned | null)[] {
  return chainsOf(scan, lengths, options).map((chain) => chain && toAligned(scan, chain));
}

export function toAligned(scan: Scan, chain: Chain): Aligned {
  return { ...chain, logs: chain.places.map((place) => charactersAt(scan, place)) };
}

/**
 * For each of `lengths`, the best way to take `scan` as so many characters at an even pitch: for each pitch, the best chain
 * of places by dynamic programming, each place at its best character's log probability. Null if the strip is too short. A chain begins
 * as every longer one does, so that all lengths are found at once.
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

/** From one character to the next at each of `PITCHES`, the shortest first. */
const STEPS = PITCHES.map(stepsOf);

/** Of the pitches that are nearly `pitch`, or of all. */
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
