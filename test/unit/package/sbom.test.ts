import { describe, expect, test } from 'vitest';
import { type Bom, type Component, packedBom } from '../../../main/package/sbom.ts';
import { bomFaults } from '../../support/package/bom-faults.ts';

const library = (name: string, version = '1.0.0', change: Partial<Component> = {}): Component => ({
  type: 'library',
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
  scope: 'optional',
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  ...change,
});

const LOCKED: Bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  serialNumber: 'urn:uuid:1',
  metadata: { timestamp: '2026-01-31T12:00:00.000Z', tools: [], component: library('main') },
  components: [library('a'), library('tool'), library('electron', '45.0.0'), library('b', '2.0.0', { licenses: [] })],
  dependencies: [
    { ref: 'main@1.0.0', dependsOn: ['a@1.0.0', 'tool@1.0.0'] },
    { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
    { ref: 'tool@1.0.0', dependsOn: [] },
  ],
};
const WEIGHT = { file: 'face/x.bin', sha256: 'ab', licence: 'MIT', version: '3' };
const PACKED = {
  packages: new Map([
    ['a@1.0.0', 'MIT'],
    ['b@2.0.0', 'ISC'],
  ]),
  weights: [WEIGHT],
  electron: '45.0.0',
};

describe('packedBom', () => {
  const bom = packedBom(LOCKED, PACKED);

  test('names what is packed and nothing else: packages, Electron, models', () => {
    expect(bom.components.map(({ name }) => name)).toEqual(['a', 'b', 'electron', 'face/x.bin']);
    expect(packedBom(LOCKED, { ...PACKED, electron: null }).components.map(({ name }) => name)).not.toContain(
      'electron',
    );
  });

  test('has the form of CycloneDX', () => expect(bomFaults(bom)).toEqual([]));

  test('keeps the dependencies among what is packed', () => {
    expect(bom.dependencies).toEqual([
      { ref: 'main@1.0.0', dependsOn: ['a@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['b@2.0.0'] },
    ]);
  });

  test('calls a package by its own name where an alias is installed', () => {
    const alias = library('a', '0.9.0', { name: 'another-name' });
    const old = { ...LOCKED, components: [...LOCKED.components, alias] };
    const packages = new Map([...PACKED.packages, ['a@0.9.0', 'MIT']]);
    const names = packedBom(old, { ...PACKED, packages }).components.map((one) => `${one.name} ${one.version}`);
    expect(names).toEqual(['a 1.0.0', 'b 2.0.0', 'a 0.9.0', 'electron 45.0.0', 'face/x.bin 3']);
  });

  test('takes a licence that the lock file does not know from the package', () => {
    expect(bom.components.find(({ name }) => name === 'b')?.licenses).toEqual([{ expression: 'ISC' }]);
  });

  test('has neither time nor random number', () => {
    expect(JSON.stringify(bom)).not.toMatch(/timestamp|serialNumber/);
  });

  test('fails where something packed is named nowhere', () => {
    const packages = new Map([['lost@1.0.0', 'MIT']]);
    expect(() => packedBom(LOCKED, { ...PACKED, packages })).toThrow(/lost@1\.0\.0/);
  });
});

test.each<[string, Partial<Bom>, RegExp]>([
  ['another format', { bomFormat: 'SPDX' }, /bomFormat/],
  ['another version of the form', { specVersion: '1.4' }, /specVersion/],
  ['no version of its own', { version: 0 }, /version/],
  ['a reference twice', { components: [library('a'), library('a')] }, /twice/],
  ['a component without licence', { components: [library('a', '1.0.0', { licenses: [] })] }, /licence/],
  ['a component without version', { components: [library('a', '')] }, /version/],
  ['a library without purl', { components: [library('a', '1.0.0', { purl: 'a' })] }, /purl/],
  ['a dependency on nothing', { dependencies: [{ ref: 'main@1.0.0', dependsOn: ['x'] }] }, /names x/],
])('bomFaults finds %s', (_, change, fault) => {
  const whole: Bom = { ...LOCKED, components: [library('a')], dependencies: [] };
  expect(bomFaults(whole)).toEqual([]);
  expect(bomFaults({ ...whole, ...change }).join()).toMatch(fault);
});
