import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Imported for its effect, before anything that derives keys from passphrases: tests that start a store a hundred times, and a process that they
 * fork with it, do so with little work. The product knows nothing of it.
 */
const COST = 2 ** 10;

const cheap = (options: ScryptOptions): ScryptOptions => ({ ...options, N: COST });
const { scrypt, scryptSync } = crypto;
const patched = crypto as unknown as Record<string, unknown>;
patched['scrypt'] = (...[passphrase, salt, length, options, done]: Parameters<typeof scrypt>) =>
  scrypt(passphrase, salt, length, cheap(options as ScryptOptions), done);
patched['scryptSync'] = (...[passphrase, salt, length, options = {}]: Parameters<typeof scryptSync>) =>
  scryptSync(passphrase, salt, length, cheap(options));
syncBuiltinESMExports();
