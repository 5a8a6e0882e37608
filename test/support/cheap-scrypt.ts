import crypto, { type ScryptOptions, type scrypt, type scryptSync } from 'node:crypto';

const COST = 2 ** 10;
const real = { scrypt: crypto.scrypt, scryptSync: crypto.scryptSync };
const cheap = (options: ScryptOptions): ScryptOptions => ({ ...options, N: COST });

/** In the place of Node's own for tests that derive keys from passphrases a hundred times: little work. The product knows nothing of it. */
export const CHEAP_SCRYPT = {
  scrypt: (...[passphrase, salt, length, options, done]: Parameters<typeof scrypt>) =>
    real.scrypt(passphrase, salt, length, cheap(options as ScryptOptions), done),
  scryptSync: (...[passphrase, salt, length, options = {}]: Parameters<typeof scryptSync>) =>
    real.scryptSync(passphrase, salt, length, cheap(options)),
} as unknown as Partial<typeof crypto>;
