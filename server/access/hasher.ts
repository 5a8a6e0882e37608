import { randomBytes, timingSafeEqual } from 'node:crypto';
import { besideModule } from '../../models/threads/beside.ts';
import { askThread } from '../lib/ask-thread.ts';
import { must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { createTurns } from '../lib/turns.ts';
import type { DeriveOrder } from './derive.ts';

/** The cost of one hash: memory in KiB, and passes over it. */
export interface HashCost {
  memoryKib: number;
  iterations: number;
}

/**
 * Twice the passes of the first choice in the OWASP password storage cheat sheet (2024: 46 MiB, 1 pass, 1 lane). Each hash stores its cost, so the
 * cost can be raised: the next login hashes the password again.
 */
export const HASH_COST: HashCost = { memoryKib: 47_104, iterations: 2 };

export type Derive = (order: DeriveOrder) => Promise<Uint8Array>;

export interface PasswordHasher {
  /** Returns the hash in PHC form, `$argon2id$v=19$m=..,t=..,p=1$salt$hash`. Throws `rate_limited` if too many calls wait. */
  hash(password: string): Promise<string>;
  /** Checks a password. Costs the same whether or not there is a hash to compare with. Throws `rate_limited` if too many calls wait. */
  verify(password: string, encoded: string | null): Promise<boolean>;
  /** Whether a hash has the current cost. */
  isCurrent(encoded: string): boolean;
}

/** Hashed instead of an empty password, which the library refuses. No operator has it: it is too short. */
const NO_PASSWORD = '\0';
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a few passwords at once and queues a few more, so logins take only their share of the machine. */
export function createPasswordHasher(deps: { pepper: Buffer; cost?: HashCost; derive?: Derive }): PasswordHasher {
  const { pepper, cost = HASH_COST, derive = deriveInThread } = deps;
  const inTurn = createTurns({
    atOnce: LIMITS.passwordHashingsAtOnce,
    waitingMax: LIMITS.passwordHashingsWaitingMax,
    refuse: () =>
      new AppError('rate_limited', {
        detail: 'Too many passwords are being checked. Wait a few seconds, then try again.',
        retryAfterSeconds: 5,
      }),
  });
  const derived = async (password: string, salt: Buffer, at: HashCost): Promise<Buffer> =>
    Buffer.from(await inTurn(() => derive({ password: password || NO_PASSWORD, salt, secret: pepper, ...at })));
  /** A hash that no password has. */
  const nobodys = encode(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return encode(cost, salt, await derived(password, salt, cost));
    },
    async verify(password, encoded) {
      const { salt, hash, ...at } = decode(encoded ?? nobodys);
      const same = timingSafeEqual(await derived(password, salt, at), hash);
      return same && encoded !== null;
    },
    isCurrent(encoded) {
      const { memoryKib, iterations } = decode(encoded);
      return memoryKib === cost.memoryKib && iterations === cost.iterations;
    },
  };
}

function encode({ memoryKib, iterations }: HashCost, salt: Buffer, hash: Buffer): string {
  const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memoryKib},t=${iterations},p=1$${plain(salt)}$${plain(hash)}`;
}

function decode(encoded: string): HashCost & { salt: Buffer; hash: Buffer } {
  const [, memoryKib, iterations, salt = '', hash = ''] = must(PHC.exec(encoded), 'a stored hash is in the PHC form');
  return {
    memoryKib: Number(memoryKib),
    iterations: Number(iterations),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Runs in a separate thread that ends afterwards: hashing would block every other request. */
function deriveInThread(order: DeriveOrder): Promise<Uint8Array> {
  return askThread(besideModule(import.meta.url, 'derive-thread'), order);
}
