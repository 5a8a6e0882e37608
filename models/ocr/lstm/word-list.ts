import { ByteReader, unfit } from './byte-reader.ts';

/** The words of a language, from its data. */
export interface WordList {
  /** Returns whether a word is on the list, ignoring case and accents. */
  holds(word: string): boolean;
}

/** From Tesseract's `dawg.h`: `kDawgMagicNumber`, and the flags of an edge. */
const MAGIC = 42;
const FLAG = { lastOfNode: 1, backward: 2, wordEnds: 4 };
const FLAG_BITS = 3;
const HEAD_BYTES = 10;
const EDGE_BYTES = 8;
const SIGNS_MAX = 200_000;
/** The largest list has half a million. */
const EDGES_MAX = 8_000_000;
/** No list has a longer word. */
const LETTERS_MAX = 40;

/**
 * Reads a list of words as `SquishedDawg::write_squished_dawg` of Tesseract's `dawg.cpp` writes it: edges from node to node, each with a character,
 * those of a node next to each other. Throws `EngineError('unavailable')` if it is not one.
 *
 * @param texts the texts of its characters
 */
export function readWordList(file: Buffer, texts: readonly string[]): WordList {
  const reader = new ByteReader(file);
  const isList = reader.byte() === MAGIC && reader.byte() === 0;
  const signs = isList ? reader.size(SIGNS_MAX) : 0;
  const edges = signs > 0 ? reader.size(EDGES_MAX) : 0;
  if (edges === 0 || file.length < HEAD_BYTES + edges * EDGE_BYTES) throw unfit('its list of words is damaged');
  const signBits = Math.ceil(Math.log2(signs + 1));
  const letters = texts.map(plainLetters);
  const [signMask, nextFrom] = [2 ** signBits - 1, signBits + FLAG_BITS];
  const bytes = Buffer.from(file.subarray(HEAD_BYTES, HEAD_BYTES + edges * EDGE_BYTES));

  const continues = (word: string, from: number, node: number): boolean => {
    for (let edge = node; edge < edges; edge++) {
      const [low, high] = [bytes.readUInt32LE(edge * EDGE_BYTES), bytes.readUInt32LE(edge * EDGE_BYTES + 4)];
      const flags = low >>> signBits;
      if ((flags & FLAG.backward) !== 0) return false;
      const text = letters[low & signMask] ?? '';
      if (text !== '' && word.startsWith(text, from)) {
        const [to, next] = [from + text.length, (low >>> nextFrom) + high * 2 ** (32 - nextFrom)];
        if (to === word.length ? (flags & FLAG.wordEnds) !== 0 : next !== 0 && continues(word, to, next)) return true;
      }
      if ((flags & FLAG.lastOfNode) !== 0) return false;
    }
    return false;
  };
  return { holds: (word) => word !== '' && word.length <= LETTERS_MAX && continues(plainLetters(word), 0, 0) };
}

/** Converts to lower case, without accents. */
export function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
