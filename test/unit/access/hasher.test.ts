import { argon2Verify } from 'hash-wasm';
import { expect, it } from 'vitest';
import { deriveHere } from '../../../server/access/derive.ts';
import { createPasswordHasher, HASH_COST } from '../../../server/access/hasher.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { countedPasswords, LEAST_COST } from '../../support/passwords.ts';

const pepper = Buffer.alloc(32, 1);
const PASSWORD = 'seven quiet herons';

it('costs at least what OWASP asks for: 46 MiB and one pass', () => {
  expect(HASH_COST.memoryKib).toBeGreaterThanOrEqual(47_104);
  expect(HASH_COST.iterations).toBeGreaterThanOrEqual(1);
});

it('hashes in a thread by Argon2id, as another reader of the PHC form confirms, with the pepper as its key', async () => {
  const hasher = createPasswordHasher({ pepper, cost: LEAST_COST });
  const hash = await hasher.hash(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await argon2Verify({ password: PASSWORD, hash, secret: pepper })).toBe(true);
  expect(await argon2Verify({ password: PASSWORD, hash, secret: Buffer.alloc(32, 2) })).toBe(false);
  expect(await hasher.verify(PASSWORD, hash)).toBe(true);
  expect(await hasher.verify(`${PASSWORD}!`, hash)).toBe(false);
});

it('gives the same password another hash each time', async () => {
  const hasher = createPasswordHasher({ pepper, ...countedPasswords() });
  expect(await hasher.hash(PASSWORD)).not.toBe(await hasher.hash(PASSWORD));
});

it('does the same work where there is no hash, and says no', async () => {
  const counted = countedPasswords();
  const hasher = createPasswordHasher({ pepper, ...counted });
  const hash = await hasher.hash(PASSWORD);
  counted.orders.length = 0;
  expect(await hasher.verify(PASSWORD, null)).toBe(false);
  expect(await hasher.verify(PASSWORD, hash)).toBe(true);
  const [without, with_] = counted.orders.map(({ memoryKib, iterations, salt, secret }) => [
    memoryKib,
    iterations,
    salt.length,
    secret.length,
  ]);
  expect(without).toEqual(with_);
});

it('takes an empty password for a wrong one', async () => {
  const hasher = createPasswordHasher({ pepper, ...countedPasswords() });
  expect(await hasher.verify('', await hasher.hash(PASSWORD))).toBe(false);
});

it('verifies a hash at the cost it was made at, and tells that it is not of today', async () => {
  const old = createPasswordHasher({ pepper, ...countedPasswords() });
  const today = createPasswordHasher({ pepper, ...countedPasswords({ memoryKib: 16, iterations: 2 }) });
  const hash = await old.hash(PASSWORD);
  expect(await today.verify(PASSWORD, hash)).toBe(true);
  expect([old.isCurrent(hash), today.isCurrent(hash)]).toEqual([true, false]);
});

it('hashes a limited number at once, lets a limited number wait, and refuses more', async () => {
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const hasher = createPasswordHasher({
    pepper,
    cost: LEAST_COST,
    async derive(order) {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return deriveHere(order);
    },
  });
  const room = LIMITS.passwordHashingsAtOnce + LIMITS.passwordHashingsWaitingMax;
  const taken = Array.from({ length: room }, () => hasher.hash(PASSWORD));
  await expect(hasher.hash(PASSWORD)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  let done = false;
  const all = Promise.all(taken).then(() => {
    done = true;
  });
  while (!done) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await all;
  expect(most).toBe(LIMITS.passwordHashingsAtOnce);
  const again = hasher.hash(PASSWORD);
  ends.shift()?.();
  expect(await again).toContain('$argon2id$');
});
