import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSignedBy, keyFingerprint } from '../../../server/lib/signatures.ts';
import { openKeyStore } from '../../../server/vault/key-store.ts';
import { tempFolder } from '../../support/folder.ts';

function openStore(folder: string) {
  return openKeyStore(join(folder, 'keys.db'), { kind: 'file', path: join(folder, 'master.key') });
}

describe('the signing key', () => {
  it('is made at the first start and is the same at every later one', () => {
    using folder = tempFolder();
    const first = openStore(folder.path);
    const { publicKey } = first.signing;
    const signature = first.signing.sign('evidence', Buffer.from('text'));
    first.close();
    const second = openStore(folder.path);
    expect(second.signing.publicKey).toBe(publicKey);
    expect(second.signing.sign('evidence', Buffer.from('text'))).toEqual(signature);
    second.close();
  });

  it('is another one in each appliance', () => {
    using one = tempFolder();
    using other = tempFolder();
    const stores = [openStore(one.path), openStore(other.path)];
    expect(new Set(stores.map(({ signing }) => signing.publicKey)).size).toBe(2);
    for (const store of stores) store.close();
  });

  it('opens with its own master key alone', () => {
    using folder = tempFolder();
    openStore(folder.path).close();
    rmSync(join(folder.path, 'master.key'));
    expect(() => openStore(folder.path)).toThrow('is missing');
  });

  it('signs one message for one purpose', () => {
    using folder = tempFolder();
    const store = openStore(folder.path);
    const { signing } = store;
    const text = Buffer.from('text');
    const signature = signing.sign('evidence', text);
    expect(isSignedBy(signing.publicKey, 'evidence', text, signature)).toBe(true);
    expect(isSignedBy(signing.publicKey, 'audit export', text, signature)).toBe(false);
    expect(isSignedBy(signing.publicKey, 'evidence', Buffer.from('texT'), signature)).toBe(false);
    expect(isSignedBy('00'.repeat(32), 'evidence', text, signature)).toBe(false);
    expect(isSignedBy('no key', 'evidence', text, signature)).toBe(false);
    store.close();
  });

  it('has a fingerprint that people can read to each other', () => {
    // The SHA-256 of 32 zero bytes starts like this.
    expect(keyFingerprint('00'.repeat(32))).toBe('6668 7aad f862 bd77 6c8f c18b 8e9f 8e20');
  });
});
