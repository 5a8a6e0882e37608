import { findLegalForm, replaceForms, tokenise } from '../../../server/names/legal-forms.ts';

// What other libraries make of legal forms, made of ours: for their own cases.

/** Forms that stand before the name in their own language. */
const PREFIX_FORMS = /^[\p{Script=Cyrillic}]+$|^(?:oy|ab|ooo|oao|zao|pao|ao|tov|pt|too)$/u;
/** `Pty` belongs to the name where the form after it is written out (as cleanco has it). */
const KEPT_IN_BASE_NAME = new Set(['pty', 'ptylimited', 'proprietarylimited']);
/** All that is no letter, digit or full stop at the end of a name. */
const TAIL = /[^\p{L}\p{M}\p{N}.)]+$/u;
const HEAD = /^[^\p{L}\p{M}\p{N}(]+/u;

/** The name with every legal form in its common short writing: `Siemens Aktiengesellschaft` as `Siemens AG`. */
export function displayLegalForm(name: string): string {
  const replaced = replaceForms(name, ({ display }) => display);
  return name === name.toUpperCase() ? replaced.toUpperCase() : replaced;
}

/** The name in lower case with the class of every legal form in its place: `siemens ag` as `siemens jsc`. */
export function genericLegalForm(name: string): string {
  return replaceForms(name.toLowerCase(), ({ genericClass }, written) => genericClass ?? written);
}

/**
 * A company's name without the legal form at its end (or before it, in languages that write it there), in its own
 * writing: `Hello, World, ltd.` as `Hello, World`. A name of nothing but forms keeps its first word.
 */
export function baseName(name: string): string {
  let rest = name.trim().replace(TAIL, '');
  for (let last = ''; last !== rest; ) {
    last = rest;
    rest = stripEnd(rest);
  }
  return stripStart(rest).replace(TAIL, '');
}

function stripEnd(name: string): string {
  const tokens = tokenise(name);
  const texts = tokens.map(({ text }) => text);
  for (let from = 1; from < tokens.length; from++) {
    const found = findLegalForm(texts, from);
    if (!found || from + found.count !== tokens.length || KEPT_IN_BASE_NAME.has(texts.slice(from).join(''))) continue;
    return name.slice(0, tokens[from]?.from).replace(TAIL, '');
  }
  return name;
}

function stripStart(name: string): string {
  const tokens = tokenise(name);
  const texts = tokens.map(({ text }) => text);
  const found = findLegalForm(texts, 0);
  const rest = found && tokens[found.count];
  if (!found || !rest || !PREFIX_FORMS.test(texts.slice(0, found.count).join(''))) return name;
  return name.slice(rest.from).replace(HEAD, '');
}
