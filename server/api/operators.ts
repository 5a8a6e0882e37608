import {
  changeOperator,
  createOperator,
  getOperator,
  listOperators,
  type Operator,
  type OperatorDeps,
  removeSecondFactor,
  resetPassword,
  revokeSessions,
  type WithOneTimePassword,
} from '../access/operators.ts';
import type { OperatorAnswer, operatorRoutes } from '../contract/operators.ts';
import { isoTime } from '../lib/clock.ts';
import type { Handlers } from './mount.ts';

/**
 * Routes for operators: list, create, change, reset a password, remove a second factor, log out everywhere. Operators serve both modes, so a test
 * key has no access.
 */
export function operatorHandlers({ access }: { access: OperatorDeps }): Handlers<typeof operatorRoutes> {
  return {
    listOperators: (call) => call.whole(listOperators(access).reverse().map(presentOperator)),
    createOperator: async (call) => presentWithPassword(await createOperator(access, call.body, call.actor)),
    getOperator: (call) => presentOperator(getOperator(access, call.id)),
    changeOperator: (call) => presentOperator(changeOperator(access, call.id, call.body, call.actor)),
    resetPassword: async (call) => presentWithPassword(await resetPassword(access, call.id, call.actor)),
    removeSecondFactor: (call) => presentOperator(removeSecondFactor(access, call.id, call.actor)),
    endSessions: (call) => presentOperator(revokeSessions(access, call.id, call.actor)),
  };
}

export function presentOperator(operator: Operator): OperatorAnswer {
  return {
    id: operator.id,
    login: operator.login,
    name: operator.name,
    role: operator.role,
    source: operator.source,
    active: operator.active,
    must_change_password: operator.mustChangePassword,
    second_factor: operator.hasSecondFactor,
    created_at: isoTime(operator.createdAtMs),
    updated_at: isoTime(operator.updatedAtMs),
  };
}

function presentWithPassword({ operator, oneTimePassword }: WithOneTimePassword) {
  return { ...presentOperator(operator), one_time_password: oneTimePassword };
}
