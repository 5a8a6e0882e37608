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
import { findSession, type Session } from '../access/sessions.ts';
import type { SessionAnswer, sessionRoutes } from '../contract/operators.ts';
import type { Directory } from '../directory/directory.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Uplink } from '../uplink/uplink.ts';
import { ROLE_SCOPES } from '../vocabulary/roles.ts';
import { readMode, sessionOf } from './authorise.ts';
import type { Call } from './call.ts';
import type { Handlers } from './mount.ts';
import { isFromOffice } from './office.ts';
import { presentOperator } from './operators.ts';
import { addressOf } from './rate-limit.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';

interface Parts {
  access: LoginDeps;
  directory: Pick<Directory, 'offer'>;
  uplink: Pick<Uplink, 'reportsTo'>;
}

const SETUP_IS_HERE = `You can create the first administrator only on the appliance's own machine. Open the console there, or run "custos operators create" there.`;

/**
 * Routes for browsers: the current session, login and logout, the first administrator, the operator's own password and second factor. No key opens
 * them.
 */
export function sessionHandlers(parts: Parts): Handlers<typeof sessionRoutes> {
  const { access } = parts;
  const current = ({ req }: Call): Session | null => sessionOf(access, req, { touch: false });
  /** Returns the operator of a route that sessions may call. */
  const operatorOf = ({ res }: Call): string => (res.locals['session'] as Session).operatorId;
  const begin = (call: Call, { token }: Pick<LoggedIn, 'token'>): SessionAnswer => {
    setSessionCookie(call.res, token);
    const begun = findSession(access, token, { touch: false });
    return presentSession(parts, call, must(begun, 'a session that has begun works'));
  };
  return {
    getSession: (call) => presentSession(parts, call, current(call)),
    async logIn(call) {
      const input = call.body;
      const former = current(call);
      return begin(call, await logIn(access, { ...input, address: addressOf(call.req) }, former));
    },
    logOut(call) {
      const session = current(call);
      if (session) logOut(access, session);
      clearSessionCookie(call.res);
    },
    setUp: {
      before({ req }) {
        if (isFromOffice(req)) throw new AppError('forbidden', SETUP_IS_HERE);
      },
      answer: async (call) => begin(call, await setUp(access, { ...call.body, address: addressOf(call.req) })),
    },
    async changePassword(call) {
      const { old_password: oldPassword, new_password: newPassword } = call.body;
      const change = { oldPassword, newPassword, address: addressOf(call.req) };
      return begin(call, await changePassword(access, operatorOf(call), change));
    },
    async proposeSecondFactor(call) {
      const proof = { ...call.body, address: addressOf(call.req) };
      return { object: 'second_factor', ...(await proposeSecondFactor(access, operatorOf(call), proof)) };
    },
    confirmSecondFactor(call) {
      const { recoveryCodes, token } = confirmSecondFactor(access, operatorOf(call), call.body.code);
      return { ...begin(call, { token }), recovery_codes: recoveryCodes };
    },
    async removeOwnSecondFactor(call) {
      const proof = { ...call.body, address: addressOf(call.req) };
      return begin(call, await giveUpSecondFactor(access, operatorOf(call), proof));
    },
  };
}

export function presentSession(
  { access, directory, uplink }: Parts,
  { req }: Pick<Call, 'req'>,
  session: Session | null,
): SessionAnswer {
  const isOpen =
    session !== null && !session.mustChangePassword && !session.mustSetSecondFactor && !session.mustEnterCode;
  return {
    directory: directory.offer(),
    setup_required: countOperators(access) === 0,
    operator: session && presentOperator(getOperator(access, session.operatorId)),
    scopes: isOpen ? [...ROLE_SCOPES[session.role]] : [],
    livemode: readMode(req),
    ends_at: session && isoTime(session.endsAtMs),
    must_set_second_factor: session?.mustSetSecondFactor ?? false,
    reports_to: session && uplink.reportsTo(),
    must_enter_code: session?.mustEnterCode ?? false,
  };
}
