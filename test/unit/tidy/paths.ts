import { pick, type Sources } from './sources.ts';

/** A code file in the form in which documents and comments name it: `runtime/pool.ts`. */
const NAMED = /`(?:\.{0,2}\/)*([\w-][\w./-]*\.(?:ts|tsx|mjs|cjs))`/g;
/** Documents that describe former files, or name wrong ones on purpose. */
const isExempt = (path: string): boolean => /^(?:CHANGELOG\.md$|server\/adr\/|test\/unit\/tidy\/rules)/.test(path);

/** Files that documents and comments name but that do not exist. */
export function strayPaths(sources: Sources): string[] {
  const paths = [...sources.keys()];
  const isThere = (name: string): boolean => paths.some((path) => path === name || path.endsWith(`/${name}`));
  return pick(sources, (path) => !isExempt(path)).flatMap(([path, text]) =>
    [...text.matchAll(NAMED)].flatMap(([, name = '']) => (isThere(name) ? [] : [`${path} names ${name}`])),
  );
}
