import type { ListName } from '../types.ts';

/** What stands before another name of the same one, and of which kind that name is. */
const ALSO = String.raw`a\. ?k\. ?a\.?|n\. ?k\. ?a\.?|a/k/a|aka|(?:also|better) known as|d/b/a|dba|doing business as|trading as`;
const ONCE = String.raw`f\. ?k\. ?a\.?|f/k/a|fka|(?:formerly|previously)(?: known as)?`;
const BEFORE = String.raw`(?:(?<also>${ALSO})|(?<once>${ONCE}))[:,]?\s+`;
const LEADING = new RegExp(String.raw`^${BEFORE}(?=\S)`, 'i');
/** Among other words a bare `formerly` may belong to a name, and so may initials without full stops. */
const BETWEEN = new RegExp(
  String.raw`[,;]?\s(?:(?<also>${ALSO})|(?<once>f\. ?k\. ?a\.?|f/k/a|(?:formerly|previously) known as))[:,]?\s+(?=\S)`,
  'gi',
);

export interface LabelledName {
  name: string;
  kind: ListName['kind'];
}

/** The name behind the label with which a text begins: `f.k.a. Stratus`; null where there is none. */
export function afterLabel(text: string): LabelledName | null {
  const found = LEADING.exec(text);
  return found ? { name: text.slice(found[0].length), kind: kindOf(found) } : null;
}

/** The names before and behind a label that stands in a text, but not in brackets: `Nimbus, a.k.a. Cumulus`. */
export function aroundLabel(text: string): { before: string; after: LabelledName } | null {
  for (const found of text.matchAll(BETWEEN)) {
    const before = text.slice(0, found.index);
    if (/[([]/.test(before.replace(/\([^()]*\)|\[[^[\]]*\]/g, ''))) continue;
    return { before, after: { name: text.slice(found.index + found[0].length), kind: kindOf(found) } };
  }
  return null;
}

function kindOf({ groups }: RegExpExecArray): ListName['kind'] {
  return groups?.['once'] === undefined ? 'alias' : 'former';
}
