import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryFolder } from '../../../main/launch/memory-folder.mjs';
import { must } from '../../../server/lib/assert.ts';
import { tempFolder } from '../../support/folder.ts';

test('temporary files lie in a folder that every user can use and that is removed, where there is such a place', () => {
  using machine = tempFolder();
  const folder = must(memoryFolder({ place: machine.path, env: {}, freeBytesMin: 0 }), 'there is room');
  expect(statSync(folder.path).mode & 0o7777).toBe(0o1777);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});

test('the folder of the system serves where there is no such place, no room in it, or TMPDIR says where', () => {
  using machine = tempFolder();
  expect(memoryFolder({ place: join(machine.path, 'absent'), env: {} })).toBeNull();
  expect(memoryFolder({ place: machine.path, env: {}, freeBytesMin: Number.MAX_SAFE_INTEGER })).toBeNull();
  expect(memoryFolder({ place: machine.path, freeBytesMin: 0, env: { TMPDIR: '/tmp' } })).toBeNull();
});
