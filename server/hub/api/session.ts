import type { Call } from '../../api/call.ts';
import type { Handlers } from '../../api/mount.ts';
import { addressOf } from '../../api/rate-limit.ts';
import type { HubSessionAnswer, hubSessionRoutes } from '../../contract/hub-console.ts';
import { must } from '../../lib/assert.ts';
import { isoTime } from '../../lib/clock.ts';
import { changePassword, logIn, logOut, setUp } from '../access/login.ts';
import { hasOperators } from '../access/operators.ts';
import { confirmSecondFactor, giveUpSecondFactor, proposeSecondFactor } from '../access/own-factor.ts';
import { findSession, type HubSession } from '../access/sessions.ts';
import { transact } from '../db/transact.ts';
import { clearHubCookie, readHubToken, setHubCookie } from './cookie.ts';
import type { HubConsole } from './deps.ts';
import { hubSessionOf } from './guard.ts';
import { presentHubOperator } from './operators.ts';

/** Routes of the session: login and logout, the first administrator, the own password and second factor. */
export function hubSessionHandlers(hub: HubConsole): Handlers<typeof hubSessionRoutes> {
  const { access } = hub;
  const begin = async ({ res }: Call, token: string): Promise<HubSessionAnswer> => {
    setHubCookie(res, token);
    return present(hub, must(await findSession(access, token, { touch: false }), 'a session that has begun works'));
  };
  return {
    async getHubSession({ req }) {
      const token = readHubToken(req);
      return present(hub, token === null ? null : await findSession(access, token, { touch: false }));
    },
    logInToHub: async (call) => {
      return begin(call, await logIn(access, { ...call.body, address: addressOf(call.req) }));
    },
    async logOutOfHub({ res }) {
      await logOut(access, hubSessionOf(res));
      clearHubCookie(res);
    },
    setUpHub: async (call) => begin(call, await setUp(access, { ...call.body, address: addressOf(call.req) })),
    changeHubPassword: async (call) => {
      const { old_password: oldPassword, new_password: newPassword } = call.body;
      const change = { oldPassword, newPassword, address: addressOf(call.req) };
      return begin(call, await changePassword(access, hubSessionOf(call.res), change));
    },
    async proposeHubSecondFactor(call) {
      const proof = { ...call.body, address: addressOf(call.req) };
      return { object: 'second_factor', ...(await proposeSecondFactor(access, hubSessionOf(call.res), proof)) };
    },
    async confirmHubSecondFactor(call) {
      const { token, recoveryCodes } = await confirmSecondFactor(access, hubSessionOf(call.res), call.body.code);
      return { ...(await begin(call, token)), recovery_codes: recoveryCodes };
    },
    async removeOwnHubSecondFactor(call) {
      const proof = { ...call.body, address: addressOf(call.req) };
      return begin(call, await giveUpSecondFactor(access, hubSessionOf(call.res), proof));
    },
  };
}

async function present({ access, site, version }: HubConsole, session: HubSession | null): Promise<HubSessionAnswer> {
  return {
    hub: site.hub,
    version,
    setup_required: session === null && !(await transact(access.pool, 'all', hasOperators, { readOnly: true })),
    operator: session && presentHubOperator(session.operator),
    must_set_second_factor: session?.mustSetSecondFactor ?? false,
    ends_at: session && isoTime(session.endsAtMs),
  };
}
