import type { RequestHandler } from 'express';
import type { OperatorDeps } from '../access/operators.ts';
import type { Scope } from '../access/scopes.ts';
import { authentication, requireScope } from './authorise.ts';
import { type CostLimit, createCostLimit } from './cost-limit.ts';
import { perKeyLimit } from './rate-limit.ts';

/** What stands before every handler of `/v1`: who asks, how often, and whether they may. */
export interface Guard {
  /** Any of these scopes will do. */
  allow(...scopes: readonly [Scope, ...Scope[]]): RequestHandler[];
  /** The same for what starts work, which is counted once more. */
  allowCreate(scope: Scope): RequestHandler[];
  /** The same for screenings, of which one request may hold many: they are counted by themselves, and not as requests. */
  allowScreening(): RequestHandler[];
  screenings: CostLimit;
}

export function createGuard(deps: {
  access: Pick<OperatorDeps, 'db' | 'clock' | 'pepper' | 'secondFactorRoles'>;
  requestsPerMinute: number;
  createsPerMinute: number;
  screeningsPerMinute: number;
}): Guard {
  const common = [authentication(deps), perKeyLimit('requests', deps.requestsPerMinute)];
  const creates = perKeyLimit('creates', deps.createsPerMinute);
  const screenings = createCostLimit('screenings', deps.screeningsPerMinute, deps.access.clock);
  return {
    allow: (...scopes) => [...common, requireScope(...scopes)],
    allowCreate: (scope) => [...common, requireScope(scope), creates],
    allowScreening: () => [authentication(deps), requireScope('screening')],
    screenings,
  };
}
