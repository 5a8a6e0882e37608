import { pick, type Sources } from './sources.ts';

/** Assembled here, so that this file does not contain the words that it looks for. */
const MARKS = ['FIX', 'TO'].map((start, i) => `${start}${['ME', 'DO'][i]}`);
const HOSTS = ['registry npm', 'registry yarn', 'npmjs org', 'npmjs com', 'npm pkg', 'npmmirror com'];

const LEFTOVERS: readonly { pattern: RegExp; what: string }[] = [
  { pattern: new RegExp(`\\b(?:${MARKS.join('|')})\\b`), what: 'a note to finish something' },
  // In an MRZ, XXX is a nationality; only at the start of a comment is it a note.
  { pattern: /(?:\/\/|\/\*|^\s*\*|#)\s*X{3}\b/, what: 'a note to finish something' },
  { pattern: new RegExp(HOSTS.map((host) => host.replace(' ', '\\.')).join('|')), what: "a registry's host" },
];

/** Lines with unfinished work, or with the host of a package registry. */
export function leftovers(sources: Sources): string[] {
  return pick(sources, () => true).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, i) => {
      const found = LEFTOVERS.find(({ pattern }) => pattern.test(line));
      return found ? [`${path}:${i + 1}: ${found.what} was left here`] : [];
    }),
  );
}
