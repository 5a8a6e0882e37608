import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nativeOf, requiredNatives } from '../../../main/package/natives.ts';
import { nativeFaults } from '../../../main/package/stage.ts';
import { TARGETS, targetOf } from '../../../main/package/targets.ts';
import { tempFolder } from '../../support/folder.ts';

/** The header of an ELF file for this `e_machine`. */
function elf(machine: number): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0x7f454c46, 0);
  head.writeUInt16LE(machine, 18);
  return head;
}

function mach(cpu: number): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32LE(0xfeedfacf, 0);
  head.writeUInt32LE(cpu, 4);
  return head;
}

function portable(machine: number): Buffer {
  const head = Buffer.alloc(256);
  head.write('MZ');
  head.writeUInt32LE(128, 0x3c);
  head.writeUInt32LE(0x4550, 128);
  head.writeUInt16LE(machine, 132);
  return head;
}

const X64 = { 'linux-x64': elf(62), 'linux-arm64': elf(183), 'win32-x64': portable(0x8664) };
const HEADS: Record<string, Buffer> = { ...X64, 'darwin-arm64': mach(0x0100000c), 'darwin-x64': mach(0x01000007) };

describe('nativeOf', () => {
  test.each(TARGETS)('knows native code for %j', ({ platform, arch }) => {
    expect(nativeOf(HEADS[`${platform}-${arch}`] ?? Buffer.alloc(0))).toEqual({ platform, arch });
  });

  test('knows native code for a processor that is no target', () => {
    expect(nativeOf(elf(40))).toEqual({ platform: 'linux', arch: null });
  });

  test.each([
    ['text', Buffer.from('#!/bin/sh\n'.padEnd(80))],
    ['nothing', Buffer.alloc(0)],
    ['WebAssembly', Buffer.concat([Buffer.from('\0asm'), Buffer.alloc(80)])],
    ['a text that begins with MZ', Buffer.from('MZ'.padEnd(300, 'x'))],
  ])('%s is none', (_, head) => expect(nativeOf(head)).toBeNull());
});

describe('nativeFaults', () => {
  const target = targetOf('linux-x64');
  const whole = requiredNatives(target).map((row) => `node_modules/${row[0]}/x.node`);
  const lay = (files: Record<string, Buffer>) => {
    const folder = tempFolder();
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder.path, path)), { recursive: true });
      writeFileSync(join(folder.path, path), content);
    }
    return folder;
  };

  test('finds nothing wrong where every binary is there, and for this system', () => {
    const files = Object.fromEntries(whole.map((path) => [path, elf(62)]));
    using folder = lay(files);
    expect(nativeFaults(folder.path, whole, target)).toEqual([]);
  });

  test.each(Object.keys(HEADS).filter((name) => name !== 'linux-x64'))('names a file for %s', (name) => {
    const files = Object.fromEntries(whole.map((path) => [path, elf(62)]));
    using folder = lay({ ...files, 'a/foreign.node': HEADS[name] ?? elf(0) });
    const faults = nativeFaults(folder.path, [...whole, 'a/foreign.node'], target);
    expect(faults).toEqual(['a/foreign.node is for a system other than linux-x64']);
  });

  test('names a binary that is missing', () => {
    const [first = '', ...rest] = whole;
    using folder = lay(Object.fromEntries(rest.map((path) => [path, elf(62)])));
    expect(nativeFaults(folder.path, rest, target)).toEqual([expect.stringContaining('better-sqlite3')]);
    expect(first).toContain('better-sqlite3');
  });

  test('asks for a native engine of the models wherever its makers ship one', () => {
    const asks = (name: string): boolean =>
      requiredNatives(targetOf(name)).some((row) => row.some((part) => part.includes('onnxruntime')));
    expect(TARGETS.map(({ platform, arch }) => [`${platform}-${arch}`, asks(`${platform}-${arch}`)])).toEqual([
      ['linux-x64', true],
      ['linux-arm64', true],
      ['win32-x64', true],
      ['darwin-arm64', true],
      ['darwin-x64', false],
    ]);
  });
});

test('a system without packages is refused, and the others are named', () => {
  expect(() => targetOf('sunos-x64')).toThrow(/"sunos-x64".*linux-x64.*darwin-x64/);
});
