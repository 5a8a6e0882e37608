import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { seededRandom } from '../../support/random.ts';
import type { FaceSet } from '../corpus.ts';
import { peopleOf } from '../people.ts';

/** One portrait of a person. */
export interface Sitter {
  /** The set and the number of the person in it. */
  person: string;
  folder: string;
  file: string;
}

/**
 * The people whose pictures the limits of `models/liveness/rules.ts` were found on: names in A of Labeled Faces in the Wild, and seven others that
 * were looked at. The limits were frozen before a picture of anybody else was drawn.
 */
const DEVELOPMENT =
  /^(?:A|Carlos_Alberto_Parreira|Edwina_Currie|Hushiar_Zebari|Julianne_Moore|Marty_Mornhinweg|Peggy_McGuinness|Stephen_Funk)/;
const ORDER_SEED = 29;

/** Returns one portrait of each person of the sets, in an order that is always the same. */
export function sittersOf(sets: readonly FaceSet[], part: 'development' | 'held-out'): Sitter[] {
  const sitters: Sitter[] = [];
  for (const { name, folder, pairs } of sets) {
    const files = readdirSync(folder)
      .filter((file) => extname(file) === '.jpg')
      .sort();
    const listed = files.filter((file) => pairs.some(({ a, b }) => a === file || b === file));
    const { person } = peopleOf(listed, pairs);
    const first = new Map<number, string>();
    for (const file of listed) {
      const who = person.get(file);
      if (who !== undefined && !first.has(who)) first.set(who, file);
    }
    for (const [who, file] of first)
      if (DEVELOPMENT.test(file) === (part === 'development')) sitters.push({ person: `${name} ${who}`, folder, file });
  }
  const random = seededRandom(ORDER_SEED);
  return sitters
    .map((sitter) => ({ sitter, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ sitter }) => sitter);
}
