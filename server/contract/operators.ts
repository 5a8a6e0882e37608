import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { ROLES } from '../vocabulary/roles.ts';
import { idField, neededNameField, timeField } from './fields.ts';
import { scopeSchema } from './keys.ts';
import { ids, routes } from './route.ts';
import { pageSchema } from './verification.ts';

const roleSchema = z.enum(ROLES).meta({ id: 'Role' });

/** How a new login may look; an old one that is typed may be anything. */
const newLoginField = z
  .string()
  .trim()
  .toLowerCase()
  .min(LIMITS.loginCharsMin, { error: `is too short; choose at least ${LIMITS.loginCharsMin} characters` })
  .max(LIMITS.loginCharsMax, { error: `is longer than ${LIMITS.loginCharsMax} characters; shorten it` })
  .regex(/^[a-z0-9][a-z0-9._@-]*$/, { error: 'must be of letters a-z, digits and . _ @ -, a letter or digit first' })
  .meta({ description: 'Without regard to capitals', examples: ['a.martello'] });

/** Nobody is told of a password whether it has the right length. */
const TYPED_CHARS_MAX = 1_024;
const typedField = z.string().max(TYPED_CHARS_MAX, { error: `is longer than ${TYPED_CHARS_MAX} characters` });
const newPasswordField = typedField.meta({
  description: `${LIMITS.passwordCharsMin} to ${LIMITS.passwordCharsMax} characters; neither the login nor one of the commonest`,
});

const codeField = typedField.meta({ description: 'Of the second factor: six digits of the app, or a recovery code' });

export const loginSchema = z
  .object({ login: typedField, password: typedField, code: codeField.exactOptional() })
  .meta({ id: 'Login' });

export const secondFactorProofSchema = z
  .object({
    password: typedField,
    code: codeField.exactOptional().meta({ description: 'Of the second factor that is there' }),
  })
  .meta({ id: 'SecondFactorProof' });

export const secondFactorCodeSchema = z.object({ code: codeField }).meta({ id: 'SecondFactorCode' });

export const shownFactorSchema = z
  .object({
    object: z.literal('second_factor'),
    secret: z.string().meta({ description: 'Base32, for an app into which it is typed' }),
    uri: z.string().meta({ description: '`otpauth://`, for an app that scans it as a QR code' }),
  })
  .meta({ id: 'SecondFactor', description: 'A new secret, in force once a code of it was sent' });

export const setupSchema = z
  .object({
    code: typedField.meta({ description: 'The one-time code that the start of the appliance printed' }),
    login: newLoginField,
    name: neededNameField,
    password: newPasswordField,
  })
  .meta({ id: 'Setup' });

export const passwordChangeSchema = z
  .object({ old_password: typedField, new_password: newPasswordField })
  .meta({ id: 'PasswordChange' });

export const newOperatorSchema = z
  .object({ login: newLoginField, name: neededNameField, role: roleSchema })
  .meta({ id: 'NewOperator' });

export const operatorChangeSchema = z
  .object({
    name: neededNameField.exactOptional(),
    role: roleSchema.exactOptional(),
    active: z.boolean().exactOptional().meta({ description: 'false: may no longer log in' }),
  })
  .meta({ id: 'OperatorChange' });

const operatorFields = {
  id: idField('opr'),
  login: z.string(),
  name: z.string(),
  role: roleSchema,
  active: z.boolean(),
  must_change_password: z.boolean().meta({ description: 'Has a one-time password, and can do nothing else before' }),
  second_factor: z.boolean().meta({ description: 'Logs in with a code of an app besides the password' }),
  created_at: timeField,
  updated_at: timeField,
};

export const operatorSchema = z.object(operatorFields).meta({ id: 'Operator' });
export const operatorWithPasswordSchema = z
  .object({ ...operatorFields, one_time_password: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'OperatorWithOneTimePassword' });
export const operatorPageSchema = pageSchema(operatorSchema).meta({ id: 'OperatorPage' });

const sessionFields = {
  setup_required: z.boolean().meta({ description: 'Nobody can log in before the first administrator is made' }),
  operator: operatorSchema.nullable().meta({ description: 'Who is logged in' }),
  scopes: z.array(scopeSchema),
  livemode: z.boolean().meta({ description: 'false where the header Custos-Mode says test' }),
  ends_at: timeField.nullable().meta({ description: 'When the session ends without a further request' }),
  must_set_second_factor: z
    .boolean()
    .meta({ description: 'The role needs a second factor, and nothing else can be done before it is set' }),
};

export const sessionSchema = z.object(sessionFields).meta({ id: 'Session' });
export const secondFactorSetSchema = z
  .object({
    ...sessionFields,
    recovery_codes: z.array(z.string()).meta({ description: 'Each opens one login without the app. Shown this once' }),
  })
  .meta({ id: 'SecondFactorSet' });

export type OperatorAnswer = z.output<typeof operatorSchema>;
export type SessionAnswer = z.output<typeof sessionSchema>;
export type ShownFactorAnswer = z.output<typeof shownFactorSchema>;

const TAG = 'Operators';
const begun = { 200: { description: 'Logged in; the answer sets the cookie', schema: sessionSchema } };

/** Who is logged in, log in and out, the own password and second factor. */
export const sessionRoutes = routes({ tag: TAG, invalid: 'The request is not valid. See errors.' })({
  getSession: {
    at: 'GET /session',
    summary: 'Who is logged in, and whether anybody can',
    description: 'Does not count as use of the session.',
    open: 'pages',
    answers: { 200: { description: 'The session; without one, operator is null', schema: sessionSchema } },
    problems: [406],
  },
  logIn: {
    at: 'POST /session',
    summary: 'Log in',
    description:
      "From the appliance's own pages only. The cookie is HttpOnly and SameSite=Strict. Failed logins must wait, by account and by address.",
    open: 'pages',
    body: loginSchema,
    answers: begun,
    problems: [401, 406, 409],
  },
  logOut: {
    at: 'DELETE /session',
    summary: 'Log out',
    open: 'pages',
    answers: { 204: { description: 'The session has ended' } },
  },
  setUp: {
    at: 'POST /session/setup',
    summary: 'Make the first administrator and log in',
    open: 'pages',
    body: setupSchema,
    answers: begun,
    problems: [401, 406, 409],
  },
  changePassword: {
    at: 'POST /session/password',
    summary: 'Change your own password; every session of yours ends, and a new one begins',
    open: 'session',
    body: passwordChangeSchema,
    answers: begun,
  },
  proposeSecondFactor: {
    at: 'POST /session/second-factor',
    summary: 'Show a new secret for your own second factor',
    description:
      'TOTP (RFC 6238): SHA-1, six digits, 30 seconds. Needs your password, and a code of the factor that is there. In force once a code of the new one was sent, within 15 minutes.',
    open: 'own password',
    body: secondFactorProofSchema,
    answers: { 200: { description: 'The secret', schema: shownFactorSchema } },
  },
  confirmSecondFactor: {
    at: 'POST /session/second-factor/confirm',
    summary: 'Put your second factor in force with its first code; every session of yours ends, and a new one begins',
    open: 'own password',
    body: secondFactorCodeSchema,
    answers: { 200: { description: 'In force; the answer sets the cookie', schema: secondFactorSetSchema } },
    problems: [409],
  },
  removeOwnSecondFactor: {
    at: 'POST /session/second-factor/remove',
    summary: 'Remove your own second factor, where your role does not need one',
    open: 'own password',
    body: secondFactorProofSchema,
    answers: begun,
    problems: [409],
  },
});

const LIVE = 'Operators are no test data. Use a live key with the scope admin.';

/** Operators. */
export const operatorRoutes = routes({ tag: TAG, scope: 'admin', live: LIVE })({
  removeSecondFactor: {
    at: 'POST /v1/operators/{id}/remove-second-factor',
    summary: 'Remove the second factor of an operator who has lost it; their sessions end',
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
    problems: [409],
  },
  listOperators: {
    at: 'GET /v1/operators',
    summary: 'List operators, newest first',
    answers: { 200: { description: 'All of them', schema: operatorPageSchema } },
  },
  createOperator: {
    at: 'POST /v1/operators',
    summary: 'Create an operator with a one-time password',
    body: newOperatorSchema,
    invalid: 'The operator cannot be made like this. See errors.',
    answers: { 201: { description: 'The operator', schema: operatorWithPasswordSchema } },
    problems: [409],
  },
  getOperator: {
    at: 'GET /v1/operators/{id}',
    summary: 'Retrieve an operator',
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
  },
  changeOperator: {
    at: 'PATCH /v1/operators/{id}',
    summary: 'Change the name or the role of an operator, or whether they may log in',
    description: 'A new role, or an end, ends their sessions at once. The last administrator must stay one.',
    path: ids({ id: 'opr' }),
    body: operatorChangeSchema,
    invalid: 'The operator cannot be changed so. See errors.',
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
    problems: [409],
  },
  resetPassword: {
    at: 'POST /v1/operators/{id}/reset-password',
    summary: 'Give an operator a one-time password; their sessions end',
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorWithPasswordSchema } },
  },
  endSessions: {
    at: 'POST /v1/operators/{id}/end-sessions',
    summary: 'Log an operator out everywhere',
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
  },
});
