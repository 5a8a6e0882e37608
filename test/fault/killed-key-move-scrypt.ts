import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { CHEAP_SCRYPT } from '../support/cheap-scrypt.ts';

/** Loaded first in a process of `killed-key-move.ts`: it opens what the test sealed with as little work. */
Object.assign(crypto, CHEAP_SCRYPT);
syncBuiltinESMExports();
