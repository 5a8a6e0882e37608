import { isCode, pick, type Sources } from './sources.ts';
import { tokensOf } from './tokens.ts';

/** The page that explains every code. */
const PAGE = 'server/manual/reference/codes.md';

/** Codes that no test contains as a string, and codes that the manual does not explain. */
export function unprovenCodes(codes: readonly string[], sources: Sources): string[] {
  const named = namedInTests(sources);
  const page = sources.get(PAGE) ?? '';
  return codes.flatMap((code) => [
    ...(named.has(code) ? [] : [`${code}: no test names it`]),
    ...(page.includes(`\n### ${code}\n`) ? [] : [`${code}: ${PAGE} does not explain it`]),
  ]);
}

/**
 * What the tests name: whole strings (the last part of a path), and the words of all code outside strings, including
 * keys and patterns. A title that contains a code as one of many words does not count, and neither do these rules.
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
