/**
 * Counts up with every change that can change a score: tables, weights, reading, similarity. Stands in every hit, and an
 * index built under another number is built anew.
 */
export const ALGORITHM_VERSION = 6;
