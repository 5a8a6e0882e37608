import { asciiWords, isWord, plain } from './documents-words.ts';
import { addressWords } from './registry-address.ts';
import type { Company } from './types.ts';

/** The rows that an address may be spread over. Rows of another column may lie between its own. */
const ROWS = 8;

/**
 * Whether the submitted address is on a document: most of its words within a few rows, including its postal code or its city, and a number of its
 * first line if that line has one (another house is another address). Null if neither a street nor a postal code was submitted.
 */
export function showsAddress(
  lines: readonly string[],
  address: Company['address'],
  { agreesFrom, tolerant }: { agreesFrom: number; tolerant: boolean },
): boolean | null {
  const { line1 = '', line2 = '', city = '', postal_code = '' } = address;
  const code = asciiWords(postal_code).join('');
  const street = wordsOf(`${line1} ${line2}`);
  if (street.size === 0 && code === '') return null;
  const cityWords = [...wordsOf(city)];
  const numbers = [...wordsOf(line1)].filter((word) => /\d/.test(word));
  const wanted = [...new Set([...street, ...cityWords])];
  const total = wanted.length + (code === '' ? 0 : 1);
  const rows = lines.map((line) => [...wordsOf(line)]);
  const rowsWith = new Map(
    wanted.map((word) => {
      const isIt = once((printed) => isWord(printed, word, tolerant));
      return [word, rows.map((words) => words.some(isIt))];
    }),
  );
  const rowsWithCode = lines.map((line) => code !== '' && asciiWords(line).join('').includes(code));
  return rows.some((_, from) => {
    const within = (found: readonly boolean[] | undefined): boolean =>
      found?.slice(from, from + ROWS).includes(true) ?? false;
    const has = (word: string): boolean => within(rowsWith.get(word));
    const hasCode = within(rowsWithCode);
    const found = wanted.filter(has).length + (hasCode ? 1 : 0);
    const placed = hasCode || (cityWords.length > 0 ? cityWords.every(has) : code === '');
    return found >= agreesFrom * total && placed && (numbers.length === 0 || numbers.some(has));
  });
}

/** Caches the result, because most words of a document appear many times. */
function once(test: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const now = test(word);
    known.set(word, now);
    return now;
  };
}

/** Whole address words first, then one spelling of umlauts. */
const wordsOf = (text: string): Set<string> => new Set([...addressWords(text, asciiWords)].map(plain));
