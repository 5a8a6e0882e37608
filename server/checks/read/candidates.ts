import type { Box } from '../../../models/ports.ts';
import type { ReadField } from '../types.ts';
import type { PlacedWord } from './segments.ts';
import type { Values } from './values.ts';

/**
 * What vouches that a piece of print is the value of a field: that a valid machine-readable zone says the same; a label in words, or a bare
 * number as one; the place that the issuer gives it; the form of the whole line; the order of the days on it; that there is no other.
 */
export type Reader = 'known' | 'label' | 'number' | 'layout' | 'line' | 'order' | 'alone';

/** One reading of one field from a page's print. */
export interface Candidate {
  field: keyof Values;
  value: string;
  reader: Reader;
  /** 0..1, how surely this print is this field's, whatever its words say. */
  fit: number;
  /** The print that gave the value, at least one word. */
  words: readonly PlacedWord[];
}

/** `box`: around the print that gave the value, in pixels of the picture as it was turned to be read. */
export type PrintedField = Omit<ReadField, 'box'> & { box: Box };
export type PrintedFields = Partial<Record<keyof Values, PrintedField>>;

/** What its place alone vouches for, or was put right, is given with no more than this confidence. */
export const UNCERTAIN = 0.7;

/** 0..1, the mean of its words'. */
export function recognitionOf({ words }: Pick<Candidate, 'words'>): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}
