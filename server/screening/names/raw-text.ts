import { findLegalForm } from './legal-forms.ts';
import type { NameSubject } from './word.ts';

/** Plain Latin words in single writing, which need none of what follows. */
const PLAIN = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[ -](?:[A-Z]?[a-z]+|[A-Z]+))*$/;
const POSSESSIVE = /['\u2019]s(?![\p{L}\p{N}])/giu;
const ABBREVIATION = /(?<![\p{L}\p{N}])(?:\p{L}\.[ -]?){1,}\p{L}(?:\.|(?![\p{L}\p{N}]))/gu;
/** What stands before the name of a ship, with a stroke: `M/V`, `M/T`. */
const CRAFT = /^\s*(\p{L})\/(\p{L})(?=\s)/u;
/** A capital inside a word, with at least three letters on both sides: two words written as one. */
const GLUED = /(?<=\p{Ll}{2,})(?=\p{Lu}\p{Ll}{2,})/gu;
const GLUED_FORM = /(?<=\p{Ll}{3,})(\p{Lu}[\p{Lu}\p{Ll}]{1,4})$/u;

/**
 * Brings out what a name's signs and capitals say, before they are lost: possessives and percent signs, dotted
 * abbreviations, and words glued together.
 */
export function spellOut(name: string, subject: NameSubject): string {
  if (PLAIN.test(name)) return name;
  let text = name.replace(POSSESSIVE, '');
  if (text.includes('%')) text = text.replaceAll('%', ' percent');
  text = text.replace(GLUED, ' ');
  if (subject === 'person') return text;
  if (subject === 'unknown') text = text.replace(CRAFT, '$1$2');
  if (text.includes('.')) text = text.replace(ABBREVIATION, joinLetters);
  return text.replace(GLUED_FORM, (form) => (findLegalForm([form.toLowerCase()], 0) ? ` ${form}` : form));
}

/** `A.B.C.` is one word of a company's name, `S. A.` its legal form. */
function joinLetters(abbreviation: string): string {
  return abbreviation.replace(/[. -]/g, '');
}
