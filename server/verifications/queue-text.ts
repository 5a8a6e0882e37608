import type { QueueEntry } from './queue-entry.ts';
import type { QueueIndex } from './queue-index.ts';
import { foldedWords } from './subject-index.ts';

/** What a search text asks for. Each of these tests must hold. */
export interface TextSearch {
  passes(entry: QueueEntry): boolean;
  /** About how many records must be checked, by the rarest of its words. null: no word narrows the search. */
  size: number | null;
  /** Returns these records, in no order, each once. */
  candidates(): QueueEntry[];
}

const ID = /^(?:kyb_)?ver_/;
/** A whole id, which finds its record. */
const WHOLE_ID = /^(?:kyb_)?ver_[0-9a-z]{26}$/;

/**
 * Reads words that begin words of a name or of the reference, in any order, or an id, or its beginning. Returns null if the text asks for nothing.
 */
export function readText(index: QueueIndex, text: string): TextSearch | null {
  const parts = [...new Set(text.split(/\s+/))].filter((part) => part !== '');
  if (parts.length === 0) return null;
  const ids = parts.map((part) => part.toLowerCase()).filter((part) => ID.test(part));
  const given = parts.filter((part) => !ID.test(part.toLowerCase())).map(foldedWords);
  const words = given.flat();
  // No name consists of punctuation only.
  const none = given.some((of) => of.length === 0);
  const lists = [
    ...ids.filter((id) => WHOLE_ID.test(id)).map((id) => [listOf(index.find(id))]),
    ...words.map((word) => index.startingWith(word)),
  ];
  const shortest = none ? [] : lists.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0];
  const beginnings = words.map((word) => ` ${word}`);
  return {
    passes: (entry) =>
      !none &&
      ids.every((id) => entry.id.startsWith(id)) &&
      beginnings.every((beginning) => entry.words?.includes(beginning) ?? false),
    size: shortest === undefined ? null : sizeOf(shortest),
    candidates: () => [...new Set((shortest ?? []).flat())],
  };
}

const listOf = (entry: QueueEntry | undefined): QueueEntry[] => (entry ? [entry] : []);

function sizeOf(lists: readonly (readonly QueueEntry[])[]): number {
  let size = 0;
  for (const list of lists) size += list.length;
  return size;
}
