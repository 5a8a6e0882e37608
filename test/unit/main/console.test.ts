import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureConsole } from '../../../main/launch/console.mjs';
import { launchRoot } from '../../support/launch-root.ts';

/** Stands for the build: leaves a page of what it was given. */
const BUILDER = `import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
mkdirSync('renderer/dist', { recursive: true });
appendFileSync('renderer/dist/index.html', readFileSync('renderer/index.html'));`;

function rootWithSources() {
  const at = launchRoot();
  at.write('node_modules/vite/package.json', '{"type":"module"}');
  at.write('node_modules/vite/bin/vite.js', BUILDER);
  at.write('renderer/index.html', 'page');
  at.write('package-lock.json', '{}');
  return at;
}

const quiet = () => {};

it('builds where nothing is built, then only after a source or the locked packages changed', async () => {
  using at = rootWithSources();
  const ensure = () => ensureConsole(at.folder, process.execPath, quiet);
  expect(await ensure()).toBe(true);
  expect(await ensure()).toBe(false);
  at.write('renderer/parts/icon.tsx', 'export {};');
  expect(await ensure()).toBe(true);
  at.write('package-lock.json', '{"packages":{}}');
  expect(await ensure()).toBe(true);
  expect(await ensure()).toBe(false);
  expect(readFileSync(join(at.folder, 'renderer/dist/index.html'), 'utf8')).toBe('pagepagepage');
});

it('says so and goes on where nothing is there to build with, and does nothing without sources', async () => {
  using at = launchRoot();
  const said: string[] = [];
  expect(await ensureConsole(at.folder, process.execPath, (line) => said.push(line))).toBe(false);
  expect(said).toEqual([]);
  at.write('renderer/index.html', 'page');
  at.write('package-lock.json', '{}');
  expect(await ensureConsole(at.folder, process.execPath, (line) => said.push(line))).toBe(false);
  expect(said.join()).toContain('only the API');
});

it('a build that fails stops the start, and is tried again', async () => {
  using at = rootWithSources();
  at.write('node_modules/vite/bin/vite.js', 'process.exit(3);');
  await expect(ensureConsole(at.folder, process.execPath, quiet)).rejects.toThrow(/could not be built.*code 3/);
  expect(existsSync(join(at.folder, 'renderer/dist/stamp'))).toBe(false);
});
