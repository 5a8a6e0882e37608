import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readName } from '../../../../server/names/prepare.ts';
import { buildIndex } from '../../../../server/screening/index/build.ts';
import { openIndex } from '../../../../server/screening/index/search.ts';
import { readIndex, writeIndex } from '../../../../server/screening/loader/cache.ts';
import { tempFolder } from '../../../support/folder.ts';

const NAMES = ['Ivan Petrovsky', 'Anna Kern', 'Мария Иванова'];

function build() {
  return buildIndex(NAMES.map((name) => ({ name, subject: 'person' })));
}

describe('the file of an index', () => {
  test('gives the same index again', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'names.index');
    const data = build();
    writeIndex(path, data, 'lists 1');
    const read = readIndex(path, 'lists 1');
    expect(read).toEqual(data);
    const found = openIndex(read ?? data).search(readName('Anna Kern', 'person'), { scoreMin: 0.9, limit: 1 });
    expect(found).toEqual([{ place: 1, score: 1 }]);
  });

  test('is refused where it is missing, foreign, changed, cut short or of other names', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'names.index');
    expect(readIndex(path, 'lists 1')).toBeNull();
    writeIndex(path, build(), 'lists 1');
    expect(readIndex(path, 'lists 2')).toBeNull();
    const whole = readFileSync(path);
    for (const at of [30, whole.length >> 1, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(path, changed);
      expect(readIndex(path, 'lists 1')).toBeNull();
    }
    for (const length of [20, whole.length - 100, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      expect(readIndex(path, 'lists 1')).toBeNull();
    }
    writeFileSync(path, 'name,born\nAnna Kern,1990\n');
    expect(readIndex(path, 'lists 1')).toBeNull();
    writeFileSync(path, '');
    expect(readIndex(path, 'lists 1')).toBeNull();
  });

  test('of another version of the matcher is refused', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'names.index');
    const data = build();
    writeIndex(path, { ...data, algorithmVersion: data.algorithmVersion + 1 }, 'lists 1');
    expect(readIndex(path, 'lists 1')).toBeNull();
  });
});
