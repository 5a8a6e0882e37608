/**
 * An index of names as plain typed arrays: it can be passed between threads and written to a file as it is. A name is
 * known by its place, 0..size-1. A reading is one way to read a name; equal readings are kept once. Words are
 * numbered in the order of their length, then of their letters. `...Starts` has one number more than there are lists:
 * list i is `[starts[i], starts[i + 1])` of the array beside it.
 */
export interface IndexData {
  algorithmVersion: number;
  /** Names that the index was built from. */
  size: number;
  /** Keys of the words, ASCII, one after the other; each begins with the word's text. */
  wordBytes: Uint8Array;
  wordStarts: Uint32Array;
  textLengths: Uint8Array;
  /** 0..1 */
  wordWeights: Float64Array;
  /** See `costs.ts`. */
  wordSums: Uint8Array;
  wordLinkStarts: Uint32Array;
  wordLinks: Uint32Array;
  /**
   * Words of one length are a group. The groups' lengths, where their words begin and where their letter planes
   * begin.
   */
  groupLengths: Uint8Array;
  groupWords: Uint32Array;
  groupBlocks: Uint32Array;
  /** See `letter-planes.ts`. */
  planes: Uint32Array;
  /** Links in alphabetical order, and the words that have them: first those whose key says more than their text. */
  linkBytes: Uint8Array;
  linkStarts: Uint32Array;
  linkWordStarts: Uint32Array;
  linkWords: Uint32Array;
  /** For each word the readings that have it. */
  postingStarts: Uint32Array;
  postings: Uint32Array;
  /** The words of each reading in their order, and what it is the name of (a place in `SUBJECTS`). */
  readingStarts: Uint32Array;
  readingWords: Uint32Array;
  readingSubjects: Uint8Array;
  /** For each reading the names that read so. */
  placeStarts: Uint32Array;
  places: Uint32Array;
}

export const SUBJECTS = ['person', 'organisation', 'unknown'] as const;

/** What an index takes in memory, without what searches need beside it. */
export function countBytes(data: IndexData): number {
  return Object.values(data).reduce((sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0);
}
