import type { PreparedName } from '../../names/word.ts';
import { SUBJECTS } from './data.ts';
import { NumberList } from './grow.ts';

/** Collects readings of names: words are numbered as they first appear, and equal readings are kept once. */
export class ReadingCollector {
  readonly keys: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly words = new NumberList();
  readonly starts = new NumberList();
  readonly subjects = new NumberList();
  /** Reading and name, alternating. */
  readonly uses = new NumberList();
  #table = new Uint32Array(1 << 12);

  constructor() {
    this.starts.push(0);
  }

  get count(): number {
    return this.subjects.length;
  }

  add(reading: PreparedName, place: number): void {
    const start = this.words.length;
    for (const word of reading.words) this.words.push(this.#numberOf(word.key));
    const subject = SUBJECTS.indexOf(reading.subject);
    const slot = this.#findSlot(start, subject);
    let known = (this.#table[slot] as number) - 1;
    if (known < 0) {
      known = this.count;
      this.#table[slot] = known + 1;
      this.subjects.push(subject);
      this.starts.push(this.words.length);
      if (this.count * 2 > this.#table.length) this.#growTable();
    } else {
      this.words.truncate(start);
    }
    this.uses.push(known);
    this.uses.push(place);
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }

  /** Returns where the table has the reading whose words begin at `start` and are the last, or the free slot for it. */
  #findSlot(start: number, subject: number): number {
    const end = this.words.length;
    const mask = this.#table.length - 1;
    let slot = this.#hash(start, end, subject) & mask;
    for (;;) {
      const reading = (this.#table[slot] as number) - 1;
      if (reading < 0 || this.#equals(reading, start, end, subject)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** FNV-1a over the words' numbers. */
  #hash(start: number, end: number, subject: number): number {
    let hash = 0x811c9dc5 ^ subject;
    for (let at = start; at < end; at++) {
      hash = Math.imul(hash ^ this.words.at(at), 0x01000193);
      hash ^= hash >>> 15;
    }
    return hash >>> 0;
  }

  #equals(reading: number, start: number, end: number, subject: number): boolean {
    const from = this.starts.at(reading);
    if (this.subjects.at(reading) !== subject || this.starts.at(reading + 1) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.words.at(at) !== this.words.at(from + at - start)) return false;
    return true;
  }

  #growTable(): void {
    this.#table = new Uint32Array(this.#table.length * 4);
    const mask = this.#table.length - 1;
    for (let reading = 0; reading < this.count; reading++) {
      const [start, end] = [this.starts.at(reading), this.starts.at(reading + 1)];
      let slot = this.#hash(start, end, this.subjects.at(reading)) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = reading + 1;
    }
  }
}
