import type { ListEntry, ListName } from '../types.ts';
import { addScriptName, isOtherScript } from './fill.ts';
import { openBrackets } from './name-brackets.ts';
import { afterLabel, aroundLabel } from './name-labels.ts';
import { divide } from './name-lists.ts';

/** A longer text is not a list of names that these patterns fit. */
const TEXT_CHARS_MAX = 500;
/** `(previously listed as)`, which may continue with the name in another script. */
const LISTED_BEFORE = /\s*\((?:previously|formerly) (?:listed|known) as(?:[.,]? *in [a-z]+: *([^()]+))?\)/i;
/** Text after a name that is not part of it: `, born 1 Jan. 1953 ...`, `and any successor, sub-unit, or subsidiary thereof`. */
const FOLLOWING =
  /,? born (?:on |in |circa )?(?:\d|[A-Z][a-z]{2}).*$|,? and any (?:successor|sub-?unit|subsidiary)\b.*\bthereof\.?$/s;
/** One name written in two scripts, with the Latin one first or last. */
const TWO_SCRIPTS = [
  /^(?<latin>[\p{Script=Latin}\p{P}\p{Script=Inherited} ]+) (?<other>[^\p{Script=Latin}]+)$/u,
  /^(?<other>[^\p{Script=Latin}]+) (?<latin>[\p{Script=Latin}\p{P}\p{Script=Inherited} ]+)$/u,
];
/** `Arabic:` before the name in that script. */
const LANGUAGE_LAST = /[,;]?\s*(?:[Ii]n )?[A-Z][a-z]+ ?:\s*$/;
const TWO_WORDS = /\p{Letter}{2,}\P{Letter}+\p{Letter}{2,}/u;

/**
 * Adds a name as its publisher wrote it, and the names in it: `A; B`, `A / B`, `A, a.k.a. B`, `A (also known as B)`, `A (SHORT)`,
 * `A (乙)`, `A (previously listed as)`, `A B 甲 乙`. A primary name stays as written. Its parts become aliases.
 */
export function addPublishedName(
  entry: ListEntry,
  text: string,
  kind: ListName['kind'] = 'alias',
  quality: ListName['quality'] = 'strong',
): void {
  const isStory = text.length > TEXT_CHARS_MAX;
  const variants = isStory ? [{ name: text, kind, quality }] : variantsOf({ name: text, kind, quality }, entry);
  for (const variant of variants) addScriptName(entry, variant.name, variant.kind, variant.quality);
}

/** Returns the names in a name. Each is shorter than the name it comes from. */
function variantsOf(whole: ListName, entry: ListEntry): ListName[] {
  const kept = whole.kind === 'primary' ? [whole] : [];
  const part: ListName = { ...whole, kind: whole.kind === 'primary' ? 'alias' : whole.kind };
  const read = (names: readonly Partial<ListName>[]): ListName[] =>
    names.flatMap((name) => variantsOf(tidy({ ...part, ...name }), entry));
  const brief = whole.name.replace(FOLLOWING, '').trim();
  if (brief !== whole.name && brief !== '') return [whole, ...read([{ name: brief }])];
  const replaced = replacementsOf(whole.name);
  if (replaced) return [...kept, ...read(replaced)];
  const divided = divide(whole.name).map((name) => tidy({ ...part, name }));
  // A text with semicolons is never one name. A slash or brackets may be part of one.
  const isList = whole.name.includes(';') && divided.length > 1;
  const others = [...divided, ...read(additionsOf(whole.name, entry))];
  return [...(isList ? kept : [whole]), ...others];
}

/** Returns the names of a text that is not a name itself, but describes one. */
function replacementsOf(text: string): Partial<ListName>[] | null {
  const [listed, script] = LISTED_BEFORE.exec(text) ?? [];
  if (listed !== undefined) {
    const other: Partial<ListName>[] = script === undefined ? [] : [{ name: script.trim(), kind: 'original_script' }];
    return [{ name: text.replace(listed, ' ').trim(), kind: 'former' }, ...other];
  }
  const labelled = afterLabel(text);
  if (labelled) return [labelled];
  const around = aroundLabel(text);
  return around && [{ name: around.before }, around.after];
}

/** Returns the names that a name contains in addition to itself. */
function additionsOf(text: string, { type }: ListEntry): Partial<ListName>[] {
  const opened = openBrackets(text, type);
  if (opened) {
    const inside = opened.inside.map(({ name, kind, isShort }): Partial<ListName> => {
      return isShort ? { name, kind, quality: 'weak' } : { name, kind };
    });
    return [{ name: opened.outside }, ...inside];
  }
  const { latin, other } = TWO_SCRIPTS.map((form) => form.exec(text)?.groups).find(Boolean) ?? {};
  if (latin === undefined || other === undefined || !isOtherScript(other)) return [];
  const areNames = TWO_WORDS.test(latin) && TWO_WORDS.test(other);
  return areNames ? [{ name: latin.replace(LANGUAGE_LAST, '') }, { name: other, kind: 'original_script' }] : [];
}

/** Removes what is left of the separators between names. */
function tidy(name: ListName): ListName {
  return { ...name, name: name.name.replace(/^[\s,;]+|[\s,;]+$/g, '') };
}
