import type { ListEntry, ListName } from '../types.ts';
import { addScriptName, isOtherScript } from './fill.ts';

interface Variant {
  name: string;
  kind: ListName['kind'];
  quality: ListName['quality'];
}

/** A longer text is no list of names that these patterns are made for. */
const TEXT_CHARS_MAX = 500;
const LISTED_BEFORE = /\s*\((?:previously|formerly) (?:listed|known) as\)/i;
const BRACKETS = /^([^()]+?)\s*\(([^()]+)\)\s*([^()]*)$/;
const KNOWN_AS = /^(?:(?:also|better) known as|a\.?k\.?a\.?)[:,]? +(.+)$/i;
const ONCE_KNOWN_AS = /^(?:formerly|previously)(?: known as)?[:,]? +(.+)$/i;
/** Initials such as `SHIG` or `CPP/NPA`. */
const SHORT_FORM = /^[\p{Lu}\d][\p{Lu}\d&./ -]{1,9}$/u;

/**
 * Adds a name as its publisher wrote it, and the names that stand in it: `A; B`, `A / B`, `A (also known as B)`,
 * `A (SHORT)`, `A (乙)`, `A (previously listed as)`. A primary name stays as it is written; its parts come as aliases.
 */
export function addPublishedName(
  entry: ListEntry,
  text: string,
  kind: ListName['kind'] = 'alias',
  quality: ListName['quality'] = 'strong',
): void {
  const variants = text.length > TEXT_CHARS_MAX ? [{ name: text, kind, quality }] : variantsOf(text, kind, quality);
  for (const variant of variants) {
    addScriptName(entry, variant.name, variant.kind, variant.quality);
  }
}

function variantsOf(text: string, kind: ListName['kind'], quality: ListName['quality']): Variant[] {
  if (LISTED_BEFORE.test(text)) return variantsOf(text.replace(LISTED_BEFORE, ''), 'former', quality);
  const whole: Variant = { name: text, kind, quality };
  const parts = divide(text);
  const partKind = kind === 'primary' ? 'alias' : kind;
  const divided = parts.map((name): Variant => ({ name, kind: partKind, quality }));
  // What stands between semicolons is never one name; a slash or brackets may belong to one.
  const kept = text.includes(';') && parts.length > 1 && kind !== 'primary' ? [] : [whole];
  return [...kept, ...divided, ...[text, ...parts].flatMap((name) => fromBrackets(name, partKind, quality))];
}

/** The names in a text that is a list of names; none where it is one name. */
function divide(text: string): string[] {
  if (text.includes('(')) return [];
  const outer = text.split(/;\s*|\s+\/\s+|\s[a-z]\)\s/).filter((part) => part.trim() !== '');
  const names = outer.flatMap((part) => {
    const inner = part.split(/\/| or /);
    return inner.every((name) => /\S\s+\S/.test(name.trim())) ? inner : [part];
  });
  return names.length > 1 ? names.map((name) => name.trim()) : [];
}

function fromBrackets(text: string, kind: ListName['kind'], quality: ListName['quality']): Variant[] {
  const [, before, inside, after = ''] = BRACKETS.exec(text) ?? [];
  if (before === undefined || inside === undefined) return [];
  const outside: Variant = { name: `${before} ${after}`.trim(), kind, quality };
  const alias = KNOWN_AS.exec(inside)?.[1];
  if (alias !== undefined) return [outside, { name: alias, kind: 'alias', quality }];
  const former = ONCE_KNOWN_AS.exec(inside)?.[1];
  if (former !== undefined) return [outside, { name: former, kind: 'former', quality }];
  if (isOtherScript(inside)) return [outside, { name: inside, kind: 'original_script', quality }];
  return SHORT_FORM.test(inside) ? [outside, { name: inside, kind: 'alias', quality: 'weak' }] : [];
}
