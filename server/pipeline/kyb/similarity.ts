import type { Similarity } from '../../checks/kyb/registry-input.ts';
import { classOfLegalForm, findLegalForm } from '../../names/legal-forms.ts';
import { readName } from '../../names/prepare.ts';
import { scoreNames } from '../../names/score.ts';
import { toLatin } from '../../names/scripts/to-latin.ts';
import type { NameSubject } from '../../names/word.ts';

/** From this similarity two names belong to one owner. It is the threshold of a confirmed watchlist hit. */
const SAME_FROM = 0.9;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the similarity of two names, 0..1, by the comparison that searches the watchlists: any script, order and legal form. */
function nameSimilarity(a: string, b: string, subject: NameSubject): number {
  const readings = readName(b, subject);
  const scores = readName(a, subject).flatMap((x) => readings.map((y) => scoreNames(x, y).score));
  return Math.max(0, ...scores);
}

/** Whether a register and a submission mean the same owner by these names. */
export function sameName(a: string, b: string, type: 'person' | 'entity'): boolean {
  return nameSimilarity(a, b, type === 'entity' ? 'organisation' : 'person') >= SAME_FROM;
}

/** Compares names and words of companies as list screening compares them. */
export const SIMILARITY: Similarity = {
  names: (a, b) => nameSimilarity(a, b, 'organisation'),
  words: (text) => (toLatin(text)[0]?.words ?? []).map((word) => word.text),
  sameLegalForm(a, b) {
    if (squeeze(a) === squeeze(b)) return true;
    const [left, right] = [formOf(a), formOf(b)];
    if (left === null || right === null) return null;
    return left === right || classOfLegalForm(left) === classOfLegalForm(right);
  },
};

/** Returns the legal form that the whole text is. */
function formOf(text: string): string | null {
  const words = wordsOf(text);
  const found = findLegalForm(words, 0);
  return found?.count === words.length ? found.form.text : null;
}

const squeeze = (text: string): string => wordsOf(text).join('');
const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
