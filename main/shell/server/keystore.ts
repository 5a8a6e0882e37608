import type { SafeStorage } from 'electron';
import type { KeystoreProblem } from '../../../server/desktop-link/messages.ts';

export type SafeStorageUsed = Pick<
  SafeStorage,
  'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
>;

/**
 * The prefix of a text that Chromium on Linux sealed with the fixed password in its source code, because no keystore answered
 * (components/os_crypt/async/browser/fallback_linux_key_provider.cc). The name of the backend does not show this: it depends on the kind of desktop.
 */
const KNOWN_PASSWORD_TAG = Buffer.from('v10');

/** The 32 bytes of the master key. */
const KEY = /^[0-9a-f]{64}$/;
/** Sealed as a test, to see whether and how a key would be sealed. */
const PROBE = '0'.repeat(64);

/** The system's own keystore, for this user on this computer: Keychain, DPAPI, or the secret service of a Linux desktop. */
export interface Keystore {
  /** Why it cannot store a key; null: it can. */
  problem(): Promise<KeystoreProblem | null>;
  /** `key`: 64 hexadecimal digits. Returns base64 that only the keystore opens; null: it failed. */
  seal(key: string): Promise<string | null>;
  /** `renewed`: sealed again, because the keystore now has a different key; null: not necessary. Returns null if it could not be opened. */
  unseal(sealed: string): Promise<{ key: string; renewed: string | null } | null>;
}

/** Use it once Electron is ready. It stores no key itself. */
export function keystoreOf(safeStorage: SafeStorageUsed, platform: NodeJS.Platform): Keystore {
  const trySeal = async (text: string): Promise<Buffer | KeystoreProblem> => {
    try {
      const sealed = await safeStorage.encryptStringAsync(text);
      const hidesNothing =
        platform === 'linux' && sealed.subarray(0, KNOWN_PASSWORD_TAG.length).equals(KNOWN_PASSWORD_TAG);
      return hidesNothing ? 'basic_text' : sealed;
    } catch {
      return 'unavailable';
    }
  };
  const problem = async (): Promise<KeystoreProblem | null> => {
    if (platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return 'basic_text';
    const isThere = await safeStorage.isAsyncEncryptionAvailable().catch(() => false);
    if (!isThere) return 'unavailable';
    const probe = await trySeal(PROBE);
    return typeof probe === 'string' ? probe : null;
  };
  const seal = async (key: string): Promise<string | null> => {
    if (!KEY.test(key) || (await problem()) !== null) return null;
    const sealed = await trySeal(key);
    return typeof sealed === 'string' ? null : sealed.toString('base64');
  };
  return {
    problem,
    seal,
    async unseal(sealed) {
      if ((await problem()) !== null) return null;
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
        if (!KEY.test(result)) return null;
        return { key: result, renewed: shouldReEncrypt ? await seal(result) : null };
      } catch {
        return null;
      }
    },
  };
}
