/**
 * An index of names as plain typed arrays: it can be passed between threads and written to a file unchanged. A name is identified by its place,
 * 0..size-1. A reading is one way to read a name; equal readings are kept once. Words are numbered by length, then by letters. `...Starts` has one
 * more number than there are lists: list i is `[starts[i], starts[i + 1])` of the accompanying array.
 */
export interface IndexData {
  algorithmVersion: number;
  /** The number of names that the index was built from. */
  size: number;
  /** Keys of the words, ASCII, one after the other. Each begins with the word's text. */
  wordBytes: Uint8Array;
  wordStarts: Uint32Array;
  textLengths: Uint8Array;
  /** 0..1 */
  wordWeights: Float64Array;
  /** See `costs.ts`. */
  wordSums: Uint8Array;
  wordLinkStarts: Uint32Array;
  wordLinks: Uint32Array;
  /** Words of one length are a group: the groups' lengths, where their words begin and where their letter planes begin. */
  groupLengths: Uint8Array;
  groupWords: Uint32Array;
  groupBlocks: Uint32Array;
  /** See `letter-planes.ts`. */
  planes: Uint32Array;
  /** Links in alphabetical order, and the words that have them, with those first whose key says more than their text. */
  linkBytes: Uint8Array;
  linkStarts: Uint32Array;
  linkWordStarts: Uint32Array;
  linkWords: Uint32Array;
  /** For each word the readings that have it. */
  postingStarts: Uint32Array;
  postings: Uint32Array;
  /** The words of each reading in order, and its subject (an index in `SUBJECTS`). */
  readingStarts: Uint32Array;
  readingWords: Uint32Array;
  readingSubjects: Uint8Array;
  /** For each reading the names with that reading. */
  placeStarts: Uint32Array;
  places: Uint32Array;
}

export const SUBJECTS = ['person', 'organisation', 'unknown'] as const;

/** Returns the memory of an index in bytes, without what searches need in addition. */
export function countBytes(data: IndexData): number {
  return Object.values(data).reduce((sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0);
}
