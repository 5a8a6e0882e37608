import { createPasswordHasher } from '../../../server/access/hasher.ts';
import { createSetupCode } from '../../../server/access/setup.ts';
import type { HubAccess } from '../../../server/hub/access/deps.ts';
import type { HubPool } from '../../../server/hub/db/pool.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { type TestClock, testClock } from '../clock.ts';
import { countedPasswords } from '../passwords.ts';

/** The logins of a hub, with the real Argon2id at its lowest cost and fixed keys. */
export function hubAccess(pool: HubPool, clock: TestClock = testClock()): HubAccess & { clock: TestClock } {
  const pepper = Buffer.alloc(32, 1);
  return {
    pool,
    clock,
    newId: createIds(clock),
    hasher: createPasswordHasher({ pepper, ...countedPasswords() }),
    setup: createSetupCode({ pepper }),
    pepper,
    factorRoles: [],
    staffKey: Buffer.alloc(32, 2),
    auditKey: Buffer.alloc(32, 3),
  };
}
