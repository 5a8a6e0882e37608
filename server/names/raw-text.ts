import { findLegalForm } from './legal-forms.ts';
import { LEGAL_FORM_ENTRIES } from './tables/legal-forms.ts';
import type { NameSubject } from './word.ts';

/** Plain Latin words in one spelling, which need none of what follows. */
const PLAIN = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[ -](?:[A-Z]?[a-z]+|[A-Z]+))*$/;
const POSSESSIVE = /['\u2019]s(?![\p{L}\p{N}])/giu;
const ABBREVIATION = /(?<![\p{L}\p{N}])(?:\p{L}\.[ -]?){1,}\p{L}(?:\.|(?![\p{L}\p{N}]))/gu;
/** The prefix of a ship's name, with a stroke: `M/V`, `M/T`. */
const CRAFT = /^\s*(\p{L})\/(\p{L})(?=\s)/u;
/** A capital inside a word, with at least three letters on both sides: two words written as one. */
const GLUED = /(?<=\p{Ll}{2,})(?=\p{Lu}\p{Ll}{2,})/gu;
const GLUED_FORM = /(?<=\p{Ll}{3,})(\p{Lu}[\p{Lu}\p{Ll}]{1,4})$/u;
const EAST_ASIAN = '\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Katakana}\\p{Script=Hiragana}\u30fc';
const IS_EAST_ASIAN = new RegExp(`[${EAST_ASIAN}\u3200-\u32ff]`, 'u');
/** Abbreviations in brackets or in one character of `株式会社`, `有限会社`, `주식회사` and `유한회사`. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/[(\uff08]株[)\uff09]|\u3231/g, ' 株式会社 '],
  [/[(\uff08]有[)\uff09]|\u3232/g, ' 有限会社 '],
  [/[(\uff08]주[)\uff09]|\u321c/g, ' 주식회사 '],
  [/[(\uff08]유[)\uff09]/g, ' 유한회사 '],
];
const FORMS_WITHOUT_SPACE = LEGAL_FORM_ENTRIES.flatMap(({ writings }) => writings)
  .filter((writing) => IS_EAST_ASIAN.test(writing))
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** A form at the end of East Asian characters, which leaves at least two of them to the name. */
const FORM_BEHIND = new RegExp(`(?<=[${EAST_ASIAN}]{2})(?:${FORMS_WITHOUT_SPACE})(?![${EAST_ASIAN}])`, 'gu');
const FORM_BEFORE = new RegExp(`(?<![${EAST_ASIAN}])(?:${FORMS_WITHOUT_SPACE})(?=[${EAST_ASIAN}]{2})`, 'gu');

/**
 * Writes out what a name's punctuation and capitals mean, before they are lost: possessives and percent signs, dotted
 * abbreviations, joined words, and legal forms that East Asian names have without a space.
 */
export function spellOut(name: string, subject: NameSubject): string {
  if (PLAIN.test(name)) return name;
  let text = name.replace(POSSESSIVE, '');
  if (text.includes('%')) text = text.replaceAll('%', ' percent');
  text = text.replace(GLUED, ' ');
  if (subject === 'person') return text;
  if (IS_EAST_ASIAN.test(text)) text = divideForms(text);
  if (subject === 'unknown') text = text.replace(CRAFT, '$1$2');
  if (text.includes('.')) text = text.replace(ABBREVIATION, joinLetters);
  return text.replace(GLUED_FORM, (form) => (findLegalForm([form.toLowerCase()], 0) ? ` ${form}` : form));
}

/** `A.B.C.` is one word of a company's name, `S. A.` its legal form. */
function joinLetters(abbreviation: string): string {
  return abbreviation.replace(/[. -]/g, '');
}

/** `大漠钢铁有限公司` as `大漠钢铁 有限公司`. */
function divideForms(name: string): string {
  const text = SHORT_FORMS.reduce((rest, [short, long]) => rest.replace(short, long), name);
  return text.replace(FORM_BEHIND, ' $&').replace(FORM_BEFORE, '$& ');
}
