import type { RequestHandler, Response } from 'express';
import type { Guard } from '../../api/guard.ts';
import { perAddressLimit, perKeyLimit } from '../../api/rate-limit.ts';
import { produces } from '../../api/route.ts';
import { requireOwnPage } from '../../api/session-cookie.ts';
import type { HubRoute } from '../../contract/hub-console.ts';
import { assert, must } from '../../lib/assert.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { HubAccess } from '../access/deps.ts';
import { findSession, type HubSession } from '../access/sessions.ts';
import { readHubToken } from './cookie.ts';

/** What runs before the routes of the hub's console: only the console's own pages may call them, with a session where the row asks for one. */
export function createHubGuard(access: HubAccess): Pick<Guard, 'chainOf'> {
  const sessionRequests = perAddressLimit('session requests', LIMITS.sessionRequestsPerMinute);
  const requests = perKeyLimit('requests', LIMITS.requestsPerMinute);
  const known: RequestHandler = async (req, res, next) => {
    const token = readHubToken(req);
    const session = token === null ? null : await findSession(access, token, { touch: true });
    if (!session) throw new AppError('unauthorized', 'You are not logged in, or the session has ended. Log in first.');
    res.locals['session'] = session;
    // For the parts that are shared with the appliance.
    res.locals['principal'] = { actorId: session.operatorId, livemode: true, scopes: [], session: session.hash };
    next();
  };
  return {
    chainOf(row: HubRoute) {
      const { open, role } = row;
      assert(
        role !== undefined || open === 'pages' || open === 'session' || open === 'own password',
        'a route of the hub says who may call it',
      );
      const json = Object.values(row.answers).every(({ type }) => type === undefined)
        ? [produces('application/json')]
        : [];
      if (open === 'pages') return [sessionRequests, ownPage, ...json];
      if (open === 'session') return [sessionRequests, ownPage, known, ...json];
      if (open === 'own password') return [sessionRequests, ownPage, known, ownPassword, ...json];
      return [
        ownPage,
        known,
        requests,
        ownPassword,
        factorSet,
        ...(role === 'hub_administrator' ? [administrator] : []),
        ...json,
      ];
    },
  };
}

const ownPage: RequestHandler = (req, _res, next) => {
  requireOwnPage(req);
  next();
};

const ownPassword: RequestHandler = (_req, res, next) => {
  if (hubSessionOf(res).operator.mustChangePassword) {
    throw new AppError('forbidden', 'You must change your one-time password first.');
  }
  next();
};

const factorSet: RequestHandler = (_req, res, next) => {
  if (hubSessionOf(res).mustSetSecondFactor) {
    throw new AppError('forbidden', 'Your role requires a second factor. Set one up first.');
  }
  next();
};

const administrator: RequestHandler = (_req, res, next) => {
  if (hubSessionOf(res).role !== 'hub_administrator') {
    throw new AppError('forbidden', 'Only an administrator of the hub may do this.');
  }
  next();
};

/** Returns the session of a guarded route. */
export function hubSessionOf(res: Response): HubSession {
  return must(res.locals['session'] as HubSession | undefined, 'a guarded route of the hub has a session');
}
