import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  archiveName,
  isWithin,
  listArchives,
  prepareFolder,
  removeOldest,
  unfinishedName,
} from '../../../server/backup/folder.ts';
import { encodeHeader } from '../../../server/backup/format.ts';
import { tempFolder } from '../../support/folder.ts';

const [OURS, THEIRS] = ['a'.repeat(64), 'b'.repeat(64)];

function put(folder: string, signer: string, id: string): string {
  const header = { kind: 'data', id, createdAt: '2026-01-15T09:30:00.000Z', signer } as const;
  const path = join(folder, archiveName('data', signer, id));
  writeFileSync(path, encodeHeader({ ...header, salt: '0'.repeat(64), masterKey: '0'.repeat(16) }));
  return path;
}

it('a folder may be shared: what is of another appliance, or no archive, is neither listed nor removed', () => {
  using folder = tempFolder();
  const { path } = folder;
  const [first, second, third] = ['bak_1', 'bak_2', 'bak_3'].map((id) => put(path, OURS, id));
  const theirs = put(path, THEIRS, 'bak_0');
  writeFileSync(join(path, archiveName('data', OURS, 'bak_9')), 'no archive');
  writeFileSync(join(path, 'holiday.jpg'), 'kept');
  for (const it of [first ?? '', theirs]) writeFileSync(unfinishedName(it), 'half');
  prepareFolder(path, OURS);
  expect(existsSync(unfinishedName(first ?? ''))).toBe(false);
  expect(existsSync(unfinishedName(theirs))).toBe(true);
  expect(listArchives(path, 'data', OURS).map(({ id }) => id)).toEqual(['bak_3', 'bak_2', 'bak_1']);
  expect(listArchives(path, 'keys', OURS)).toEqual([]);
  expect(removeOldest(path, 'data', OURS, 1)).toBe(2);
  expect([first, second, third, theirs].map((it) => existsSync(it ?? ''))).toEqual([false, false, true, true]);
  expect(readdirSync(path)).toContain('holiday.jpg');
});

it('a path that is not a folder is reported', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'file');
  writeFileSync(path, '');
  expect(() => prepareFolder(path, OURS)).toThrow(expect.objectContaining({ code: 'backup_failed' }));
  expect(() => listArchives(path, 'data', OURS)).toThrow(expect.objectContaining({ code: 'backup_failed' }));
});

it('a folder that lies in another one by a link is found to lie in it, also before it is made', () => {
  using folder = tempFolder();
  const [data, link] = [join(folder.path, 'data'), join(folder.path, 'link')];
  mkdirSync(data);
  symlinkSync(data, link);
  for (const path of [data, link, join(data, 'new'), join(link, 'new', 'deeper')])
    expect(isWithin(data, path)).toBe(true);
  for (const path of [folder.path, join(folder.path, 'data2'), join(folder.path, '..data')])
    expect(isWithin(data, path)).toBe(false);
});

it('makes a folder with those above it, and refuses where none can be made', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'one', 'two');
  prepareFolder(path, OURS);
  expect(readdirSync(path)).toEqual([]);
  writeFileSync(join(path, 'file'), '');
  expect(() => prepareFolder(join(path, 'file', 'three'), OURS)).toThrow('cannot be used');
});

it.runIf(existsSync('/proc/self'))('comes back where the system lets nobody make a folder in one that is there', () => {
  expect(() => prepareFolder('/proc/custos-backups', OURS)).toThrow('cannot be used');
});
