import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadMasterKey } from '../../../server/vault/master-key.ts';
import { tempFolder } from '../../support/folder.ts';

/** What was done to which path, in order: an fsync is nothing that a test could see otherwise. */
const { done } = vi.hoisted(() => ({ done: [] as string[] }));
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const paths = new Map<number, string>();
  return {
    ...real,
    openSync(...args: Parameters<typeof real.openSync>) {
      const file = real.openSync(...args);
      paths.set(file, String(args[0]));
      return file;
    },
    fsyncSync(file: number) {
      done.push(`sync ${paths.get(file)}`);
      real.fsyncSync(file);
    },
    renameSync(from: string, to: string) {
      done.push(`rename ${to}`);
      real.renameSync(from, to);
    },
  };
});

it.skipIf(process.platform === 'win32')('a new key file is whole and durable, with its name, before it is used', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'keys', 'master.key');
  mkdirSync(dirname(path));
  // What a start leaves that was cut while it wrote the key.
  writeFileSync(`${path}.new`, 'half');
  const key = loadMasterKey({ kind: 'file', path }, { storeIsNew: true, salt: Buffer.of(), sealed: null });
  expect(readFileSync(path, 'utf8')).toBe(`${key.toString('hex')}\n`);
  expect(done).toEqual([`sync ${path}.new`, `rename ${path}`, `sync ${dirname(path)}`]);
});
