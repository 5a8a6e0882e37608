import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal, readResult, writeResult } from '../../../server/updates/journal.ts';
import { tempFolder } from '../../support/folder.ts';

const DAMAGED = ['', '{', '[]', '{"format": 1}', '\0\0\0\0'];

test('a result that is damaged tells nothing, and ends no start', () => {
  using folder = tempFolder();
  const result = {
    id: 'upd_1',
    from: '0.1.0',
    to: '0.2.0',
    outcome: 'applied' as const,
    reason: null,
    endedAtMs: 1,
    noted: false,
  };
  expect(readResult(folder.path)).toBeNull();
  mkdirSync(join(folder.path, 'updates'));
  writeResult(folder.path, result);
  expect(readResult(folder.path)).toEqual(result);
  for (const text of DAMAGED) {
    writeFileSync(join(folder.path, 'updates', 'result.json'), text);
    expect(readResult(folder.path), text).toBeNull();
  }
});

test('a journal that is damaged stops the start, and the sentence says where it is and what to do', () => {
  using folder = tempFolder();
  expect(readJournal(folder.path)).toBeNull();
  mkdirSync(join(folder.path, 'updates'));
  const path = join(folder.path, 'updates', 'journal.json');
  for (const text of DAMAGED) {
    writeFileSync(path, text);
    expect(() => readJournal(folder.path), text).toThrow(
      `The file ${path} cannot be read. Move it out of its folder and start again`,
    );
  }
});
