import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** All scripts of the console, each gzipped as a browser would load it. */
const SCRIPT_BYTES_MAX = 134_000;
/** The scripts that must load before the first screen can be shown. */
const FIRST_BYTES_MAX = 60_000;

it('the console is small, and its page holds no script and no style of its own', inWholeRunAlone('2 s'), () => {
  using folder = tempFolder();
  const build = ['node_modules/vite/bin/vite.js', 'build', 'renderer', '--outDir', folder.path, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, build, { cwd: ROOT, encoding: 'utf8', env });
  expect(built.status, built.stderr).toBe(0);
  const files = readdirSync(join(folder.path, 'console')).map((name) => ({
    name,
    bytes: readFileSync(join(folder.path, 'console', name)),
  }));
  // The pages of the manual and the reference have their own scripts.
  const scripts = files.filter(({ name }) => name.endsWith('.js') && !/^(?:docs|manual|search)-/.test(name));
  const sizes = scripts.map(({ name, bytes }) => ({ name, size: gzipSync(bytes).length }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThan(SCRIPT_BYTES_MAX);
  const page = readFileSync(join(folder.path, 'index.html'), 'utf8');
  const first = sizes.filter(({ name }) => page.includes(name)).reduce((sum, { size }) => sum + size, 0);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(FIRST_BYTES_MAX);
  expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  for (const { name, bytes } of scripts) {
    expect(bytes.toString(), name).not.toMatch(/\beval\(|new Function\(|https?:\/\/(?!www\.w3\.org|console\.invalid)/);
  }
});
