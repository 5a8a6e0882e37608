import { fold } from './fold.ts';
import { LABELS, type LabelKind } from './label-table.ts';
import { isNear } from './near.ts';

const KIND_BY_LABEL = new Map(
  (Object.entries(LABELS) as [LabelKind, readonly string[]][]).flatMap(([kind, labels]) =>
    labels.flatMap((row) => row.split(', ').map((label) => [plain(label), kind] as const)),
  ),
);
/** Small print is misread: one letter in so many of a label may be wrong. Shorter labels must be right. */
const LETTERS_PER_EDIT = 5;
const NEAR_LETTERS_MIN = 7;
const LABEL_WORDS_MAX = Math.max(...[...KIND_BY_LABEL.keys()].map((label) => label.split(' ').length));
/** Labels so short that they count only with a colon or a number sign, or with nothing but a value after them. */
const WEAK = new Set([
  'no',
  'n',
  'a',
  'nome',
  'name',
  'type',
  'pays',
  'passport',
  'passeport',
  'specimen',
  'born',
  'issued',
]);

export interface LabelMatch {
  kind: LabelKind;
  /** Words of the segment that belong to the label and its translations. */
  words: number;
  /** The text ends in a colon before the value: what follows on the row is the value. */
  colon: boolean;
}

/**
 * The label that `words` start with, or null. A number of the field before it (`1.`, `(4)`), and translations after it
 * (`Surname/ Nom`), are taken along.
 */
export function matchLabel(words: readonly string[]): LabelMatch | null {
  const start = /^[([]?\d{1,2}[a-z]?[.)\]/:]*$/.test(words[0] ?? '') ? 1 : 0;
  const first = longest(words, start);
  if (!first) return null;
  let end = first.end;
  for (
    let next = longest(words, skipMarks(words, end));
    next?.kind === first.kind;
    next = longest(words, skipMarks(words, end))
  ) {
    end = next.end;
  }
  end = skipMarks(words, end);
  const label = words.slice(start, end);
  const colon = /[:：]$/.test(label.at(-1) ?? '') || /[:°º]/.test(label.at(-1) ?? '');
  if (WEAK.has(fold(label.join(' '))) && !colon && end < words.length) return null;
  return { kind: first.kind, words: end, colon };
}

/** The longest label of whole words from `start` on. */
function longest(words: readonly string[], start: number): { kind: LabelKind; end: number } | null {
  for (let end = Math.min(words.length, start + LABEL_WORDS_MAX); end > start; end--) {
    const kind = kindOf(plain(words.slice(start, end).join(' ')));
    if (kind) return { kind, end };
  }
  return null;
}

function kindOf(text: string): LabelKind | undefined {
  const exact = KIND_BY_LABEL.get(text);
  if (exact || text.length < NEAR_LETTERS_MIN) return exact;
  const near = ([label]: [string, LabelKind]): boolean =>
    label.length >= NEAR_LETTERS_MIN && isNear(label, text, Math.floor(label.length / LETTERS_PER_EDIT));
  return [...KIND_BY_LABEL].find(near)?.[1];
}

/** Folded, and `rn` as `m`: no two labels differ by that, and recognisers do not tell them apart. */
function plain(text: string): string {
  return fold(text).replaceAll('rn', 'm');
}

/** Past words that are nothing but marks: `/`, `:`, `-`, `(1)`. */
function skipMarks(words: readonly string[], from: number): number {
  let end = from;
  while (end < words.length && /^(?:[^\p{L}\p{N}]+|\(\d{1,2}\))$/u.test(words[end] ?? '')) end += 1;
  return end;
}
