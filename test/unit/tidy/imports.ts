import { posix } from 'node:path';
import { isCode, pick, type Sources } from './sources.ts';
import { type Token, tokensOf } from './tokens.ts';

/**
 * - `value`: needed when the code runs; `type`: removed with the types.
 * - `started`: a worker or a file that is started by its path (`new URL`, `besideModule`, or its path in a string).
 */
export interface Reference {
  specifier: string;
  kind: 'value' | 'type' | 'started';
  line: number;
}

/** A reference from one of our files to another. */
export interface Link extends Reference {
  from: string;
  to: string;
}

const WORKER_CALL = 'besideModule';

/** Everything that the text of a file refers to. */
export function referencesOf(text: string, path?: string): Reference[] {
  const tokens = tokensOf(text, path);
  const references: Reference[] = [];
  const imported = new Set<Token>();
  tokens.forEach((token, i) => {
    const found = importAt(tokens, i);
    if (!found) return;
    imported.add(found.specifier);
    references.push({ specifier: found.specifier.text, kind: found.isType ? 'type' : 'value', line: token.line });
  });
  tokens.forEach((token, i) => {
    if (!token.isString || imported.has(token)) return;
    const specifier = startedBy(tokens, i);
    if (specifier !== null) references.push({ specifier, kind: 'started', line: token.line });
  });
  return references;
}

/** The import or re-export that begins at `i`: the token of its specifier, and whether it passes only types. */
function importAt(tokens: readonly Token[], i: number): { specifier: Token; isType: boolean } | null {
  const word = tokens[i]?.text;
  if (tokens[i]?.isString || tokens[i - 1]?.text === '.') return null;
  if (word !== 'import' && word !== 'export') return null;
  const next = tokens[i + 1];
  if (next === undefined || next.text === '.') return null;
  if (word === 'import' && next.text === '(') {
    const specifier = tokens[i + 2];
    return specifier?.isString ? { specifier, isType: false } : null;
  }
  if (word === 'import' && next.isString) return { specifier: next, isType: false };
  return clauseAt(tokens, i + 1, word);
}

/** Reads `type? ... from 'specifier'`; an export without `from` does not count. */
function clauseAt(tokens: readonly Token[], start: number, word: string): { specifier: Token; isType: boolean } | null {
  const typed = tokens[start]?.text === 'type' && !['from', ','].includes(tokens[start + 1]?.text ?? '');
  const first = typed ? start + 1 : start;
  if (word === 'export' && !['{', '*'].includes(tokens[first]?.text ?? '')) return null;
  for (let i = first; i < tokens.length; i++) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (token === undefined || token.text === ';' || token.text === '=') return null;
    if (token.text === 'from' && !token.isString && next?.isString) {
      return { specifier: next, isType: typed || namesTypesOnly(tokens.slice(first, i)) };
    }
    if (word === 'export' && token.text === '}' && next?.text !== 'from') return null;
  }
  return null;
}

/** Whether a clause is `{ type A, type B }`: at least one name, and each one marked. */
function namesTypesOnly(clause: readonly Token[]): boolean {
  if (clause[0]?.text !== '{' || clause.at(-1)?.text !== '}') return false;
  const heads = clause.slice(1, -1).filter((_, i, inner) => i === 0 || inner[i - 1]?.text === ',');
  return heads.length > 0 && heads.every((head) => head.text === 'type');
}

/** Our file that the string at `i` names: a relative path to code, or the name that starts a worker. */
function startedBy(tokens: readonly Token[], i: number): string | null {
  const text = tokens[i]?.text ?? '';
  if (/^\.{1,2}\//.test(text) && isCode(text)) return text;
  const call = tokens.slice(Math.max(0, i - 8), i).map((token) => token.text);
  if (call.join('') === `${WORKER_CALL}(import.meta.url,`) return `./${text}.ts`;
  return null;
}

/** Every reference between our source files. `tsc` finds relative specifiers that do not exist. */
export function linksOf(sources: Sources): readonly Link[] {
  const links = known.get(sources) ?? readLinks(sources);
  known.set(sources, links);
  return links;
}

/** Three rules need the links of the same sources. */
const known = new WeakMap<Sources, readonly Link[]>();

function readLinks(sources: Sources): Link[] {
  return pick(sources, isCode).flatMap(([from, text]) =>
    referencesOf(text, from)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map((reference) => ({ ...reference, from, to: posix.join(posix.dirname(from), pathOf(reference.specifier)) }))
      .filter(({ to }) => sources.has(to)),
  );
}

/** A specifier without the query by which Vite gives the address of a file. */
const pathOf = (specifier: string): string => specifier.replace(/\?.*$/, '');
