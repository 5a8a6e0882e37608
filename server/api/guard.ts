import type { RequestHandler } from 'express';
import type { KeyDeps } from '../access/keys.ts';
import type { Scope } from '../access/scopes.ts';
import { authentication, requireScope } from './authorise.ts';
import { perKeyLimit } from './rate-limit.ts';

/** What stands before every handler of `/v1`: who asks, how often, and whether they may. */
export interface Guard {
  allow(scope: Scope): RequestHandler[];
  /** The same for what starts work, which is counted once more. */
  allowCreate(scope: Scope): RequestHandler[];
}

export function createGuard(deps: {
  access: Pick<KeyDeps, 'db' | 'clock' | 'pepper'>;
  requestsPerMinute: number;
  createsPerMinute: number;
}): Guard {
  const common = [authentication(deps), perKeyLimit('requests', deps.requestsPerMinute)];
  const creates = perKeyLimit('creates', deps.createsPerMinute);
  return {
    allow: (scope) => [...common, requireScope(scope)],
    allowCreate: (scope) => [...common, requireScope(scope), creates],
  };
}
