import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { closeFonts } from '../../../main/launch/fonts.mjs';
import { tempFolder } from '../../support/folder.ts';

const ENTRY = 'node_modules/@napi-rs/canvas/index.js';
const LINUX = 'node_modules/@napi-rs/canvas-linux-x64-gnu/skia.node';
const WINDOWS = 'node_modules/@napi-rs/canvas-win32-x64-msvc/skia.node';
const MAC = 'node_modules/@napi-rs/canvas-darwin-arm64/skia.node';
const LOADS = 'if (!process.env.DISABLE_SYSTEM_FONTS_LOAD) { load() }';

function rootWith(files: Record<string, string>) {
  const temp = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(temp.path, path)), { recursive: true });
    writeFileSync(join(temp.path, path), text);
  }
  const read = (path: string): string => readFileSync(join(temp.path, path), 'latin1');
  return { folder: temp.path, read, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

it('takes the folders of fonts out of the drawing library, once, and changes nothing else', () => {
  using at = rootWith({
    [ENTRY]: `before\n${LOADS}\nafter`,
    [LINUX]: 'a/usr/share/fontsb\0/usr/share/fonts/\0c',
    [WINDOWS]: 'a\0C:/Windows/Fonts\0c',
    [MAC]: 'a\0/usr/share/fonts/\0c',
  });
  expect(closeFonts(at.folder)).toBe(true);
  expect(at.read(ENTRY)).toMatch(/^before\nif \(.*=== null\) \{ load\(\) \}\nafter$/);
  expect(at.read(LINUX)).toBe('a/usr/share/fontsb\0/dev/null/nofont/\0c');
  expect(at.read(WINDOWS)).toBe('a\0C:/<>/no/such/it\0c');
  expect(at.read(MAC)).toBe('a\0/usr/share/fonts/\0c');
  expect(closeFonts(at.folder)).toBe(false);
});

it('goes on from where it was cut off, and keeps the modes of files', () => {
  using at = rootWith({ [ENTRY]: LOADS, [LINUX]: '\0/dev/null/nofont/\0' });
  chmodSync(join(at.folder, LINUX), 0o640);
  expect(closeFonts(at.folder)).toBe(true);
  expect(statSync(join(at.folder, LINUX)).mode & 0o777).toBe(0o640);
});

it('refuses a library that it does not know, and says where to look', () => {
  using other = rootWith({ [ENTRY]: 'loadAllFonts()' });
  expect(() => closeFonts(other.folder)).toThrow(/canvas.index\.js is not the version/);
  using binary = rootWith({ [ENTRY]: LOADS, [LINUX]: 'reads fonts by another name' });
  expect(() => closeFonts(binary.folder)).toThrow(/skia\.node is not the version/);
});

it('does without a library that is not installed', () => {
  using at = rootWith({});
  expect(closeFonts(at.folder)).toBe(false);
});

it('leaves the installed library with no fonts but those that it is given', () => {
  const script = `const { GlobalFonts } = require('@napi-rs/canvas'); process.stdout.write(JSON.stringify(GlobalFonts.families))`;
  const cwd = join(createRequire(import.meta.url).resolve('@napi-rs/canvas'), '..');
  expect(execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' })).toBe('[]');
});
