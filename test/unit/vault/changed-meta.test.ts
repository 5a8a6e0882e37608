import crypto, { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import { must } from '../../../server/lib/assert.ts';
import { readMeta, removeMeta, writeMeta } from '../../../server/vault/key-meta.ts';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import { deriveKey, type KeySource, loadMasterKey } from '../../../server/vault/master-key.ts';
import { CHEAP_SCRYPT } from '../../support/cheap-scrypt.ts';
import { tempFolder } from '../../support/folder.ts';
import { replaceBuiltin } from '../../support/replace-builtin.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const NAMES = ['check', 'salt', 'sealed_master_key'];
/** Has the length of a sealed key, where no key was before. */
const PLANTED = Buffer.alloc(77);
/** Every subset of these values that can be removed. */
const TAKEN = Array.from({ length: 7 }, (_, at) => NAMES.filter((_name, bit) => (at + 1) & (1 << bit)));

const PASSPHRASE: KeySource = { kind: 'passphrase', passphrase: 'correct horse battery' };

/** A store as older versions created it: the key derives directly from the passphrase and the salt. */
function makeOldStore(path: string): void {
  openKeyStore(path, { kind: 'key', key: randomBytes(32) }).close();
  const db = openDatabase(path);
  const salt = must(readMeta(db, 'salt'), 'it has begun');
  const key = loadMasterKey(PASSPHRASE, { storeIsNew: false, salt, sealed: null });
  writeMeta(db, 'check', createHmac('sha256', deriveKey(key, 'check')).update('custos').digest());
  removeMeta(db, 'signing_key');
  db.close();
}

it.each<[string, (folder: string) => KeySource]>([
  ['a passphrase', () => PASSPHRASE],
  [
    'a passphrase of an older version',
    (folder) => {
      makeOldStore(join(folder, 'keys.db'));
      return PASSPHRASE;
    },
  ],
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
          const before = made.find((one) => one.name === name)?.value ?? PLANTED;
          if (become) put.run({ name, value: randomBytes(before.length) });
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
        db.exec('DELETE FROM meta');
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
