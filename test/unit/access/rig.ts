import { createPasswordHasher } from '../../../server/access/hasher.ts';
import type { LoginDeps } from '../../../server/access/login.ts';
import { setUp } from '../../../server/access/login.ts';
import type { Operator } from '../../../server/access/operators.ts';
import { createProposedFactors } from '../../../server/access/second-factor.ts';
import { createSetupCode } from '../../../server/access/setup.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { type TestClock, testClock } from '../../support/clock.ts';
import { memoryDatabase } from '../../support/database.ts';
import { type CountedPasswords, countedPasswords } from '../../support/passwords.ts';

export interface Audited {
  actor: string;
  action: string;
  subjectId?: string;
  details?: Record<string, unknown>;
}

export interface AccessRig {
  deps: LoginDeps;
  clock: TestClock;
  passwords: CountedPasswords;
  audited: Audited[];
}

/** Everything that operators and sessions need, in memory, with a clock that does not move. */
export function accessRig(): AccessRig {
  const clock = testClock();
  const db = memoryDatabase();
  const passwords = countedPasswords();
  const audited: Audited[] = [];
  const pepper = Buffer.alloc(32, 1);
  const deps: LoginDeps = {
    db,
    clock,
    newId: createIds(clock),
    pepper,
    staffKey: Buffer.alloc(32, 2),
    hasher: createPasswordHasher({ pepper, ...passwords }),
    setup: createSetupCode({ pepper }),
    proposedFactors: createProposedFactors({ clock }),
    secondFactorRoles: () => [],
    asksForFactor: () => true,
    codeTime: () => clock.now(),
    audit: {
      append(entry) {
        if (!db.inTransaction) throw new Error('an audit entry outside of the transaction of its act');
        audited.push(entry);
      },
    },
  };
  return { deps, clock, passwords, audited };
}

export const ADMIN = { login: 'ada', name: 'Ada Lindqvist', password: 'seven quiet herons' };

/** Creates the first administrator. */
export async function withAdmin(rig: AccessRig): Promise<{ admin: Operator; token: string }> {
  const { operator, token } = await setUp(rig.deps, { ...ADMIN, code: rig.deps.setup.open(), address: '10.0.0.1' });
  return { admin: operator, token };
}
