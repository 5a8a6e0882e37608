import crypto, { type ScryptOptions, type scrypt, type scryptSync } from 'node:crypto';

const COST = 2 ** 10;
const real = { scrypt: crypto.scrypt, scryptSync: crypto.scryptSync };
const cheap = (options: ScryptOptions): ScryptOptions => ({ ...options, N: COST });

/** Replaces Node's scrypt at a low cost, for tests that derive a hundred keys from passphrases. The product never uses it. */
export const CHEAP_SCRYPT = {
  scrypt: (...[passphrase, salt, length, options, done]: Parameters<typeof scrypt>) =>
    real.scrypt(passphrase, salt, length, cheap(options as ScryptOptions), done),
  scryptSync: (...[passphrase, salt, length, options = {}]: Parameters<typeof scryptSync>) =>
    real.scryptSync(passphrase, salt, length, cheap(options)),
} as unknown as Partial<typeof crypto>;
