import type { ListName } from '../types.ts';

/** The labels before another name of the same entry, and the kind of that name. */
const ALSO = String.raw`a\. ?k\. ?a\.?|n\. ?k\. ?a\.?|a/k/a|aka|(?:also|better) known as|d/b/a|dba|doing business as|trading as`;
const ONCE = String.raw`f\. ?k\. ?a\.?|f/k/a|fka|(?:formerly|previously)(?: known as)?`;
const BEFORE = String.raw`(?:(?<also>${ALSO})|(?<once>${ONCE}))[:,]?\s+`;
const LEADING = new RegExp(String.raw`^${BEFORE}(?=\S)`, 'i');
/** Within a text a bare `formerly` may belong to a name, and so may initials without full stops. */
const BETWEEN = new RegExp(
  String.raw`[,;]?\s(?:(?<also>${ALSO})|(?<once>f\. ?k\. ?a\.?|f/k/a|(?:formerly|previously) known as))[:,]?\s+(?=\S)`,
  'gi',
);

export interface LabelledName {
  name: string;
  kind: ListName['kind'];
}

/** Returns the name after the label with which a text begins: `f.k.a. Stratus`. Null if there is none. */
export function afterLabel(text: string): LabelledName | null {
  const found = LEADING.exec(text);
  return found ? { name: text.slice(found[0].length), kind: kindOf(found) } : null;
}

/** Returns the names before and after a label within a text, but not in brackets: `Nimbus, a.k.a. Cumulus`. */
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
