import { readFileSync } from 'node:fs';
import { keyFingerprint } from '../lib/signatures.ts';

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** Returns the public keys, base64, of the publishers whose update packages are accepted: the configured ones, and those built into the package. */
export function trustedKeys(configured: readonly string[]): string[] {
  return [
    ...new Set([...configured, ...builtInKeys(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))]),
  ];
}

/** Reads `custos.updateKeys` of a `package.json`: publishers who make their own packages name their key there. */
export function builtInKeys(description: string): string[] {
  const { custos } = JSON.parse(description) as { custos?: { updateKeys?: unknown } };
  const keys = custos?.updateKeys;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string' && KEY.test(key)) : [];
}

/** Returns the form in which people compare the key. */
export const fingerprintOf = (publicKey: string): string =>
  keyFingerprint(Buffer.from(publicKey, 'base64').toString('hex'));
