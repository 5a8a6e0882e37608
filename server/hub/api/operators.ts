import type { Handlers } from '../../api/mount.ts';
import type { HubOperatorAnswer, hubOperatorRoutes } from '../../contract/hub-console.ts';
import { isoTime } from '../../lib/clock.ts';
import {
  changeOperator,
  createOperator,
  type HubOperator,
  listOperators,
  removeSecondFactor,
  resetPassword,
  type WithOneTimePassword,
} from '../access/operators.ts';
import { transact } from '../db/transact.ts';
import type { HubConsole } from './deps.ts';

/** Routes for the operators of the hub. */
export function hubOperatorHandlers({ access }: HubConsole): Handlers<typeof hubOperatorRoutes> {
  return {
    async listHubOperators() {
      const all = await transact(access.pool, 'all', (tx) => listOperators(access, tx), { readOnly: true });
      return { object: 'list', data: all.map(presentHubOperator) };
    },
    createHubOperator: async ({ body, actor }) => presentWithPassword(await createOperator(access, body, actor)),
    changeHubOperator: async ({ id, body, actor }) => presentHubOperator(await changeOperator(access, id, body, actor)),
    resetHubPassword: async ({ id, actor }) => presentWithPassword(await resetPassword(access, id, actor)),
    removeHubSecondFactor: async ({ id, actor }) => presentHubOperator(await removeSecondFactor(access, id, actor)),
  };
}

export function presentHubOperator(operator: HubOperator): HubOperatorAnswer {
  return {
    id: operator.id,
    login: operator.login,
    name: operator.name,
    role: operator.role,
    branches: operator.branches === 'all' ? 'all' : [...operator.branches],
    active: operator.active,
    must_change_password: operator.mustChangePassword,
    second_factor: operator.hasSecondFactor,
    created_at: isoTime(operator.createdAtMs),
    updated_at: isoTime(operator.updatedAtMs),
  };
}

function presentWithPassword({ operator, oneTimePassword }: WithOneTimePassword) {
  return { ...presentHubOperator(operator), one_time_password: oneTimePassword };
}
