import crypto, { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import type { KeySource } from '../../../server/vault/master-key.ts';
import { CHEAP_SCRYPT } from '../../support/cheap-scrypt.ts';
import { tempFolder } from '../../support/folder.ts';
import { replaceBuiltin } from '../../support/replace-builtin.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const NAMES = ['check', 'salt', 'sealed_master_key'];
/** Each set of these values that can be taken away. */
const TAKEN = Array.from({ length: 7 }, (_, at) => NAMES.filter((_name, bit) => (at + 1) & (1 << bit)));

it.each<[string, (folder: string) => KeySource]>([
  ['a passphrase', () => ({ kind: 'passphrase', passphrase: 'correct horse battery' })],
  ['a key file', (folder) => ({ kind: 'file', path: join(folder, 'master.key') })],
])(
  'a key database of which values were taken away or exchanged opens with %s as before, or is refused and stays as it is',
  (_, sourceIn) => {
    using folder = tempFolder();
    const path = join(folder.path, 'keys.db');
    const source = sourceIn(folder.path);
    const first = openKeyStore(path, source);
    const key = first.masterKey.toString('hex');
    first.addDataKey('ver_a', Buffer.alloc(32, 1), 0);
    first.close();
    const db = openDatabase(path);
    const all = () =>
      db.prepare('SELECT name, value FROM meta ORDER BY name').all() as { name: string; value: Buffer }[];
    const made = all();
    expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['check', 'salt']));
    const put = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (@name, @value)');
    for (const names of TAKEN) {
      for (const become of [null, 'random'] as const) {
        for (const name of names) {
          db.prepare('DELETE FROM meta WHERE name = ?').run(name);
          const before = made.find((one) => one.name === name)?.value;
          if (become && before) put.run({ name, value: randomBytes(before.length) });
        }
        const changed = all();
        let opened: string | null = null;
        try {
          const keys = openKeyStore(path, source);
          opened = keys.masterKey.toString('hex');
          keys.close();
        } catch (error) {
          expect(error).toMatchObject({ code: 'master_key_wrong' });
        }
        if (opened !== null) expect(opened).toBe(key);
        else expect(all()).toEqual(changed);
        for (const row of made) put.run(row);
      }
    }
    db.close();
    const again = openKeyStore(path, source);
    expect(again.masterKey.toString('hex')).toBe(key);
    expect(again.dataKey('ver_a')).toEqual(Buffer.alloc(32, 1));
    again.close();
  },
);
