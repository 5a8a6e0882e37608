import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idParam, JSON_TYPE, operation } from './openapi-operation.ts';
import {
  loginSchema,
  newOperatorSchema,
  operatorChangeSchema,
  operatorPageSchema,
  operatorSchema,
  operatorWithPasswordSchema,
  passwordChangeSchema,
  secondFactorCodeSchema,
  secondFactorProofSchema,
  secondFactorSetSchema,
  sessionSchema,
  setupSchema,
  shownFactorSchema,
} from './operators.ts';

const TAG = 'Operators';
const begun = { description: 'Logged in; the answer sets the cookie', schema: sessionSchema };

export const operatorPaths: ZodOpenApiPathsObject = {
  '/session': {
    get: operation('getSession', {
      summary: 'Who is logged in, and whether anybody can',
      description: 'Does not count as use of the session.',
      tag: TAG,
      success: { 200: { description: 'The session; without one, operator is null', schema: sessionSchema } },
      problems: [400, 403, 405, 406, 429, 503],
    }),
    post: operation('logIn', {
      summary: 'Log in',
      description:
        "From the appliance's own pages only. The cookie is HttpOnly and SameSite=Strict. Failed logins must wait, by account and by address.",
      tag: TAG,
      body: { [JSON_TYPE]: loginSchema },
      success: { 200: begun },
      problems: [400, 401, 403, 405, 406, 409, 413, 415, 429, 503],
    }),
    delete: operation('logOut', {
      summary: 'Log out',
      tag: TAG,
      success: { 204: { description: 'The session has ended' } },
      problems: [400, 403, 405, 429, 503],
    }),
  },
  '/session/setup': {
    post: operation('setUp', {
      summary: 'Make the first administrator and log in',
      tag: TAG,
      body: { [JSON_TYPE]: setupSchema },
      success: { 200: begun },
      problems: [400, 401, 403, 405, 406, 409, 413, 415, 429, 503],
    }),
  },
  '/session/password': {
    post: operation('changePassword', {
      summary: 'Change your own password; every session of yours ends, and a new one begins',
      session: true,
      tag: TAG,
      body: { [JSON_TYPE]: passwordChangeSchema },
      success: { 200: begun },
      problems: [400, 413, 415],
    }),
  },
  '/session/second-factor': {
    post: operation('proposeSecondFactor', {
      summary: 'Show a new secret for your own second factor',
      description:
        'TOTP (RFC 6238): SHA-1, six digits, 30 seconds. Needs your password, and a code of the factor that is there. In force once a code of the new one was sent, within 15 minutes.',
      session: true,
      tag: TAG,
      body: { [JSON_TYPE]: secondFactorProofSchema },
      success: { 200: { description: 'The secret', schema: shownFactorSchema } },
      problems: [400, 413, 415],
    }),
  },
  '/session/second-factor/confirm': {
    post: operation('confirmSecondFactor', {
      summary: 'Put your second factor in force with its first code; every session of yours ends, and a new one begins',
      session: true,
      tag: TAG,
      body: { [JSON_TYPE]: secondFactorCodeSchema },
      success: { 200: { description: 'In force; the answer sets the cookie', schema: secondFactorSetSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/session/second-factor/remove': {
    post: operation('removeOwnSecondFactor', {
      summary: 'Remove your own second factor, where your role does not need one',
      session: true,
      tag: TAG,
      body: { [JSON_TYPE]: secondFactorProofSchema },
      success: { 200: begun },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/operators/{id}/remove-second-factor': {
    post: operation('removeSecondFactor', {
      summary: 'Remove the second factor of an operator who has lost it; their sessions end',
      scope: 'admin',
      tag: TAG,
      params: idParam('opr'),
      success: { 200: { description: 'The operator', schema: operatorSchema } },
      problems: [404, 409],
    }),
  },
  '/v1/operators': {
    get: operation('listOperators', {
      summary: 'List operators, newest first',
      scope: 'admin',
      tag: TAG,
      success: { 200: { description: 'All of them', schema: operatorPageSchema } },
    }),
    post: operation('createOperator', {
      summary: 'Create an operator with a one-time password',
      scope: 'admin',
      tag: TAG,
      body: { [JSON_TYPE]: newOperatorSchema },
      success: { 201: { description: 'The operator', schema: operatorWithPasswordSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/operators/{id}': {
    get: operation('getOperator', {
      summary: 'Retrieve an operator',
      scope: 'admin',
      tag: TAG,
      params: idParam('opr'),
      success: { 200: { description: 'The operator', schema: operatorSchema } },
      problems: [404],
    }),
    patch: operation('changeOperator', {
      summary: 'Change the name or the role of an operator, or whether they may log in',
      description: 'A new role, or an end, ends their sessions at once. The last administrator must stay one.',
      scope: 'admin',
      tag: TAG,
      params: idParam('opr'),
      body: { [JSON_TYPE]: operatorChangeSchema },
      success: { 200: { description: 'The operator', schema: operatorSchema } },
      problems: [404, 409, 413, 415],
    }),
  },
  '/v1/operators/{id}/reset-password': {
    post: operation('resetPassword', {
      summary: 'Give an operator a one-time password; their sessions end',
      scope: 'admin',
      tag: TAG,
      params: idParam('opr'),
      success: { 200: { description: 'The operator', schema: operatorWithPasswordSchema } },
      problems: [404],
    }),
  },
  '/v1/operators/{id}/end-sessions': {
    post: operation('endSessions', {
      summary: 'Log an operator out everywhere',
      scope: 'admin',
      tag: TAG,
      params: idParam('opr'),
      success: { 200: { description: 'The operator', schema: operatorSchema } },
      problems: [404],
    }),
  },
};
