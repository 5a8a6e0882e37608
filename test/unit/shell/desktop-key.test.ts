import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../server/appliance/config.ts';
import { keyKeeper } from '../../../server/desktop-key.ts';
import { readSealedFile, writeSealedFile } from '../../../server/vault/master-key.ts';
import { tempFolder } from '../../support/folder.ts';

const KEY = Buffer.alloc(32, 3);
const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));

/** A desktop keystore whose answers a test may falsify. */
function rig(folder: string, answers: Partial<Parameters<typeof keyKeeper>[0]> = {}) {
  const env = { CUSTOS_DATA_DIR: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') };
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  mkdirSync(env.CUSTOS_DATA_DIR, { recursive: true });
  const config = loadConfig(env, read, { platform: 'linux', homeDir: '/nowhere' });
  const link = {
    keystoreProblem: null,
    seal: async (key: Buffer) => turn(key),
    unseal: async (sealed: Buffer) => ({ key: turn(sealed), renewed: null }),
    askPassphrase: async () => 'correct horse battery',
    ...answers,
  };
  return { config, keeper: keyKeeper(link) };
}

test.each([
  ['does not open what it sealed', async () => null],
  ['gives another key back', async () => ({ key: Buffer.alloc(32), renewed: null })],
])('no key is made in a keystore that %s', async (_what, unseal) => {
  using folder = tempFolder();
  const { config, keeper } = rig(folder.path, { unseal });
  await expect(keeper.find(config)).rejects.toMatchObject({ code: 'keystore_unavailable' });
  // Nothing remains that the next start would take for the key.
  expect(existsSync(config.keystoreFile)).toBe(false);
  expect(config.masterKey.kind).toBe('file');
});

test('a newly sealed key replaces the former one only if it opens', async () => {
  using folder = tempFolder();
  const NEWER = Buffer.alloc(32, 9);
  const open = async (sealed: Buffer) =>
    sealed.equals(turn(KEY))
      ? { key: KEY, renewed: NEWER }
      : sealed.equals(NEWER) && opens
        ? { key: KEY, renewed: null }
        : null;
  let opens = false;
  for (opens of [false, true]) {
    const { config, keeper } = rig(folder.path, { unseal: open });
    writeSealedFile(config.keystoreFile, turn(KEY));
    await keeper.find(config);
    expect(config.masterKey).toMatchObject({ kind: 'keystore', key: KEY });
    expect(readSealedFile(config.keystoreFile)).toEqual(opens ? NEWER : turn(KEY));
  }
});

test('a key that the keystore does not open just now is never replaced by a new one', async () => {
  using folder = tempFolder();
  const { config, keeper } = rig(folder.path, { unseal: async () => null });
  writeSealedFile(config.keystoreFile, turn(KEY));
  await expect(keeper.find(config)).rejects.toMatchObject({ code: 'keystore_unavailable' });
  expect(readSealedFile(config.keystoreFile)).toEqual(turn(KEY));
});
