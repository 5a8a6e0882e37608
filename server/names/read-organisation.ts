import { findLegalForm } from './legal-forms.ts';
import { CRAFT_WORDS, GENERIC_WORDS, PARTICLE_WORDS, PLACE_WORDS, TITLE_WORDS, WHOLE_WORDS } from './tables/kinds.ts';
import { NUMBER_WORDS, ROMAN_NUMBERS, TENS_WORDS } from './tables/numbers.ts';
import { readFigures, type Token, unmaskDigits } from './tokens.ts';

const SINGLE_DIGIT = /^[1-9]$/;

/** Determines the kinds of the words of a company's, a ship's or an unknown name. */
export function readOrganisation(tokens: Token[], isUnknown: boolean): Token[] {
  const read = joinLetters(joinTens(markNumbers(joinLegalForms(tokens))), isUnknown);
  for (let at = 0; at < read.length; at++) markKind(read[at] as Token, at, isUnknown);
  if (!read.some(({ kind }) => kind !== 'particle' && kind !== 'title' && kind !== 'legal_form'))
    for (const token of read) if (token.kind === 'particle' || token.kind === 'title') token.kind = null;
  return read;
}

function joinLegalForms(tokens: Token[]): Token[] {
  const texts = tokens.map(({ text }) => text);
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = findLegalForm(texts, at);
    if (found && found.count < tokens.length) {
      joined.push({ text: found.form.text, writing: '', kind: 'legal_form' });
      at += found.count - 1;
    } else joined.push(tokens[at] as Token);
  }
  return joined;
}

function markNumbers(tokens: Token[]): Token[] {
  tokens.forEach((token, at) => {
    if (token.kind !== null) return;
    const isLast = tokens[at + 1] === undefined || tokens[at + 1]?.kind === 'legal_form';
    const number = readFigures(token.text) ?? numberOf(token.text, isLast && at > 0);
    if (number === null) {
      token.text = unmaskDigits(token.text, false);
      return;
    }
    token.text = number;
    token.kind = 'number';
  });
  return tokens;
}

/** `One`, `first`, `forty` and Roman numerals. Single-letter ones count only at the end of a name. */
function numberOf(text: string, isLast: boolean): string | null {
  const roman = text.length > 1 || isLast ? ROMAN_NUMBERS.get(text) : undefined;
  const number = NUMBER_WORDS.get(text) ?? TENS_WORDS.get(text) ?? roman;
  return number === undefined ? null : String(number);
}

/** `Forty-Four` and `Forty 4` as 44. */
function joinTens(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const follows = before?.kind === 'number' && token.kind === 'number' && SINGLE_DIGIT.test(token.text);
    if (before && follows && /^[2-9]0$/.test(before.text)) before.text = before.text[0] + token.text;
    else joined.push(token);
  }
  return joined;
}

/** `A B C Company` has one word of three letters. If a name may be a person's, its letters may be initials. */
function joinLetters(tokens: Token[], isUnknown: boolean): Token[] {
  if (isUnknown) return tokens;
  const joined: Token[] = [];
  let run: Token | null = null;
  for (const token of tokens) {
    const isLetter = token.text.length === 1 && token.kind === null;
    if (isLetter && run) run.text += token.text;
    else joined.push(token);
    run = isLetter ? (run ?? token) : null;
  }
  return joined;
}

function markKind(token: Token, at: number, isUnknown: boolean): void {
  if (token.kind !== null) return;
  token.text = WHOLE_WORDS.get(token.text) ?? token.text;
  const { text } = token;
  if (text.length === 1) token.kind = 'initial';
  else if (isUnknown && at === 0 && CRAFT_WORDS.has(text)) token.kind = 'title';
  else if (GENERIC_WORDS.has(text) || PLACE_WORDS.has(text)) token.kind = 'generic';
  else if (PARTICLE_WORDS.has(text)) token.kind = 'particle';
  else if (isUnknown && TITLE_WORDS.has(text)) token.kind = 'title';
}
