import type { Config } from '../../server/appliance/config.ts';
import { readSealedFile } from '../../server/vault/master-key.ts';
import type { Keystore } from '../../server/vault/move-master-key.ts';

const MASK = 0x5a;
const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ MASK));

/** A keystore that two processes of a test share; the sealed bytes differ from the key. */
export const XOR_KEYSTORE: Keystore = {
  seal: async (key) => turn(key),
  unseal: async (sealed) => turn(sealed),
};

/** What a start of the desktop app does if the configuration names the keystore. */
export function openWithXor(config: Config): void {
  const { masterKey } = config;
  if (masterKey.kind !== 'keystore') return;
  const sealed = readSealedFile(masterKey.path);
  config.masterKey = { ...masterKey, key: sealed && turn(sealed) };
}
