import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMeta } from '../../../server/vault/key-meta.ts';
import { openKeyStore, SEALED_KEY } from '../../../server/vault/key-store.ts';
import { readSealedFile, writeSealedFile } from '../../../server/vault/master-key.ts';
import { type Keystore, type MoveDeps, moveMasterKey } from '../../../server/vault/move-master-key.ts';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { XOR_KEYSTORE } from '../../support/xor-keystore.ts';

function rig(folder: string, keystore: Keystore = XOR_KEYSTORE) {
  const file = { kind: 'file', path: join(folder, 'a.key') } as const;
  const place = { kind: 'keystore', path: join(folder, 'a.keystore') } as const;
  const keys = openKeyStore(join(folder, 'keys.db'), file);
  const deps: MoveDeps = { keys, keystore, remember: () => true, onMoved: () => {} };
  return { file, place, keys, deps, journal: () => readMeta(keys.db, 'master_key_move') };
}

describe.skipIf(process.platform === 'win32')('a key that the keystore keeps', () => {
  it('moves there and back, lies in one place, and reads otherwise than the key', async () => {
    using folder = tempFolder();
    const { file, place, keys, deps, journal } = rig(folder.path);
    expect(await moveMasterKey(deps, file, place, 'opr_a')).toBe(true);
    expect([existsSync(file.path), existsSync(place.path), journal()]).toEqual([false, true, null]);
    expect(statSync(place.path).mode & 0o777).toBe(0o600);
    expect(readFileSync(place.path, 'utf8')).not.toContain(keys.masterKey.toString('hex'));
    const sealed = readSealedFile(place.path) ?? Buffer.alloc(0);
    expect((await XOR_KEYSTORE.unseal(sealed)).equals(keys.masterKey)).toBe(true);
    expect(await moveMasterKey(deps, place, file, 'opr_a')).toBe(true);
    expect([existsSync(file.path), existsSync(place.path), journal()]).toEqual([true, false, null]);
    keys.close();
  });

  it('stays where it was when the keystore does not give it back, or does not take it', async () => {
    for (const broken of [
      { ...XOR_KEYSTORE, unseal: async () => Buffer.alloc(32) },
      { ...XOR_KEYSTORE, unseal: async () => Promise.reject(new Error('locked')) },
      { ...XOR_KEYSTORE, seal: async () => Promise.reject(new Error('locked')) },
    ]) {
      using folder = tempFolder();
      const { file, place, keys, deps, journal } = rig(folder.path, broken);
      await expect(moveMasterKey(deps, file, place, 'opr_a')).rejects.toThrow();
      expect([existsSync(file.path), existsSync(place.path), journal()]).toEqual([true, false, null]);
      keys.close();
    }
  });

  it('leaves another sealed key that lies there meanwhile', async () => {
    using folder = tempFolder();
    const { file, place, keys, deps } = rig(folder.path);
    await moveMasterKey(deps, file, place, 'opr_a');
    const remember = (): boolean => {
      writeSealedFile(place.path, Buffer.from('of another data folder'));
      return true;
    };
    expect(await moveMasterKey({ ...deps, remember }, place, file, 'opr_a')).toBe(true);
    expect(readSealedFile(place.path)?.toString()).toBe('of another data folder');
    keys.close();
  });

  it('opens nothing headless, and says what does', () => {
    using folder = tempFolder();
    const { place, keys } = rig(folder.path);
    keys.close();
    const open = (): unknown => openKeyStore(join(folder.path, 'keys.db'), { ...place, key: null });
    expect(open).toThrow(expect.objectContaining({ code: 'keystore_unavailable' }));
    expect(open).toThrow('desktop app');
    writeFileSync(place.path, '\n', { mode: 0o600 });
    expect(() => readSealedFile(place.path)).toThrow('does not contain a sealed key');
  });
});

it('a first start with a passphrase makes a random key that the passphrase seals', inWholeRunAlone('1 s'), () => {
  using folder = tempFolder();
  const source = { kind: 'passphrase', passphrase: 'correct horse battery' } as const;
  const made = ['a.db', 'b.db'].map((name) => {
    const keys = openKeyStore(join(folder.path, name), source);
    const found = { key: keys.masterKey.toString('hex'), sealed: readMeta(keys.db, SEALED_KEY) };
    keys.close();
    return found;
  });
  expect(made[0]?.key).not.toBe(made[1]?.key);
  expect(made.every(({ sealed }) => sealed !== null)).toBe(true);
});
