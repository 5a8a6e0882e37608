import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseMode, electronProgram, prepareWindow } from '../../../main/launch/mode.mjs';

const desk = {
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isRoot: false,
  headlessAsked: false,
};

describe('chooseMode', () => {
  test('opens a window where there is a display', () => {
    expect(chooseMode(desk)).toEqual({ mode: 'window' });
    expect(chooseMode({ ...desk, env: { WAYLAND_DISPLAY: 'wayland-0' } }).mode).toBe('window');
    expect(chooseMode({ ...desk, platform: 'win32', env: {} }).mode).toBe('window');
  });

  test.each([
    ['no display', { env: {} }, /no display/],
    ['an empty display', { env: { DISPLAY: '' } }, /no display/],
    ['root', { isRoot: true }, /root/],
    ['a wish', { headlessAsked: true }, /asked for/],
  ])('is headless with %s, and says so', (_, change, reason) => {
    expect(chooseMode({ ...desk, ...change })).toEqual({ mode: 'headless', reason: expect.stringMatching(reason) });
  });
});

describe('electronProgram', () => {
  const root = mkdtempSync(join(tmpdir(), 'custos-electron-'));
  const folder = join(root, 'node_modules', 'electron');
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('is null until both the path file and the program are there', () => {
    mkdirSync(join(folder, 'dist'), { recursive: true });
    expect(electronProgram(root)).toBeNull();
    writeFileSync(join(folder, 'path.txt'), 'electron');
    expect(electronProgram(root)).toBeNull();
    writeFileSync(join(folder, 'dist', 'electron'), '');
    expect(electronProgram(root)).toBe(join(folder, 'dist', 'electron'));
  });
});

describe('prepareWindow', () => {
  const ran: unknown[] = [];
  const run = (code: number) => async (program: string, args: string[]) => {
    ran.push([program, args]);
    return code;
  };

  test('builds the program, and leads Electron to it and to the models of the clone', async () => {
    const { folder, env } = await prepareWindow('/clone', '/node', run(0));
    expect(ran).toEqual([['/node', ['main/package/build.ts']]]);
    expect(folder).toBe(join('/clone', 'dist', 'app'));
    expect(env['CUSTOS_WEIGHTS_DIR']).toBe(process.env['CUSTOS_WEIGHTS_DIR'] ?? join('/clone', 'models', 'weights'));
  });

  test('does not open a window on a program that could not be built', async () => {
    await expect(prepareWindow('/clone', '/node', run(2))).rejects.toThrow(/could not be built.*code 2/);
  });
});
