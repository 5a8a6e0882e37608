import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArrays, writeArrays } from '../../../../server/screening/loader/array-file.ts';
import { tempFolder } from '../../../support/folder.ts';

const FACTS = [['sanction'], []];
const ARRAYS = {
  bytes: Uint8Array.of(1, 2, 3),
  none: new Uint32Array(0),
  words: Uint32Array.of(7, 2 ** 32 - 1, 0),
  halves: Uint16Array.of(65_535),
};

test('what was written is read again', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'arrays');
  writeArrays(path, FACTS, ARRAYS);
  const read = readArrays(path);
  expect(read).toEqual({ facts: FACTS, arrays: ARRAYS });
});

test('a file that is not there, cut off or changed is none', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'arrays');
  expect(readArrays(path)).toBeNull();
  writeArrays(path, FACTS, ARRAYS);
  const whole = readFileSync(path);
  for (let length = 0; length < whole.length; length += 5) {
    truncateSync(path, length);
    expect(readArrays(path), `${length} bytes`).toBeNull();
    writeFileSync(path, whole);
  }
  const changed = Buffer.from(whole);
  changed.writeUInt8(9, whole.length - 8);
  writeFileSync(path, changed);
  expect(readArrays(path)).toBeNull();
});
