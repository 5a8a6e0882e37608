import { type NameWord, readKey } from '../../names/word.ts';
import type { IndexData } from './data.ts';

/** The number of words kept ready, about 200 bytes each. All are dropped when there are more. */
const WORDS_KEPT = 20_000;
const NO_LINKS: readonly string[] = [];

/** The words of an index, by number. */
export class Vocabulary {
  readonly data: IndexData;
  readonly size: number;
  readonly #wordBytes: Buffer;
  readonly #linkBytes: Buffer;
  readonly #words = new Map<number, NameWord>();

  constructor(data: IndexData) {
    this.data = data;
    this.#wordBytes = viewBytes(data.wordBytes);
    this.#linkBytes = viewBytes(data.linkBytes);
    this.size = data.textLengths.length;
  }

  /** Returns the same as `wordOf` for the word's key. */
  wordAt(id: number): NameWord {
    const known = this.#words.get(id);
    if (known) return known;
    const { wordStarts, wordWeights } = this.data;
    const key = this.#read(this.#wordBytes, wordStarts[id] as number, wordStarts[id + 1] as number);
    const { text, kind } = readKey(key);
    const word = { key, text, kind, weight: wordWeights[id] as number, links: this.#linksAt(id) };
    if (this.#words.size >= WORDS_KEPT) this.#words.clear();
    this.#words.set(id, word);
    return word;
  }

  #linksAt(id: number): readonly string[] {
    const { wordLinkStarts, wordLinks, linkStarts } = this.data;
    const [from, to] = [wordLinkStarts[id] as number, wordLinkStarts[id + 1] as number];
    if (from === to) return NO_LINKS;
    const links: string[] = [];
    for (let at = from; at < to; at++) {
      const link = wordLinks[at] as number;
      links.push(this.#read(this.#linkBytes, linkStarts[link] as number, linkStarts[link + 1] as number));
    }
    return links;
  }

  textAt(id: number): string {
    const start = this.data.wordStarts[id] as number;
    return this.#read(this.#wordBytes, start, start + (this.data.textLengths[id] as number));
  }

  #read(bytes: Buffer, start: number, end: number): string {
    return bytes.toString('latin1', start, end);
  }

  firstLetter(id: number): number {
    return this.data.wordBytes[this.data.wordStarts[id] as number] as number;
  }

  /** Whether its key says more than its text. */
  isMarked(id: number): boolean {
    const { wordStarts, textLengths } = this.data;
    return (wordStarts[id + 1] as number) - (wordStarts[id] as number) > (textLengths[id] as number);
  }

  wordsOf(reading: number): NameWord[] {
    const { readingStarts, readingWords } = this.data;
    const words: NameWord[] = [];
    const end = readingStarts[reading + 1] as number;
    for (let at = readingStarts[reading] as number; at < end; at++) words.push(this.wordAt(readingWords[at] as number));
    return words;
  }

  /** Returns the first and the last but one of the words of this text, of any kind, or an empty range if there is none. */
  findText(text: string): [number, number] {
    const { groupLengths, groupWords } = this.data;
    const group = groupLengths.indexOf(text.length);
    if (group < 0) return [0, 0];
    return this.findPrefix(text, groupWords[group] as number, groupWords[group + 1] as number);
  }

  /** Returns the words `[from, to)`, all of one length, that begin with these letters. */
  findPrefix(prefix: string, from: number, to: number): [number, number] {
    const start = this.#bound(prefix, from, to, false);
    return [start, this.#bound(prefix, start, to, true)];
  }

  /** Returns the first word of `[from, to)` after all words before the prefix, or (`past`) after those with it. */
  #bound(prefix: string, from: number, to: number, past: boolean): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#compare(middle, prefix);
      if (order < 0 || (past && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(id: number, prefix: string): number {
    const start = this.data.wordStarts[id] as number;
    return compareBytes(this.data.wordBytes, start, start + (this.data.textLengths[id] as number), prefix);
  }

  /** Returns the words that have a link. */
  findLink(link: string): Uint32Array {
    const { linkBytes, linkStarts, linkWordStarts, linkWords } = this.data;
    let [low, high] = [0, linkStarts.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const [start, end] = [linkStarts[middle] as number, linkStarts[middle + 1] as number];
      const order = compareBytes(linkBytes, start, end, link) || end - start - link.length;
      if (order === 0) return linkWords.subarray(linkWordStarts[middle], linkWordStarts[middle + 1]);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return linkWords.subarray(0, 0);
  }
}

/** Returns a number below 0 if the bytes come before the text in alphabetical order, 0 if they begin with it. */
function compareBytes(bytes: Uint8Array, start: number, end: number, text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (start + at >= end) return -1;
    const order = (bytes[start + at] as number) - text.charCodeAt(at);
    if (order !== 0) return order;
  }
  return 0;
}

function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
