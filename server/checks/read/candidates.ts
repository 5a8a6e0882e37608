import type { Box } from '../../../models/ports.ts';
import type { ReadField } from '../types.ts';
import type { PlacedWord } from './segments.ts';
import type { Values } from './values.ts';

/**
 * The evidence that printed text is the value of a field: a valid MRZ has the same value; a label in words, or a bare number as a
 * label; the place that the issuer gives it; the form of the whole line; the order of the days; that there is no other.
 */
export type Reader = 'known' | 'label' | 'number' | 'layout' | 'line' | 'order' | 'alone';

/** One reading of one field from a page's printed text. */
export interface Candidate {
  field: keyof Values;
  value: string;
  reader: Reader;
  /** How certain it is, 0..1, that this text belongs to this field, whatever its words. */
  fit: number;
  /** The words that gave the value, at least one. */
  words: readonly PlacedWord[];
}

/** `box`: around the words that gave the value, in pixels of the picture as it was turned to be read. */
export type PrintedField = Omit<ReadField, 'box'> & { box: Box };
export type PrintedFields = Partial<Record<keyof Values, PrintedField>>;

/** The highest confidence of a value that only its place supports, or that was repaired. */
export const UNCERTAIN = 0.7;

/** The mean of its words' confidences, 0..1. */
export function recognitionOf({ words }: Pick<Candidate, 'words'>): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}
