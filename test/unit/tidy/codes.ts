import { isCode, pick, type Sources } from './sources.ts';
import { tokensOf } from './tokens.ts';

/** Documents in which a code may be explained. */
const DOCS = ['README.md', 'ARCHITECTURE.md'];

/** Codes that no test names in a string, and codes without a line of their own in the documents. */
export function unprovenCodes(codes: readonly string[], sources: Sources): string[] {
  const named = namedInTests(sources);
  const docs = DOCS.map((path) => sources.get(path) ?? '').join('\n');
  return codes.flatMap((code) => [
    ...(named.has(code) ? [] : [`${code}: no test names it`]),
    ...(docs.includes(`\`${code}\``) ? [] : [`${code}: neither ${DOCS.join(' nor ')} explains it`]),
  ]);
}

/**
 * What the tests name: whole strings (of a path its last part), and the words of everything that is no string, keys
 * and patterns among them. A title that holds a code as one word of many proves nothing, nor do these rules.
 */
function namedInTests(sources: Sources): Set<string> {
  const isProof = (path: string): boolean =>
    path.startsWith('test/') && isCode(path) && !path.startsWith('test/unit/tidy');
  return new Set(
    pick(sources, isProof).flatMap(([path, text]) =>
      tokensOf(text, path).flatMap((token) =>
        token.isString ? [token.text.slice(token.text.lastIndexOf('/') + 1)] : (token.text.match(/[a-z0-9_]+/g) ?? []),
      ),
    ),
  );
}
