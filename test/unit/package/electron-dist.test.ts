import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { electronDistFor } from '../../../main/package/electron-dist.ts';
import { targetOf } from '../../../main/package/targets.ts';
import { tempFolder } from '../../support/folder.ts';

const LINUX = targetOf('linux-x64');
const MAC = targetOf('darwin-arm64');
const machine = (env: Record<string, string> = {}) => ({ platform: 'linux', arch: 'x64', env });

/** A project folder with Electron's package of version 45.1.0, and perhaps its program. */
function project(files: readonly string[] = []) {
  const folder = tempFolder();
  const electron = join(folder.path, 'node_modules', 'electron');
  mkdirSync(join(electron, 'dist'), { recursive: true });
  writeFileSync(join(electron, 'package.json'), '{"version":"45.1.0"}');
  for (const name of files) writeFileSync(join(electron, 'dist', name), '');
  return folder;
}

describe('electronDistFor', () => {
  test("takes the program that Electron's package has fetched, for this machine alone", () => {
    using root = project(['electron', 'electron.exe', 'Electron.app']);
    expect(electronDistFor(root.path, LINUX, machine())).toBe(join(root.path, 'node_modules', 'electron', 'dist'));
    expect(() => electronDistFor(root.path, MAC, machine())).toThrow(/electron-v45\.1\.0-darwin-arm64\.zip/);
  });

  test.each(['electron', 'electron-v45.1.0-linux-x64.zip'])('takes a folder that is named and holds %s', (name) => {
    using root = project();
    using named = tempFolder();
    const env = { CUSTOS_ELECTRON_DIST: named.path };
    writeFileSync(join(named.path, 'electron-v44.0.0-linux-x64.zip'), '');
    expect(() => electronDistFor(root.path, LINUX, machine(env))).toThrow(/contains neither electron nor electron-v45/);
    writeFileSync(join(named.path, name), '');
    expect(electronDistFor(root.path, LINUX, machine(env))).toBe(named.path);
    expect(() => electronDistFor(root.path, MAC, machine(env))).toThrow(/contains neither Electron\.app/);
  });

  test('says how to get it where there is none', () => {
    using root = project();
    expect(() => electronDistFor(root.path, LINUX, machine())).toThrow(/npx install-electron.*CUSTOS_ELECTRON_DIST/);
    expect(() => electronDistFor(root.path, MAC, machine())).toThrow(/Download electron.*CUSTOS_ELECTRON_DIST/);
  });
});
