import { LAYOUTS, type Layout } from '../layout.ts';
import type { LineStrip } from '../locate/strip.ts';
import type { Aligned } from './align.ts';
import { type Decoded, decodeMrz } from './decode.ts';

/** An MRZ read from some lines of a band. */
export interface Candidate extends Decoded {
  strips: LineStrip[];
  /** For each line, the positions of its characters' middles in its strip (`Aligned`). */
  places: number[][];
  /** Mean logarithm of the characters' probabilities before any correction: how much it resembles an MRZ. */
  clarity: number;
  /** The same for the final characters: how much it resembles an MRZ of its format. */
  fit: number;
  total: number;
}

/** Below this clarity, the lines are other text, or upside down, even if their check digits match by chance. */
const CLARITY_MIN = -0.55;
/**
 * The same after all corrections: lines below this are other text, forced into the form of an MRZ. Of 435 drawn MRZs in poor pictures, those read
 * right have -0.2 and more, those with an end cut off -0.8; tables, codes and texts in print of even pitch have -1 at most.
 */
const FIT_MIN = -0.85;
export function isMrz({ clarity, fit }: Candidate): boolean {
  return clarity >= CLARITY_MIN && fit >= FIT_MIN;
}

/** Returns whether its check digits are right, and every character is at least this probable. */
export function isSettled({ valid, probabilities }: Candidate, probabilityMin: number): boolean {
  return valid && Math.min(...probabilities.flat()) >= probabilityMin;
}

/** For each width, every line of a band read as that many characters. */
export type AlignedLines = ReadonlyMap<number, readonly (Aligned | null)[]>;

/** Tries the formats whose lines fit best first, so that most others need not be read to the end. */
export function bestCandidate(strips: readonly LineStrip[], aligned: AlignedLines): Candidate | null {
  const fitting = LAYOUTS.flatMap((layout) => chooseLines(aligned.get(layout.width) ?? [], layout) ?? []);
  let best: Candidate | null = null;
  for (const chosen of fitting.toSorted((a, b) => b.evenness - a.evenness)) {
    const candidate = toCandidate(chosen, strips, best?.total ?? -Infinity);
    if (candidate && (!best || candidate.total > best.total)) best = candidate;
  }
  return best;
}

/** Lines chosen for a format. */
interface Chosen {
  layout: Layout;
  /** The index of the first line in the band. */
  from: number;
  lines: Aligned[];
  /** The score of all lines together, as `score` in `Aligned`. */
  evenness: number;
}

/** Returns the neighbouring lines, as many as the format has, that fit its width best. */
function chooseLines(all: readonly (Aligned | null)[], layout: Layout): Chosen | null {
  const count = layout.masks.length;
  let best: Chosen | null = null;
  for (let from = 0; from + count <= all.length; from++) {
    const lines = all.slice(from, from + count).filter((line) => line !== null);
    const evenness = lines.reduce((sum, line) => sum + line.score, 0);
    if (lines.length === count && (!best || evenness > best.evenness)) best = { layout, from, lines, evenness };
  }
  return best;
}

/** Returns null if its total cannot exceed `totalOver`. */
function toCandidate(
  { layout, from, lines, evenness }: Chosen,
  strips: readonly LineStrip[],
  totalOver: number,
): Candidate | null {
  const logs = lines.map((line) => line.logs);
  const decoded = decodeMrz(logs, layout, totalOver - evenness);
  if (!decoded) return null;
  const characters = lines.length * layout.width;
  const own = strips.slice(from, from + lines.length);
  return {
    ...decoded,
    strips: own,
    places: lines.map((line) => line.places),
    clarity: decoded.clarity / characters,
    fit: decoded.fit / characters,
    total: evenness + decoded.score,
  };
}
