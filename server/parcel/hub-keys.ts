import { createHash } from 'node:crypto';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256, type KeyPair } from 'hpke';
import { z } from 'zod';
import { hubKeyId, publicKey } from './fields.ts';

/** RFC 9180 in its base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
export const SUITE = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);

/** The public keys of a hub: with one it signs receipts and directives, for the other parcels are sealed. */
export const hubKeysSchema = z.strictObject({ hub_key_id: hubKeyId, signing: publicKey, sealing: publicKey });

export type HubKeys = z.output<typeof hubKeysSchema>;

/** Returns the public keys with their id, which follows from them. */
export function nameHubKeys({ signing, sealing }: Pick<HubKeys, 'signing' | 'sealing'>): HubKeys {
  return { hub_key_id: hubKeyIdOf(signing, sealing), signing, sealing };
}

/** Returns whether the id belongs to the keys. */
export const isNamedRightly = ({ hub_key_id, signing, sealing }: HubKeys): boolean =>
  hub_key_id === hubKeyIdOf(signing, sealing);

function hubKeyIdOf(signing: string, sealing: string): string {
  return createHash('sha256')
    .update(Buffer.from(signing + sealing, 'hex'))
    .digest('hex')
    .slice(0, 16);
}

/** The keys that open parcels. */
export type SealingKey = KeyPair<CryptoKey>;

/** Returns a new pair: the private key as 32 bytes to store, the public one as hexadecimal digits. */
export async function makeSealingPair(): Promise<{ privateKey: Buffer; publicKey: string }> {
  const pair = await SUITE.GenerateKeyPair(true);
  const [privateKey, open] = await Promise.all([
    SUITE.SerializePrivateKey(pair.privateKey),
    SUITE.SerializePublicKey(pair.publicKey),
  ]);
  return { privateKey: Buffer.from(privateKey), publicKey: Buffer.from(open).toString('hex') };
}

/** Returns the keys of a stored pair. */
export async function readSealingKey(pair: { privateKey: Uint8Array; publicKey: string }): Promise<SealingKey> {
  const [privateKey, open] = await Promise.all([
    SUITE.DeserializePrivateKey(pair.privateKey),
    SUITE.DeserializePublicKey(Buffer.from(pair.publicKey, 'hex')),
  ]);
  return { privateKey, publicKey: open };
}
