import { describe, expect, test } from 'vitest';
import { keystoreOf } from '../../../main/shell/server/keystore.ts';
import { FakeSafeStorage } from '../../support/fake-electron.ts';

const KEY = '0f'.repeat(32);
const make = (platform: NodeJS.Platform, change: Partial<FakeSafeStorage> = {}) => {
  const safeStorage = Object.assign(new FakeSafeStorage(), change);
  return { safeStorage, keystore: keystoreOf(safeStorage as never, platform) };
};

describe('the keystore', () => {
  test.each([
    ['linux', { backend: 'gnome_libsecret' }, null],
    ['linux', { backend: 'kwallet6' }, null],
    ['linux', { backend: 'basic_text' }, 'basic_text'],
    // The desktop was not asked yet; the tag of the sealed text decides instead.
    ['linux', { backend: 'unknown' }, null],
    // A desktop whose kind has a keystore, but the keystore does not answer.
    ['linux', { backend: 'gnome_libsecret', tag: 'v10' }, 'basic_text'],
    ['linux', { backend: 'unknown', tag: 'v10' }, 'basic_text'],
    ['darwin', { tag: 'v10' }, null],
    ['linux', { backend: 'gnome_libsecret', available: false }, 'unavailable'],
    // Only Linux has a backend to ask for.
    ['darwin', { backend: 'basic_text' }, null],
    ['win32', { available: false }, 'unavailable'],
  ] as const)('on %s with %j has the problem %s', async (platform, change, problem) => {
    const { keystore } = make(platform, change);
    expect(await keystore.problem()).toBe(problem);
    expect((await keystore.seal(KEY)) === null).toBe(problem !== null);
  });

  test('gives back what it sealed, and what another user sealed to nobody', async () => {
    const { keystore, safeStorage } = make('linux');
    const sealed = (await keystore.seal(KEY)) ?? '';
    expect(await keystore.unseal(sealed)).toEqual({ key: KEY, renewed: null });
    safeStorage.owner = 'another user';
    expect(await keystore.unseal(sealed)).toBeNull();
    expect(await keystore.unseal('')).toBeNull();
  });

  test('seals a key again if the keystore has a new key of its own', async () => {
    const { keystore, safeStorage } = make('darwin');
    const sealed = (await keystore.seal(KEY)) ?? '';
    safeStorage.shouldReEncrypt = true;
    const before = safeStorage.encrypted;
    const opened = await keystore.unseal(sealed);
    expect(opened?.key).toBe(KEY);
    expect(safeStorage.encrypted).toBeGreaterThan(before);
    expect(opened?.renewed).toBeTypeOf('string');
    expect(await keystore.unseal(opened?.renewed ?? '')).toMatchObject({ key: KEY });
  });

  test('opens nothing where what hides it is gone, and seals nothing that is no key', async () => {
    const { keystore, safeStorage } = make('linux');
    const sealed = (await keystore.seal(KEY)) ?? '';
    expect(await keystore.seal('no key')).toBeNull();
    const text = (await safeStorage.encryptStringAsync('something else')).toString('base64');
    expect(await keystore.unseal(text)).toBeNull();
    safeStorage.backend = 'basic_text';
    expect(await keystore.unseal(sealed)).toBeNull();
  });

  test('that fails says so by its answer', async () => {
    const fail = async (): Promise<never> => Promise.reject(new Error('no'));
    const { keystore } = make('linux', { encryptStringAsync: fail });
    expect(await keystore.seal(KEY)).toBeNull();
    expect(await keystore.problem()).toBe('unavailable');
    expect(await make('linux', { isAsyncEncryptionAvailable: fail }).keystore.problem()).toBe('unavailable');
  });
});
