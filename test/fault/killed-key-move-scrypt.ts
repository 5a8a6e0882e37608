import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { CHEAP_SCRYPT } from '../support/cheap-scrypt.ts';

/** Loaded first in a process of `killed-key-move.ts`, so it can open what the test sealed with cheap scrypt. */
Object.assign(crypto, CHEAP_SCRYPT);
syncBuiltinESMExports();
