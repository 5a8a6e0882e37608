import { must } from '../../../server/lib/assert.ts';
import { seededRandom } from '../../support/random.ts';
import { companyMaker } from './companies.ts';

export interface BenchQuery {
  /** A company's name with an error in one word. */
  name: string;
  /** The words of the intended company, which all other companies with the same name share. */
  words: string;
  number: string;
}

/** Company names from the register. One word of each has a letter more, a letter less, another letter, or two letters swapped. */
export function makeQueries(rows: number, count: number, seed: number): BenchQuery[] {
  const random = seededRandom(seed + 1);
  const below = (bound: number): number => Math.floor(random() * bound);
  const make = companyMaker(seed);
  return Array.from({ length: count }, () => {
    const { number, words } = make(below(rows));
    const changed = [...words];
    const at = below(words.length);
    changed[at] = misspell(must(words[at], 'a name has words'), below);
    return { name: `${changed.join(' ')} LTD`, words: words.join(' '), number };
  });
}

function misspell(word: string, below: (bound: number) => number): string {
  const at = below(word.length);
  const letter = String.fromCharCode(65 + below(26));
  const errors = [
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) +
      word
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      word.slice(at + 2),
  ];
  return must(errors[below(errors.length)], 'it is one of them');
}
