import { fold } from './fold.ts';
import { LABELS, type LabelKind } from './label-table.ts';
import { isNear } from './near.ts';
import { SCRIPT_LABELS } from './script-words.ts';

/** The number of a field before its label: `1.`, `(4)`, `4b.`, `5-`; and its misreadings: `l.`, `\.`, `Ab.`. */
const FIELD_NUMBER = /^[([]?\d{1,2}[a-z]?[.,)\]/:-]*$/;
const MISREAD_NUMBER = /^[([]?[^\s.,)\]:]{1,2}[.,)\]:]+$/;
/** `N°` as it is printed, and as it is misread. */
const NUMBER_SIGN = /(?<![\p{L}\p{N}])[Nn](?:[.,]?[°ºª?*"'’²][.,]?|[.,])/gu;
const KIND_BY_LABEL = new Map(
  ([LABELS, ...SCRIPT_LABELS].flatMap(Object.entries) as [LabelKind, readonly string[]][]).flatMap(([kind, labels]) =>
    labels.flatMap((row) => row.split(', ').map((label) => [plain(label), kind] as const)),
  ),
);
/** Text read without spaces: `Dateofbirth`. It counts only if a label has several words, and enough letters not to be a chance match. */
const BARE_LETTERS_MIN = 7;
const KIND_BY_BARE_LABEL = new Map(
  [...KIND_BY_LABEL].flatMap(([label, kind]) => {
    const bare = label.replaceAll(' ', '');
    return bare !== label && bare.length >= BARE_LETTERS_MIN ? [[bare, kind] as const] : [];
  }),
);
/** Small letters are misread: how many letters of a label may be wrong, by its length. Shorter labels must be exact. */
const EDITS_BY_LETTERS = [
  { lettersMin: 12, editsMax: 2 },
  { lettersMin: 7, editsMax: 1 },
] as const;
/** Labels with letters that may be wrong, each with their number, by the length of a text that may mean them. */
const MISREADABLE = byLength(
  [...KIND_BY_LABEL].flatMap(([label, kind]) => {
    const editsMax = EDITS_BY_LETTERS.find(({ lettersMin }) => label.length >= lettersMin)?.editsMax;
    return editsMax === undefined ? [] : [{ label, kind, editsMax, letters: lettersOf(label) }];
  }),
);
const LABEL_WORDS_MAX = Math.max(...[...KIND_BY_LABEL.keys()].map((label) => label.split(' ').length));
/** Labels so short that they count only with a colon or a number sign, or with nothing but a value after them. */
const WEAK = new Set(
  `n a document documento number numero nummer code country sugu spol plec meno nume vards vardas nome name type pays
passport passeport specimen born issued`.split(/\s+/),
);

const CUT_LETTERS_MIN = 6;
/** `ERIKSSON, ANNA MARIA`: no other value has this form. */
const COMMA_NAME = /^\p{Lu}[\p{L}' -]+, ?\p{Lu}[\p{L}' -]+$/u;

export interface LabelMatch {
  kind: LabelKind;
  /** How many words of the segment belong to the label and its translations. */
  words: number;
  /** The text before the value ends in a colon: what follows in the row is the value. */
  colon: boolean;
}

/**
 * Returns the label that `words` start with, or null. It includes a field number before it (`1.`, `(4)`), and translations after it (`Surname/ Nom`).
 */
export function matchLabel(words: readonly string[]): LabelMatch | null {
  const numbered = FIELD_NUMBER.test(words[0] ?? '') ? 1 : 0;
  const start = numbered === 0 && MISREAD_NUMBER.test(words[0] ?? '') && !longest(words, 0) ? 1 : numbered;
  const first = longest(words, start);
  if (!first) return null;
  let end = first.end;
  for (
    let next = longest(words, skipMarks(words, end));
    next !== null && isSameLabel(first.kind, next.kind);
    next = longest(words, skipMarks(words, end))
  ) {
    end = next.end;
  }
  end = skipMarks(words, end);
  const label = words.slice(start, end);
  const colon = /[:：]$/.test(label.at(-1) ?? '') || /[:°º]/.test(label.at(-1) ?? '');
  if (fold(label.join('')).length === 1 && !colon) return null;
  // `DI 1234567` is a misread `DL`; `DI SANTO` is a surname.
  if (fold(label.join(' ')) === 'di' && !/\d/.test(words[end] ?? '')) return null;
  const isWeak = WEAK.has(fold(label.join(' '))) && !colon && end < words.length;
  if (isWeak && !(first.kind === 'full_name' && COMMA_NAME.test(words.slice(end).join(' ')))) return null;
  return { kind: first.kind, words: end, colon };
}

/** Whether a text is a label whose end was not read. */
export function isCutLabel(text: string): boolean {
  const cut = plain(text);
  return (
    cut.length >= CUT_LETTERS_MIN && [...KIND_BY_LABEL.keys()].some((label) => label !== cut && label.startsWith(cut))
  );
}

/** `Name/ Nom` is one label, although the second word alone is the surname's. */
const isSameLabel = (first: LabelKind, next: LabelKind): boolean =>
  first === next || (first === 'full_name' && next === 'last_name');

/** Returns the longest label of whole words from `start` on. A label never crosses a slash: a translation follows it. */
function longest(words: readonly string[], start: number): { kind: LabelKind; end: number } | null {
  const slash = words.findIndex((word, i) => i >= start && word.endsWith('/'));
  const last = Math.min(slash < 0 ? words.length : slash + 1, start + LABEL_WORDS_MAX);
  for (let end = last; end > start; end--) {
    const kind = kindOf(plain(words.slice(start, end).join(' ')));
    if (kind) return { kind, end };
  }
  return null;
}

function kindOf(text: string): LabelKind | undefined {
  const exact = KIND_BY_LABEL.get(text) ?? KIND_BY_BARE_LABEL.get(text.replaceAll(' ', ''));
  if (exact) return exact;
  const alike = MISREADABLE.get(text.length) ?? [];
  const own = alike.length > 0 ? lettersOf(text) : 0;
  return alike.find(
    ({ label, letters, editsMax }) => mayBeNear(own, letters, editsMax) && isNear(label, text, editsMax),
  )?.kind;
}

/** Groups labels, each in order, under every length that they can have with letters left out or inserted. */
function byLength<Label extends { label: string; editsMax: number }>(labels: readonly Label[]): Map<number, Label[]> {
  const lengths = new Map<number, Label[]>();
  for (const each of labels) {
    const { length } = each.label;
    for (let near = length - each.editsMax; near <= length + each.editsMax; near++)
      lengths.set(near, [...(lengths.get(near) ?? []), each]);
  }
  return lengths;
}

/** Returns which characters a text has, one bit each. Characters that share a bit count as one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** Each edit removes at most one character and adds at most one: false only if more edits are needed. Comparing letter by letter takes far longer. */
function mayBeNear(a: number, b: number, editsMax: number): boolean {
  let differing = a ^ b;
  for (let left = 2 * editsMax; differing !== 0 && left > 0; left--) differing &= differing - 1;
  return differing === 0;
}

/**
 * Folds a text, without endings in brackets, with every number sign as `n`, digits inside words as the letters they are read for,
 * and `rn` as `m`. No two labels differ by any of that.
 */
function plain(text: string): string {
  const words = text.replace(/[([{]\p{L}{1,3}[)\]}]/gu, '').replace(NUMBER_SIGN, ' n ');
  return fold(words)
    .replace(/(?<=\p{L})0|0(?=\p{L})/gu, 'o')
    .replace(/(?<=\p{L})1|1(?=\p{L})|l/gu, 'i')
    .replace(/\b(?:no|nr|num|nro)\b/g, 'n')
    .replaceAll('rn', 'm');
}

/** Skips words that are only punctuation: `/`, `:`, `-`, `(1)`. */
function skipMarks(words: readonly string[], from: number): number {
  let end = from;
  while (end < words.length && /^(?:[^\p{L}\p{N}]+|\(\d{1,2}\))$/u.test(words[end] ?? '')) end += 1;
  return end;
}
