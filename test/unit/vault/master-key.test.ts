import fs, { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMasterKey } from '../../../server/vault/master-key.ts';
import { tempFolder } from '../../support/folder.ts';
import { replaceBuiltin } from '../../support/replace-builtin.ts';

/** The operations and their paths, in order. A test cannot observe an fsync in any other way. */
const done: string[] = [];
const { openSync, fsyncSync, renameSync } = fs;
const paths = new Map<number, string>();
replaceBuiltin(fs, {
  openSync(...args) {
    const file = openSync(...args);
    paths.set(file, String(args[0]));
    return file;
  },
  fsyncSync(file) {
    done.push(`sync ${paths.get(file)}`);
    fsyncSync(file);
  },
  renameSync(from, to) {
    done.push(`rename ${to}`);
    renameSync(from, to);
  },
});

it.skipIf(process.platform === 'win32')('a new key file is whole and durable, with its name, before it is used', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'keys', 'master.key');
  mkdirSync(dirname(path));
  // The remains of a start that was interrupted while it wrote the key.
  writeFileSync(`${path}.new`, 'half');
  const key = loadMasterKey({ kind: 'file', path }, { storeIsNew: true, salt: Buffer.of(), sealed: null });
  expect(readFileSync(path, 'utf8')).toBe(`${key.toString('hex')}\n`);
  expect(done).toEqual([`sync ${path}.new`, `rename ${path}`, `sync ${dirname(path)}`]);
});
