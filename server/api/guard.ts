import type { RequestHandler } from 'express';
import type { OperatorDeps } from '../access/operators.ts';
import type { Route } from '../contract/route.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Scope } from '../vocabulary/scopes.ts';
import { authentication, principalOf, requireScope, sessionOf } from './authorise.ts';
import { type CostLimit, createCostLimit } from './cost-limit.ts';
import { fromOffice } from './office.ts';
import { perAddressLimit, perKeyLimit } from './rate-limit.ts';
import { produces } from './route.ts';
import { requireOwnPage } from './session-cookie.ts';

/** The handlers that run before a route's own, by its row: authentication, rate limits, permissions. */
export interface Guard {
  chainOf(row: Route): RequestHandler[];
  /** One request may hold many screenings. The handler counts those after the first. */
  screenings: CostLimit;
}

export function createGuard(deps: {
  access: Pick<OperatorDeps, 'db' | 'clock' | 'pepper' | 'secondFactorRoles'>;
  requestsPerMinute: number;
  createsPerMinute: number;
  screeningsPerMinute: number;
}): Guard {
  const known = authentication(deps);
  const requests = perKeyLimit('requests', deps.requestsPerMinute);
  const screenings = createCostLimit('screenings', deps.screeningsPerMinute, deps.access.clock);
  const sessionRequests = perAddressLimit('session requests', LIMITS.sessionRequestsPerMinute);
  const counted: Record<NonNullable<Route['counts']>, RequestHandler> = {
    creates: perKeyLimit('creates', deps.createsPerMinute),
    inspections: perKeyLimit('inspections', LIMITS.inspectionsPerMinute),
    references: perAddressLimit('requests for the OpenAPI document', LIMITS.referenceRequestsPerMinute),
    screenings(_req, res, next) {
      screenings.take(res, 1);
      next();
    },
  };
  /** For login, logout and similar routes. No key opens them, and they need only the session that the row asks for. */
  const ofPages = (row: Route): RequestHandler[] => [
    sessionRequests,
    // Even without a cookie: a page of another site could log a person in as somebody else.
    ...(row.open === 'pages' && row.body ? [ownPage] : []),
    ...producesOf(row),
    ...(row.open === 'pages' ? [] : [requireSession(deps.access, row.open === 'own password')]),
  ];
  const scoped = (row: Route): RequestHandler[] => [
    known,
    ...(row.counts === 'screenings' ? [] : [requests]),
    requireScope(...([row.scope].flat() as [Scope, ...Scope[]])),
    ...(row.also ? [requireScope(row.also)] : []),
    ...(row.live ? [liveOnly(row.live)] : []),
    ...producesOf(row),
    ...(row.counts ? [counted[row.counts]] : []),
  ];
  return {
    screenings,
    chainOf(row) {
      const { open, office, counts } = row;
      if (open === undefined) return scoped(row);
      if (open !== 'anybody') return ofPages(row);
      const here = office ? [fromOffice([known, requests, requireScope(...(office as [Scope, ...Scope[]]))])] : [];
      return [...here, ...(counts ? [counted[counts]] : [])];
    },
  };
}

/** A file is sent unchanged, whatever the client accepts. */
function producesOf({ answers }: Route): RequestHandler[] {
  const types = Object.values(answers).flatMap(({ schema, type }) => type ?? (schema ? 'application/json' : []));
  return types.length === 0 || types.includes('application/octet-stream') ? [] : [produces(...new Set(types))];
}

/** Throws `forbidden` for a test key and in test mode. `detail` says what exists only in live mode. */
function liveOnly(detail: string): RequestHandler {
  return (_req, res, next) => {
    if (!principalOf(res).livemode) throw new AppError('forbidden', detail);
    next();
  };
}

const ownPage: RequestHandler = (req, _res, next) => {
  requireOwnPage(req);
  next();
};

/** Throws `unauthorized`, and `forbidden` if the route needs the operator's own password. Somebody else has seen a one-time password. */
function requireSession(access: Parameters<typeof sessionOf>[0], ownPassword: boolean): RequestHandler {
  return (req, res, next) => {
    const session = sessionOf(access, req, { touch: true });
    if (!session) throw new AppError('unauthorized', 'You are not logged in, or the session has ended. Log in first.');
    if (ownPassword && session.mustChangePassword) {
      throw new AppError('forbidden', 'You must change your one-time password first: POST /session/password.');
    }
    res.locals['session'] = session;
    next();
  };
}
