import { findMrz } from './find.ts';
import { parseMrz } from './parse.ts';
import type { MrzParsed, MrzRead, ReadLine } from './types.ts';

/** Finds the machine-readable zone among the lines of a page and takes it apart. `today` is YYYY-MM-DD. */
export function readMrz(lines: readonly ReadLine[], today: string): MrzRead | null {
  const found = findMrz(lines);
  const parsed: MrzParsed | null = found && parseMrz(found.lines, today);
  return found && parsed && { ...parsed, confidence: found.confidence, repaired: found.repaired };
}
