import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** All scripts of the console, each gzipped as a browser would load it. 12 kB of it are the guide of the camera with its net. */
const SCRIPT_BYTES_MAX = 154_000;
/** The scripts that must load before the first screen can be shown. */
const FIRST_BYTES_MAX = 51_000;
/** The applicant's page without the face check, and all that the face check loads when it begins. */
const PAGE_BYTES_MAX = 60_000;
const FACE_BYTES_MAX = 2_500_000;

describe('what the browser loads', inWholeRunAlone('3 s'), () => {
  const folder = tempFolder();
  beforeAll(() => {
    const build = ['node_modules/vite/bin/vite.js', 'build', 'renderer', '--outDir', folder.path, '--emptyOutDir'];
    const env = { ...process.env, NODE_ENV: 'production' };
    const built = spawnSync(process.execPath, build, { cwd: ROOT, encoding: 'utf8', env });
    expect(built.status, built.stderr).toBe(0);
    return () => folder[Symbol.dispose]();
  });

  it('the console is small, and its page holds no script and no style of its own', () => {
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
      expect(bytes.toString(), name).not.toMatch(
        /\beval\(|new Function\(|https?:\/\/(?!www\.w3\.org|console\.invalid)/,
      );
    }
  });

  it('the page of applicants is small, keeps nothing, and has its face check in files of its own', () => {
    const files = readdirSync(join(folder.path, 'capture/assets')).map((name) => {
      const bytes = readFileSync(join(folder.path, 'capture/assets', name));
      return { name, size: gzipSync(bytes).length, text: bytes.toString('latin1') };
    });
    const sum = (names: RegExp): number =>
      files.filter(({ name }) => names.test(name)).reduce((total, { size }) => total + size, 0);
    const [face, first] = [sum(/^worker-.*\.js$|\.(?:wasm|bin|json)$/), sum(/^(?!worker-).*\.(?:js|css|svg)$/)];
    expect(face).toBeGreaterThan(FACE_BYTES_MAX / 2);
    expect(face).toBeLessThan(FACE_BYTES_MAX);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(PAGE_BYTES_MAX);
    const page = readFileSync(join(folder.path, 'capture/index.html'), 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(files.map(({ name }) => `/c/assets/${name}`)).toContain(address);
    for (const { name, text } of files.filter(({ name }) => /^(?!worker-).*\.js$/.test(name))) {
      expect(text, name).not.toMatch(/\beval\(|new Function\(|localStorage|sessionStorage|indexedDB/);
      expect(text, name).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    }
  });
});
