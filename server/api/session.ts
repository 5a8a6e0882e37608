import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  changePassword,
  confirmSecondFactor,
  giveUpSecondFactor,
  type LoggedIn,
  type LoginDeps,
  logIn,
  logOut,
  proposeSecondFactor,
  setUp,
} from '../access/login.ts';
import { countOperators, getOperator } from '../access/operators.ts';
import { ROLE_SCOPES } from '../access/roles.ts';
import { findSession, type Session } from '../access/sessions.ts';
import {
  loginSchema,
  passwordChangeSchema,
  type SecondFactorSetAnswer,
  type SessionAnswer,
  type ShownFactorAnswer,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  setupSchema,
} from '../contract/operators.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { readMode, sessionOf } from './authorise.ts';
import { jsonBody } from './json-body.ts';
import { notFromOffice } from './office.ts';
import { presentOperator } from './operators.ts';
import { addressOf, perAddressLimit } from './rate-limit.ts';
import { addRoute, produces } from './route.ts';
import { clearSessionCookie, requireOwnPage, setSessionCookie } from './session-cookie.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/session';
const REFUSED = 'The request is not valid. See errors.';
const SETUP_IS_HERE =
  'The first administrator is made on the machine of the appliance itself: open the console there, or run "custos operators create" there.';

/** `/session`: who is logged in, log in and out, the first administrator, the own password and second factor. For browsers: no key opens any of it. */
export function sessionRouter(deps: { access: LoginDeps; requestsPerMinute: number }): Router {
  const { access } = deps;
  const router = Router();
  const limit = perAddressLimit('session requests', deps.requestsPerMinute);
  const json = produces('application/json');
  const own: RequestHandler[] = [limit, ownPage, json, ...jsonBody];
  addRoute(router, PATH, {
    get: [limit, json, (req, res) => sendSession(access, res, sessionOf(access, req, { touch: false }))],
    post: [
      ...own,
      async (req, res) => {
        const input = parseOrThrow(loginSchema, req.body, REFUSED);
        const former = sessionOf(access, req, { touch: false });
        sendLoggedIn(access, res, await logIn(access, { ...input, address: addressOf(req) }, former));
      },
    ],
    delete: [
      limit,
      (req, res) => {
        const session = sessionOf(access, req, { touch: false });
        if (session) logOut(access, session);
        clearSessionCookie(res);
        res.status(204).end();
      },
    ],
  });
  addRoute(router, `${PATH}/setup`, {
    post: [
      notFromOffice(SETUP_IS_HERE),
      ...own,
      async (req, res) => {
        const input = parseOrThrow(setupSchema, req.body, REFUSED);
        sendLoggedIn(access, res, await setUp(access, { ...input, address: addressOf(req) }));
      },
    ],
  });
  const loggedIn: RequestHandler[] = [
    limit,
    json,
    (req, res, next) => {
      res.locals['session'] = requireSession(access, req);
      next();
    },
    ...jsonBody,
  ];
  addRoute(router, `${PATH}/password`, {
    post: [
      ...loggedIn,
      async (req, res) => {
        const { operatorId } = sessionIn(res);
        const input = parseOrThrow(passwordChangeSchema, req.body, REFUSED);
        const change = {
          oldPassword: input.old_password,
          newPassword: input.new_password,
          address: addressOf(req),
        };
        sendLoggedIn(access, res, await changePassword(access, operatorId, change));
      },
    ],
  });
  addRoute(router, `${PATH}/second-factor`, {
    post: [
      ...loggedIn,
      async (req, res) => {
        const { operatorId } = requireOwnPassword(sessionIn(res));
        const proof = parseOrThrow(secondFactorProofSchema, req.body, REFUSED);
        const shown = await proposeSecondFactor(access, operatorId, { ...proof, address: addressOf(req) });
        const answer: ShownFactorAnswer = { object: 'second_factor', ...shown };
        res.json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/second-factor/confirm`, {
    post: [
      ...loggedIn,
      (req, res) => {
        const { operatorId } = requireOwnPassword(sessionIn(res));
        const { code } = parseOrThrow(secondFactorCodeSchema, req.body, REFUSED);
        const { recoveryCodes, token } = confirmSecondFactor(access, operatorId, code);
        setSessionCookie(res, token);
        const answer: SecondFactorSetAnswer = {
          ...sessionAnswer(access, res, begun(access, token)),
          recovery_codes: recoveryCodes,
        };
        res.json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/second-factor/remove`, {
    post: [
      ...loggedIn,
      async (req, res) => {
        const { operatorId } = requireOwnPassword(sessionIn(res));
        const proof = parseOrThrow(secondFactorProofSchema, req.body, REFUSED);
        sendLoggedIn(access, res, await giveUpSecondFactor(access, operatorId, { ...proof, address: addressOf(req) }));
      },
    ],
  });
  return router;
}

/** Also without a cookie: a page of another site could log somebody in as somebody else. */
const ownPage: RequestHandler = (req, _res, next) => {
  requireOwnPage(req);
  next();
};

function requireSession(access: LoginDeps, req: Request): Session {
  const session = sessionOf(access, req, { touch: true });
  if (session) return session;
  throw new AppError('unauthorized', 'Nobody is logged in, or the session has ended. Log in first.');
}

const sessionIn = (res: Response): Session => res.locals['session'] as Session;

/** A one-time password, which somebody else has seen, sets no second factor. */
function requireOwnPassword(session: Session): Session {
  if (!session.mustChangePassword) return session;
  throw new AppError('forbidden', 'Your one-time password must be changed first: POST /session/password.');
}

function sendLoggedIn(access: LoginDeps, res: Response, { token }: LoggedIn): void {
  setSessionCookie(res, token);
  sendSession(access, res, begun(access, token));
}

const begun = (access: LoginDeps, token: string): Session =>
  must(findSession(access, token, { touch: false }), 'a session that has begun works');

function sendSession(access: LoginDeps, res: Response, session: Session | null): void {
  res.json(sessionAnswer(access, res, session));
}

function sessionAnswer(access: LoginDeps, res: Response, session: Session | null): SessionAnswer {
  const isOpen = session !== null && !session.mustChangePassword && !session.mustSetSecondFactor;
  return {
    setup_required: countOperators(access) === 0,
    operator: session && presentOperator(getOperator(access, session.operatorId)),
    scopes: isOpen ? [...ROLE_SCOPES[session.role]] : [],
    livemode: readMode(res.req),
    ends_at: session && isoTime(session.endsAtMs),
    must_set_second_factor: session?.mustSetSecondFactor ?? false,
  };
}
