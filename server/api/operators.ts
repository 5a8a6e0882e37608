import { type RequestHandler, Router } from 'express';
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
import { newOperatorSchema, type OperatorAnswer, operatorChangeSchema } from '../contract/operators.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';
import { idOf, sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/operators';

/** `/v1/operators`: list, create, change, reset a password, remove a second factor, log out everywhere. Operators serve both modes, so a test key has no say. */
export function operatorsRouter({ guard, operators }: { guard: Guard; operators: OperatorDeps }): Router {
  const router = Router();
  const allow = [...guard.allow('admin'), liveOnly, produces('application/json')];
  addRoute(router, PATH, {
    get: [...allow, (_req, res) => sendWhole(res, PATH, listOperators(operators).reverse().map(presentOperator))],
    post: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const input = parseOrThrow(newOperatorSchema, req.body, 'The operator cannot be made like this. See errors.');
        const made = await createOperator(operators, input, principalOf(res).actorId);
        res.status(201).json(presentWithPassword(made));
      },
    ],
  });
  addRoute(router, `${PATH}/:id`, {
    get: [...allow, (req, res) => void res.json(presentOperator(getOperator(operators, idOf(req))))],
    patch: [
      ...allow,
      ...jsonBody,
      (req, res) => {
        const change = parseOrThrow(operatorChangeSchema, req.body, 'The operator cannot be changed so. See errors.');
        res.json(presentOperator(changeOperator(operators, idOf(req), change, principalOf(res).actorId)));
      },
    ],
  });
  addRoute(router, `${PATH}/:id/reset-password`, {
    post: [
      ...allow,
      async (req, res) => {
        res.json(presentWithPassword(await resetPassword(operators, idOf(req), principalOf(res).actorId)));
      },
    ],
  });
  addRoute(router, `${PATH}/:id/remove-second-factor`, {
    post: [
      ...allow,
      (req, res) => void res.json(presentOperator(removeSecondFactor(operators, idOf(req), principalOf(res).actorId))),
    ],
  });
  addRoute(router, `${PATH}/:id/end-sessions`, {
    post: [
      ...allow,
      (req, res) => void res.json(presentOperator(revokeSessions(operators, idOf(req), principalOf(res).actorId))),
    ],
  });
  return router;
}

const liveOnly: RequestHandler = (_req, res, next) => {
  if (!principalOf(res).livemode) {
    throw new AppError('forbidden', 'Operators are no test data. Use a live key with the scope admin.');
  }
  next();
};

export function presentOperator(operator: Operator): OperatorAnswer {
  return {
    id: operator.id,
    login: operator.login,
    name: operator.name,
    role: operator.role,
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
