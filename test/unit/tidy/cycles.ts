import { linksOf } from './imports.ts';
import type { Sources } from './sources.ts';

/**
 * Circles of imports, types included, each once: `a.ts -> b.ts -> a.ts`. A file that is started (a worker) may import
 * what its starter imports, so starting does not count here.
 */
export function importCycles(sources: Sources): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, kind } of linksOf(sources)) {
    if (kind !== 'started') next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.add([...trail.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const target of next.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return [...cycles];
}
