import type { PasswordHasher } from '../../access/hasher.ts';
import type { SetupCode } from '../../access/setup.ts';
import type { NewId } from '../../lib/ids.ts';
import type { HubRole } from '../../vocabulary/hub-roles.ts';
import type { AuditDeps } from '../audit/log.ts';
import type { HubPool } from '../db/pool.ts';
import type { Reach } from '../db/transact.ts';

/** What the logins of the hub need. The keys lie outside of PostgreSQL. */
export interface HubAccess extends AuditDeps {
  pool: HubPool;
  newId: NewId;
  hasher: PasswordHasher;
  setup: SetupCode;
  /** Of the HMACs that find a login, a session and an address. */
  pepper: Buffer;
  /** Seals the operators' logins, names and second factors. */
  staffKey: Buffer;
  /** Roles whose operators must have a second factor. */
  factorRoles: readonly HubRole[];
}

/** Who asks, and what they may see. */
export interface HubPrincipal {
  operatorId: string;
  role: HubRole;
  reach: Reach;
}
