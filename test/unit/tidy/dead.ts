import { linksOf } from './imports.ts';
import { isCode, pick, type Sources } from './sources.ts';

/** The files where execution starts. Every other file must be reachable from one of them. */
export const ENTRIES: readonly string[] = [
  'main/start.mjs',
  'main/launch/compile.mjs',
  'main/custos.mjs',
  'main/main.ts',
  'main/preload.cjs',
  'main/pages/page.js',
  'main/pages/texts.js',
  'main/package/audit-packages.ts',
  'main/package/build.ts',
  'main/package/package.ts',
  'models/fill-weights.mjs',
  'models/kernels/build.mjs',
  'models/mrz/train/train.ts',
  'models/mrz/train/draw-worker.ts',
  'renderer/capture/main.tsx',
  'renderer/hub/main.tsx',
  'renderer/main.tsx',
  'renderer/manual/docs.ts',
  'renderer/manual/main.ts',
  'renderer/vite.config.ts',
  'server/process.ts',
  'server/cli.ts',
  'server/hub/entry/process.ts',
];

/** Declarations, and files that a separate compiler compiles. */
const OTHERS = /\.d\.ts$|^models\/kernels\/assembly\//;

/** Code files that nothing reaches, and entries that do not exist. Type imports count as reaching. */
export function deadFiles(sources: Sources, entries: readonly string[] = ENTRIES): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of linksOf(sources)) next.set(from, [...(next.get(from) ?? []), to]);
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const target of next.get(path) ?? []) reach(target);
  };
  for (const entry of entries) reach(entry);
  const absent = entries.filter((entry) => !sources.has(entry)).map((entry) => `${entry}: the entry is not there`);
  const dead = pick(
    sources,
    (path) => /^(?:main|server|models|renderer)\//.test(path) && isCode(path) && !OTHERS.test(path),
  )
    .filter(([path]) => !reached.has(path))
    .map(([path]) => `${path}: nothing reaches it`);
  return [...absent, ...dead];
}
