import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureConsole } from '../../../main/launch/console.mjs';
import { launchRoot } from '../../support/launch-root.ts';
import { inWholeRunAlone } from '../../support/long.ts';

/** Replaces the build: counts its runs, and writes a page from what it received. */
const BUILDER = `import { appendFileSync, copyFileSync } from 'node:fs';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
appendFileSync('builds', '.');
copyFileSync('renderer/index.html', out + '/index.html');`;

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
  at.write('server/checks/findings.ts', 'export {};');
  expect(await ensure()).toBe(true);
  at.write('package-lock.json', '{"packages":{}}');
  expect(await ensure()).toBe(true);
  expect(await ensure()).toBe(false);
  expect(readFileSync(join(at.folder, 'builds'), 'utf8')).toBe('....');
  expect(readdirSync(join(at.folder, 'renderer')).toSorted()).toEqual(['dist', 'index.html', 'parts']);
  expect(readdirSync(join(at.folder, 'renderer/dist')).toSorted()).toEqual(['index.html', 'stamp']);
});

it('replaces what was built before whole, also where two build at once', inWholeRunAlone('1 s'), async () => {
  using at = rootWithSources();
  at.write('renderer/dist/index.html', 'older');
  at.write('renderer/dist/console/old.js', '');
  const ensure = () => ensureConsole(at.folder, process.execPath, quiet);
  expect(await Promise.all([ensure(), ensure()])).toEqual([true, true]);
  expect(readdirSync(join(at.folder, 'renderer')).toSorted()).toEqual(['dist', 'index.html']);
  expect(readdirSync(join(at.folder, 'renderer/dist')).toSorted()).toEqual(['index.html', 'stamp']);
  expect(await ensure()).toBe(false);
});

it('says so and goes on where nothing is there to build with, and does nothing without sources', async () => {
  using at = launchRoot();
  const said: string[] = [];
  expect(await ensureConsole(at.folder, process.execPath, (line) => said.push(line))).toBe(false);
  expect(said).toEqual([]);
  at.write('renderer/index.html', 'page');
  at.write('package-lock.json', '{}');
  expect(await ensureConsole(at.folder, process.execPath, (line) => said.push(line))).toBe(false);
  expect(said.join()).toContain('Only the API');
});

it('a build that fails stops the start, and is tried again', async () => {
  using at = rootWithSources();
  at.write('node_modules/vite/bin/vite.js', 'process.exit(3);');
  await expect(ensureConsole(at.folder, process.execPath, quiet)).rejects.toThrow(/could not be built.*code 3/);
  expect(existsSync(join(at.folder, 'renderer/dist/stamp'))).toBe(false);
});
