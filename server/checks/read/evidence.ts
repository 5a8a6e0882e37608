import type { Box } from '../../../models/ports.ts';
import { boxAround, type PlacedWord } from './segments.ts';

/** What one place of the print says. */
export interface Evidence {
  value: string;
  /** 0..1, the mean of its words'. */
  confidence: number;
  /** In pixels of the picture as it was turned to be read. */
  box: Box;
}

export function evidenceOf(value: string, words: readonly PlacedWord[]): Evidence {
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
  return { value, confidence, box: boxAround(words.map(({ shown }) => shown)) };
}

/** What was read although it is unsure, or follows from the order of things alone, is given with no more than this. */
const UNSURE = 0.7;

export const unsure = (of: Evidence): Evidence => ({ ...of, confidence: Math.min(of.confidence, UNSURE) });
