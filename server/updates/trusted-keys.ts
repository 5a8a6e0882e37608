import { readFileSync } from 'node:fs';
import { keyFingerprint } from '../vault/signing-key.ts';

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** The public keys, base64, of the makers whose update packs are taken: those that are configured, and those built into the package. */
export function trustedKeys(configured: readonly string[]): string[] {
  return [
    ...new Set([...configured, ...builtInKeys(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))]),
  ];
}

/** `custos.updateKeys` of a package's description: whoever makes packages of their own names their key there. */
export function builtInKeys(description: string): string[] {
  const { custos } = JSON.parse(description) as { custos?: { updateKeys?: unknown } };
  const keys = custos?.updateKeys;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string' && KEY.test(key)) : [];
}

/** How people compare such a key. */
export const fingerprintOf = (publicKey: string): string =>
  keyFingerprint(Buffer.from(publicKey, 'base64').toString('hex'));
