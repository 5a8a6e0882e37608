import anyAscii from 'any-ascii';
import { LIMITS } from '../../lib/limits.ts';
import { KIND_OF_WORD } from './tables.ts';
import { weightOf } from './weights.ts';
import { type NameSubject, type NameWord, type PreparedName, readKey, type WordKind, wordKey } from './word.ts';

/** The word that a key stands for. */
export function wordOf(key: string): NameWord {
  const { text, kind } = readKey(key);
  return { key, text, kind, weight: weightOf(text, kind), links: [] };
}

/**
 * The ways to read a name, the likeliest first: three at most, none where it has no letter or digit. At most
 * `LIMITS.searchWordsMax` words.
 */
export function readName(name: string, subject: NameSubject): PreparedName[] {
  const folded = anyAscii(name.normalize('NFKC')).toLowerCase().replace(/['`]/g, '');
  const texts = (folded.match(/[a-z0-9]+/g) ?? []).slice(0, LIMITS.searchWordsMax);
  if (texts.length === 0) return [];
  return [{ subject, words: texts.map((text) => wordOf(wordKey(text, kindOf(text), false))) }];
}

function kindOf(text: string): WordKind {
  if (/^\d+$/.test(text)) return 'number';
  return KIND_OF_WORD.get(text) ?? (text.length === 1 ? 'initial' : 'word');
}
