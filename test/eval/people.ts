import type { FacePair } from './corpus.ts';

/** Who is who among a set's pictures. */
export interface People {
  /** Of each file, a number of its person. */
  person: ReadonlyMap<string, number>;
  /** Whether two pictures show one person; null: nobody says. */
  areSame: (a: string, b: string) => boolean | null;
  /** What tells it: the files' names, or the listed pairs alone. */
  told_by: 'names' | 'pairs';
}

/** As of Labeled Faces in the Wild: the person's name, and a number. */
const NAMED = /^(.+)_\d+\.[^.]+$/;
/** Share of the listed pairs that file names must agree with to tell people; the rest are errors of the list. */
const NAMES_AGREE_MIN = 0.95;

/**
 * Names tell people where every file has one and the listed pairs agree with them. Else people are those whom listed true pairs join, and two of
 * them differ where a listed false pair shows both. The answer of a listed pair goes before either.
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

/** A name of files cannot hold the separator. */
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

/** One file that stands for all that pairs join to a file, directly or not. */
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
