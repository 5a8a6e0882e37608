import type { SafeStorage } from 'electron';
import type { KeystoreProblem } from '../../../server/shell/messages.ts';

export type SafeStorageUsed = Pick<
  SafeStorage,
  'decryptStringAsync' | 'encryptStringAsync' | 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable'
>;

/** What `safeStorage` calls the keystores of Linux that hide what they keep. `basic_text` is a password that everybody knows. */
const LINUX_KEYSTORES: readonly string[] = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'];

/** The 32 bytes of the master key. */
const KEY = /^[0-9a-f]{64}$/;

/** The system's own keystore, for this user of this computer: Keychain, DPAPI, or the secret service of a Linux desktop. */
export interface Keystore {
  /** Why it keeps no key; null: it does. */
  problem(): Promise<KeystoreProblem | null>;
  /** `key`: 64 hexadecimal digits. In base64 what only the keystore opens; null: it does not do it. */
  seal(key: string): Promise<string | null>;
  /** `renewed`: sealed anew, since the keystore has another key of its own now; null: it need not be. Null: not opened. */
  unseal(sealed: string): Promise<{ key: string; renewed: string | null } | null>;
}

/** To be used once Electron is ready. Nothing of a key is kept here. */
export function keystoreOf(safeStorage: SafeStorageUsed, platform: NodeJS.Platform): Keystore {
  const problem = async (): Promise<KeystoreProblem | null> => {
    if (platform === 'linux') {
      const backend = safeStorage.getSelectedStorageBackend();
      if (backend === 'basic_text') return 'basic_text';
      if (!LINUX_KEYSTORES.includes(backend)) return 'unavailable';
    }
    const isThere = await safeStorage.isAsyncEncryptionAvailable().catch(() => false);
    return isThere ? null : 'unavailable';
  };
  const seal = async (key: string): Promise<string | null> => {
    if (!KEY.test(key) || (await problem()) !== null) return null;
    try {
      return (await safeStorage.encryptStringAsync(key)).toString('base64');
    } catch {
      return null;
    }
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
