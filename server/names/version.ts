/**
 * Increases with every change that can change a score: tables, weights, reading, similarity. Every hit records it, and an index
 * built under another number is built again.
 */
export const ALGORITHM_VERSION = 7;
