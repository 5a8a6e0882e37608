import type { Likeness } from '../../checks/kyb/registry-input.ts';
import { classOfLegalForm, findLegalForm } from '../../screening/names/legal-forms.ts';
import { readName } from '../../screening/names/prepare.ts';
import { scoreNames } from '../../screening/names/score.ts';
import { toLatin } from '../../screening/names/scripts/to-latin.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Names and words of companies compared as the screening of lists compares them. */
export const LIKENESS: Likeness = {
  names(a, b) {
    const readings = readName(b, 'organisation');
    const scores = readName(a, 'organisation').flatMap((x) => readings.map((y) => scoreNames(x, y).score));
    return Math.max(0, ...scores);
  },
  words: (text) => (toLatin(text)[0]?.words ?? []).map((word) => word.text),
  sameLegalForm(a, b) {
    if (squeeze(a) === squeeze(b)) return true;
    const [left, right] = [formOf(a), formOf(b)];
    if (left === null || right === null) return null;
    return left === right || classOfLegalForm(left) === classOfLegalForm(right);
  },
};

/** The legal form that a text is as a whole. */
function formOf(text: string): string | null {
  const words = wordsOf(text);
  const found = findLegalForm(words, 0);
  return found?.count === words.length ? found.form.text : null;
}

const squeeze = (text: string): string => wordsOf(text).join('');
const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
