import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { isCode, readSources } from '../../tidy/sources.ts';

/** A node of the syntax tree, with only the parts used here: ESTree with JSX. */
export interface Node {
  type: string;
  start: number;
  [name: string]: unknown;
}

export interface Parsed {
  path: string;
  text: string;
  program: Node;
}

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** Every file of the console's code except for the text tables. */
export function consoleCode(): Parsed[] {
  return [...readSources(ROOT)]
    .filter(([path]) => path.startsWith('renderer/') && isCode(path) && !/^renderer\/text\/(?:en|fr)\b/.test(path))
    .map(([path, text]) => parse(path, text));
}

export function parse(path: string, text: string): Parsed {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, text, program: program as unknown as Node };
}

/** The text tables of a language, with the names of reasons that the server shares. */
export function consoleTexts(language: string): Parsed[] {
  return [...readSources(ROOT)]
    .filter(
      ([path]) =>
        path.startsWith(`renderer/text/${language}/`) || path === `server/vocabulary/reason-names/${language}.ts`,
    )
    .map(([path, text]) => parse(path, text));
}

/** Calls `visit` with every node under `node`, and with its ancestors, the nearest first. */
export function walk(
  node: Node,
  visit: (node: Node, around: readonly Node[]) => void,
  around: readonly Node[] = [],
): void {
  visit(node, around);
  const inside = [node, ...around];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inside);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The line number of a position in a text, from 1. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
