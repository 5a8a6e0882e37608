import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SENTINEL } from '@electron/fuses/dist/constants.js';
import { describe, expect, test } from 'vitest';
import { checkProgram, FUSES, fuseSettings, readFuses, setFuses } from '../../../main/package/fuses.ts';
import { targetOf } from '../../../main/package/targets.ts';
import { tempFolder } from '../../support/folder.ts';

const names = Object.keys(FUSES);
const all = (value: boolean) => fuseSettings(Object.fromEntries(names.map((name) => [name, value])));

/** A program with a fuse wire of these fuses: `0` off, `1` on, `r` removed. */
function program(fuses: string): { path: string; [Symbol.dispose](): void } {
  const folder = tempFolder();
  const path = join(folder.path, 'electron');
  writeFileSync(path, `before${SENTINEL}${String.fromCharCode(1, fuses.length)}${fuses}after`, 'latin1');
  return { path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

describe('setFuses', () => {
  test('flips every fuse, and leaves the rest of the program as it was', async () => {
    using electron = program('10110001');
    const mixed = fuseSettings({ ...all(false), onlyLoadAppFromAsar: true, enableCookieEncryption: true });
    await setFuses(electron.path, mixed);
    expect(await readFuses(electron.path)).toEqual(mixed);
    expect(readFileSync(electron.path, 'latin1')).toMatch(/^before.*01000100after$/s);
  });

  test('leaves fuses that this table does not know', async () => {
    using electron = program('111111111');
    await setFuses(electron.path, all(false));
    expect(readFileSync(electron.path, 'latin1')).toMatch(/000000001after$/);
  });

  test('fails where the program has no wire, or one that is too short', async () => {
    using folder = tempFolder();
    const path = join(folder.path, 'electron');
    writeFileSync(path, 'no program of Electron');
    await expect(setFuses(path, all(false))).rejects.toThrow(/sentinel/);
    using short = program('1111');
    await expect(setFuses(short.path, all(false))).rejects.toThrow(/not long enough/);
  });
});

test('a fuse that this Electron has removed is neither on nor off', async () => {
  using electron = program('r1110001');
  expect((await readFuses(electron.path)).runAsNode).toBeNull();
});

test('a configuration that leaves a fuse open is refused, naming it', () => {
  const { runAsNode: _, ...others } = all(true);
  expect(() => fuseSettings(others)).toThrow(/leaves open: runAsNode/);
  expect(() => fuseSettings(null)).toThrow(/runAsNode, enableCookieEncryption/);
});

test('a program for another system is never packed', () => {
  expect(() => checkProgram(process.execPath, targetOf(`${process.platform}-${process.arch}`))).not.toThrow();
  const other = process.platform === 'win32' ? 'linux-x64' : 'win32-x64';
  expect(() => checkProgram(process.execPath, targetOf(other))).toThrow(`not for ${other}`);
});
