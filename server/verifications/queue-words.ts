import type { QueueEntry } from './queue-entry.ts';

/** The records by the words of their names and references. Personal data: in memory only. */
export interface QueueWords {
  /** `words`: as written by `searchableWords`. */
  add(entry: QueueEntry, words: string): void;
  remove(entry: QueueEntry, words: string): void;
  /** Returns lists of records with a word that begins with this text, one list per word. A record may be in several. */
  startingWith(beginning: string): (readonly QueueEntry[])[];
}

/** Words are indexed by this many first letters: few words begin with the same three. */
const HEAD = 3;

export function createQueueWords(): QueueWords {
  const byHead = new Map<string, Map<string, QueueEntry[]>>();
  return {
    add(entry, words) {
      for (const word of split(words)) {
        const head = word.slice(0, HEAD);
        const known = byHead.get(head) ?? new Map<string, QueueEntry[]>();
        byHead.set(head, known);
        const entries = known.get(word);
        if (entries) entries.push(entry);
        else known.set(word, [entry]);
      }
    },
    remove(entry, words) {
      for (const word of split(words)) {
        const known = byHead.get(word.slice(0, HEAD));
        const entries = known?.get(word) ?? [];
        const at = entries.lastIndexOf(entry);
        if (at >= 0) entries.splice(at, 1);
        if (entries.length === 0) known?.delete(word);
        if (known?.size === 0) byHead.delete(word.slice(0, HEAD));
      }
    },
    startingWith(beginning) {
      if (beginning.length >= HEAD) return within(byHead.get(beginning.slice(0, HEAD)), beginning);
      return [...byHead]
        .filter(([head]) => head.startsWith(beginning))
        .flatMap(([, known]) => within(known, beginning));
    },
  };
}

function within(known: Map<string, QueueEntry[]> | undefined, beginning: string): QueueEntry[][] {
  const found: QueueEntry[][] = [];
  for (const [word, entries] of known ?? []) if (word.startsWith(beginning)) found.push(entries);
  return found;
}

const split = (words: string): string[] => words.split(' ').filter((word) => word !== '');
