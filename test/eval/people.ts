import type { FacePair } from './corpus.ts';

/** The identities behind a set's pictures. */
export interface People {
  /** The person of each file, as a number. */
  person: ReadonlyMap<string, number>;
  /** Whether two pictures show one person; null: unknown. */
  areSame: (a: string, b: string) => boolean | null;
  /** The source of the identities: the files' names, or only the listed pairs. */
  told_by: 'names' | 'pairs';
}

/** As in Labeled Faces in the Wild: the person's name, and a number. */
const NAMED = /^(.+)_\d+\.[^.]+$/;
/** The share of the listed pairs that must agree with the file names before these identify people. The other pairs are errors of the list. */
const NAMES_AGREE_MIN = 0.95;

/**
 * Names identify people if every file has one and the listed pairs agree with them. Otherwise listed true pairs join pictures to people, and two
 * people differ if a listed false pair shows both. The answer of a listed pair overrides both.
 */
export function peopleOf(files: readonly string[], pairs: readonly FacePair[]): People {
  const listed = new Map(pairs.map(({ a, b, same }) => [keyOf(a, b), same]));
  const nameOf = (file: string): string | undefined => NAMED.exec(file)?.[1];
  const agree = pairs.filter(({ a, b, same }) => (nameOf(a) === nameOf(b)) === same).length;
  if (files.every(nameOf) && agree >= NAMES_AGREE_MIN * pairs.length) {
    const person = numbered(files, (file) => nameOf(file) ?? file);
    const areSame = (a: string, b: string): boolean => listed.get(keyOf(a, b)) ?? person.get(a) === person.get(b);
    return { person, areSame, told_by: 'names' };
  }
  const root = joined(pairs.filter(({ same }) => same));
  const person = numbered(files, root);
  const strangers = new Set(pairs.flatMap(({ a, b, same }) => (same ? [] : [keyOf(root(a), root(b))])));
  const areSame = (a: string, b: string): boolean | null => {
    const said = listed.get(keyOf(a, b));
    if (said !== undefined) return said;
    if (root(a) === root(b)) return true;
    return strangers.has(keyOf(root(a), root(b))) ? false : null;
  };
  return { person, areSame, told_by: 'pairs' };
}

/** File names cannot contain the separator. */
const keyOf = (a: string, b: string): string => (a < b ? `${a}/${b}` : `${b}/${a}`);

function numbered(files: readonly string[], nameOf: (file: string) => string): Map<string, number> {
  const numbers = new Map<string, number>();
  return new Map(
    files.map((file) => {
      const name = nameOf(file);
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return [file, number];
    }),
  );
}

/** A function that returns one representative of all files that pairs join to a file, directly or not. */
function joined(pairs: readonly FacePair[]): (file: string) => string {
  const next = new Map<string, string>();
  const root = (file: string): string => {
    let last = file;
    for (let up = next.get(last); up !== undefined; up = next.get(last)) last = up;
    return last;
  };
  for (const { a, b } of pairs) if (root(a) !== root(b)) next.set(root(a), root(b));
  return root;
}
