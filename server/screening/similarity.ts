import { assert } from '../lib/assert.ts';

/** Longer words are compared by their first letters only. */
const WORD_CHARS_MAX = 48;
const WIDTH = WORD_CHARS_MAX + 1;
const ROWS = [new Uint8Array(WIDTH), new Uint8Array(WIDTH), new Uint8Array(WIDTH)] as const;
const OVER = 255;

/**
 * How many edits two words of these lengths may be apart and still count as one word written twice: none below three
 * letters, where every edit makes another name; then one, from six letters two, from eleven three.
 */
export function editsAllowed(lengthA: number, lengthB: number): number {
  const length = Math.min(lengthA, lengthB);
  if (length < 3) return 0;
  if (length < 6) return 1;
  return length < 11 ? 2 : 3;
}

/**
 * Edits between two ASCII words (insert, delete, replace, swap of neighbours; the "optimal string alignment" form of
 * Damerau and Levenshtein), or 255 where there are more than `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  assert(max < OVER, 'the bound fits a byte');
  const rows = Math.min(a.length, WORD_CHARS_MAX);
  const columns = Math.min(b.length, WORD_CHARS_MAX);
  if (Math.abs(rows - columns) > max) return OVER;
  let [before, last, row] = ROWS as readonly [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= columns; j++) last[j] = j;
  for (let i = 1; i <= rows; i++) {
    row[0] = i;
    let best = i;
    for (let j = 1; j <= columns; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let edits = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2);
      if (swapped && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) edits = Math.min(edits, at(before, j - 2) + 1);
      row[j] = edits;
      if (edits < best) best = edits;
    }
    if (best > max) return OVER;
    [before, last, row] = [last, row, before];
  }
  const edits = at(last, columns);
  return edits > max ? OVER : edits;
}

/**
 * How alike two words are, 0..1: 1 where equal, 0 where more edits apart than `editsAllowed`, between them the share of
 * letters kept, raised by a tenth of the rest for each letter of a common start (as Winkler does; four at most).
 * Words with digits are equal or nothing.
 */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const max = editsAllowed(a.length, b.length);
  if (max === 0 || Math.abs(a.length - b.length) > max || /\d/.test(a) || /\d/.test(b)) return 0;
  const edits = editDistance(a, b, max);
  if (edits === OVER) return 0;
  return gradeEdits(a, b, edits);
}

function gradeEdits(a: string, b: string, edits: number): number {
  const kept = 1 - edits / Math.max(a.length, b.length);
  let prefix = 0;
  while (prefix < 4 && a[prefix] === b[prefix]) prefix += 1;
  return kept + (1 - kept) * 0.1 * prefix;
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? OVER;
}
