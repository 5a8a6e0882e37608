import type { NameSubject } from '../../../server/names/word.ts';
import { seededRandom } from '../../support/random.ts';
import { type MadeName, makeName, pick, writeName } from './names.ts';
import type { NamePart, NameTables } from './tables.ts';

export interface NoisyQuery {
  name: string;
  subject: NameSubject;
  noise: Noise;
  /** The place of the original name. */
  place: number;
}

type Noise = keyof typeof NOISES;
type Write = (name: MadeName, random: () => number) => string;

/** The ways in which a name may arrive, each with its share in percent. */
const NOISES = {
  none: 8,
  typo: 26,
  two_typos: 12,
  swapped: 14,
  initial: 8,
  dropped: 10,
  joined: 8,
  split: 6,
  script: 8,
} as const;

const WRITERS: Record<Noise, Write> = {
  none: (name) => writeName(name),
  typo: (name, random) => writeName(misspell(name, random)),
  two_typos: (name, random) => writeName(misspell(misspell(name, random), random)),
  swapped: (name) => writeName({ ...name, parts: [...name.parts.slice(1), ...name.parts.slice(0, 1)] }),
  initial: (name) => writeName(replaceFirst(name, ({ latin }) => `${latin.charAt(0)}.`)),
  dropped: (name) => writeName({ ...name, parts: name.parts.length > 2 ? name.parts.toSpliced(1, 1) : name.parts }),
  joined: (name) => [name.parts.map(({ latin }) => latin).join(''), ...name.trailing].join(' '),
  split: (name, random) => writeName(splitLongest(name, random)),
  script: (name) => writeName(name, 'local'),
};

/** Queries made from names of the list, each with one kind of noise. */
export function makeQueries(tables: NameTables, names: number, count: number, seed: number): NoisyQuery[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const place = Math.floor(random() * names);
    const made = makeName(tables, place);
    const noise = pickNoise(random);
    return { name: WRITERS[noise](made, random), subject: made.subject, noise, place };
  });
}

function pickNoise(random: () => number): Noise {
  let rest = random() * 100;
  for (const [noise, share] of Object.entries(NOISES)) {
    rest -= share;
    if (rest < 0) return noise as Noise;
  }
  return 'none';
}

/** One letter dropped, doubled, replaced or swapped with the next, in the longest or another word. */
function misspell(name: MadeName, random: () => number): MadeName {
  const at = Math.floor(random() * name.parts.length);
  const parts = name.parts.map((part, i) => (i === at ? { ...part, latin: misspellWord(part.latin, random) } : part));
  return { ...name, parts };
}

function misspellWord(word: string, random: () => number): string {
  if (word.length < 4) return word;
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const other = pick([...'abcdefghiklmnoprstuvz'], random);
  return pick(
    [
      before + after,
      before + letter + letter + after,
      before + other + after,
      before + after.charAt(0) + letter + after.slice(1),
    ],
    random,
  );
}

function replaceFirst(name: MadeName, write: (part: NamePart) => string): MadeName {
  const [first, ...rest] = name.parts;
  if (!first || rest.length === 0) return name;
  return { ...name, parts: [{ latin: write(first), local: first.local }, ...rest] };
}

function splitLongest(name: MadeName, random: () => number): MadeName {
  const longest = name.parts.reduce((best, part) => (part.latin.length > best.latin.length ? part : best));
  const at = 3 + Math.floor(random() * Math.max(1, longest.latin.length - 6));
  return {
    ...name,
    parts: name.parts.flatMap((part) => {
      if (part !== longest || part.latin.length < 6) return [part];
      return [part.latin.slice(0, at), part.latin.slice(at)].map((latin) => ({ latin, local: latin }));
    }),
  };
}
