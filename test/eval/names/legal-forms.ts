import { findLegalForm, replaceForms, tokenise } from '../../../server/names/legal-forms.ts';

// Other libraries' functions for legal forms, rebuilt on ours, for the libraries' own test cases.

/** Forms that precede the name in their own language. */
const PREFIX_FORMS = /^[\p{Script=Cyrillic}]+$|^(?:oy|ab|ooo|oao|zao|pao|ao|tov|pt|too)$/u;
/** `Pty` belongs to the name if the form after it is written out (as in cleanco). */
const KEPT_IN_BASE_NAME = new Set(['pty', 'ptylimited', 'proprietarylimited']);
/** Anything at the end of a name except letters, digits and full stops. */
const TAIL = /[^\p{L}\p{M}\p{N}.)]+$/u;
const HEAD = /^[^\p{L}\p{M}\p{N}(]+/u;

/** The name with every legal form in its common short form: `Siemens Aktiengesellschaft` as `Siemens AG`. */
export function displayLegalForm(name: string): string {
  const replaced = replaceForms(name, ({ display }) => display);
  return name === name.toUpperCase() ? replaced.toUpperCase() : replaced;
}

/** The name in lower case, with each legal form replaced by its class: `siemens ag` as `siemens jsc`. */
export function genericLegalForm(name: string): string {
  return replaceForms(name.toLowerCase(), ({ genericClass }, written) => genericClass ?? written);
}

/**
 * A company's name without the legal form at its end (or at its start, in languages that put it there), in its own
 * spelling: `Hello, World, ltd.` as `Hello, World`. A name made only of forms keeps its first word.
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
