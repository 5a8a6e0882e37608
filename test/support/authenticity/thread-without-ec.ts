import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { refuseEc } from './refuse-ec.ts';

// Threads load this before their own script.
crypto.createPublicKey = refuseEc as typeof crypto.createPublicKey;
syncBuiltinESMExports();
