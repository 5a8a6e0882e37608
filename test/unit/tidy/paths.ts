import { pick, type Sources } from './sources.ts';

/** A file of code as documents and comments name one: `runtime/pool.ts`. */
const NAMED = /`(?:\.{0,2}\/)*([\w-][\w./-]*\.(?:ts|tsx|mjs|cjs))`/g;
/** They tell of files as they were, or name faults on purpose. */
const isExempt = (path: string): boolean => /^(?:CHANGELOG\.md$|server\/adr\/|test\/unit\/tidy\/rules)/.test(path);

/** Files that documents and comments name, and that are not there. */
export function strayPaths(sources: Sources): string[] {
  const paths = [...sources.keys()];
  const isThere = (name: string): boolean => paths.some((path) => path === name || path.endsWith(`/${name}`));
  return pick(sources, (path) => !isExempt(path)).flatMap(([path, text]) =>
    [...text.matchAll(NAMED)].flatMap(([, name = '']) => (isThere(name) ? [] : [`${path} names ${name}`])),
  );
}
