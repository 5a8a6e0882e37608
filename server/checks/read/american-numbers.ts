import { readAmericanDate } from './american-dates.ts';
import type { AmericanIssuer } from './american-issuers.ts';
import type { Candidate } from './candidates.ts';
import { fold } from './fold.ts';
import { type PlacedWord, runsOf, type Segment } from './segments.ts';

const NUMBER_LABEL = /\b(?:dl|dln|ol|0l|lic|id|no|number|identifier|4d|4a|44|40|ad|adlno|uscis)\b/;
/** Where the issuer is not known. */
const ANY_NUMBER = '999999999, A99999999, A9999999, 99999999, 9999999, 999999999999, A999999999999';
/** Letters that are read for figures, and the other way round. */
const AS_FIGURE: Record<string, string> = { O: '0', D: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', B: '8', G: '6' };
const AS_LETTER: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '8': 'B', '6': 'G' };
/** A number in the issuer's form is sure behind its label, or where there is no other; one that was put right is not. */
const LABELLED_FIT = 0.97;
const ONLY_FIT = 0.95;
const UNSURE_FIT = 0.8;
/** Of several such numbers the largest print is likelier. */
const SMALLER_FIT = 0.75;

/** Numbers in a form of the issuer's own; those with a label before the others, then the largest print. */
export function numbersOf(
  segments: readonly Segment[],
  issuer: AmericanIssuer | null,
  block: readonly Segment[],
): Candidate[] {
  const forms = (issuer?.numbers ?? ANY_NUMBER).split(', ');
  const inAddress = new Set(block.flatMap(({ words }) => words));
  const found = segments.flatMap((segment) => {
    const words = segment.words.filter((word) => !inAddress.has(word));
    if (/\b(?:dd|rev)\b/.test(fold(segment.text))) return [];
    return runsOf(words).flatMap((run) => {
      const text = run.map((word) => word.text).join('');
      const number = readAmericanDate(text) ? null : inForm(text, forms);
      if (!number) return [];
      const isLabelled = NUMBER_LABEL.test(fold(textBefore(segment, run)));
      if (!isLabelled && (number.repaired || issuer === null)) return [];
      return [{ ...number, run, isLabelled, height: Math.max(...run.map(({ box }) => box.height)) }];
    });
  });
  const isOnly = new Set(found.map(({ value }) => value)).size === 1;
  const largest = Math.max(...found.map(({ height }) => height));
  return found.map(({ value, repaired, run, isLabelled, height }): Candidate => {
    const unsure = height === largest ? UNSURE_FIT : SMALLER_FIT;
    const fit = repaired ? unsure : isLabelled ? LABELLED_FIT : isOnly ? ONLY_FIT : unsure;
    return { field: 'document_number', value, reader: 'layout', fit, words: run };
  });
}

/** The number as its form has it, without spaces and dashes; null: it is of none of the forms. */
function inForm(text: string, forms: readonly string[]): { value: string; repaired: boolean } | null {
  const bare = text.replace(/^[^A-Z0-9]+|[^A-Z0-9]+$/g, '').replace(/[\s-]/g, '');
  if (!/^[A-Z0-9]{5,}$/.test(bare)) return null;
  const fits = (value: string, form: string): boolean =>
    value.length === form.length && [...form].every((kind, i) => /\d/.test(value[i] ?? '') === (kind === '9'));
  if (forms.some((form) => fits(bare, form))) return { value: bare, repaired: false };
  for (const form of forms.filter(({ length }) => length === bare.length)) {
    const value = [...form].map((kind, i) => putRight(bare[i] ?? '', kind)).join('');
    if (fits(value, form)) return { value, repaired: true };
  }
  return null;
}

const putRight = (sign: string, kind: string): string => (kind === '9' ? AS_FIGURE[sign] : AS_LETTER[sign]) ?? sign;

function textBefore({ words }: Segment, [first]: readonly PlacedWord[]): string {
  const at = first ? words.indexOf(first) : 0;
  return words
    .slice(0, Math.max(0, at))
    .map(({ text }) => text)
    .join(' ');
}
