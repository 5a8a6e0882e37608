import { z } from 'zod';
import { DIRECTORY_KINDS } from '../directory/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { OPERATOR_SOURCES, ROLES } from '../vocabulary/roles.ts';
import { idField, neededNameField, timeField } from './fields.ts';
import { scopeSchema } from './keys.ts';
import { ids, routes } from './route.ts';
import { pageSchema } from './verification.ts';

const roleSchema = z.enum(ROLES).meta({ id: 'Role' });

/** The form of a new login. A login typed at the login screen may be any text. */
export const newLoginField = z
  .string()
  .trim()
  .toLowerCase()
  .min(LIMITS.loginCharsMin, { error: `is too short; choose at least ${LIMITS.loginCharsMin} characters` })
  .max(LIMITS.loginCharsMax, { error: `is longer than ${LIMITS.loginCharsMax} characters; shorten it` })
  .regex(/^[a-z0-9][a-z0-9._@-]*$/, {
    error: 'must contain only letters a-z, digits and . _ @ -, and start with a letter or digit',
  })
  .meta({ description: 'Not case-sensitive', examples: ['a.martello'] });

/** A maximum well above any allowed password, so the login does not reveal whether a password has the right length. */
const TYPED_CHARS_MAX = 1_024;
const typedField = z
  .string()
  .max(TYPED_CHARS_MAX, { error: `is longer than ${TYPED_CHARS_MAX} characters; shorten it` });
const newPasswordField = typedField.meta({
  description: `${LIMITS.passwordCharsMin} to ${LIMITS.passwordCharsMax} characters. It must not be the login or one of the most common passwords`,
});

const codeField = typedField.meta({
  description: 'The second-factor code: six digits from the app, or a recovery code',
});

export const loginSchema = z
  .object({ login: typedField, password: typedField, code: codeField.exactOptional() })
  .meta({ id: 'Login' });

export const secondFactorProofSchema = z
  .object({
    password: typedField,
    code: codeField.exactOptional().meta({ description: 'A code of the existing second factor' }),
  })
  .meta({ id: 'SecondFactorProof' });

export const secondFactorCodeSchema = z.object({ code: codeField }).meta({ id: 'SecondFactorCode' });

export const shownFactorSchema = z
  .object({
    object: z.literal('second_factor'),
    secret: z.string().meta({ description: 'Base32, to type into an app' }),
    uri: z.string().meta({ description: '`otpauth://`, to scan as a QR code with an app' }),
  })
  .meta({ id: 'SecondFactor', description: 'A new secret. It takes effect when you confirm a code' });

export const setupSchema = z
  .object({
    code: typedField.meta({ description: 'The setup code that the appliance printed at its start' }),
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
    active: z.boolean().exactOptional().meta({ description: 'false: the operator can no longer log in' }),
  })
  .meta({ id: 'OperatorChange' });

const operatorFields = {
  id: idField('opr'),
  login: z.string(),
  name: z.string(),
  role: roleSchema,
  source: z
    .enum(OPERATOR_SOURCES)
    .meta({ description: "directory: logs in by the site's own directory, which decides the name and the role" }),
  active: z.boolean(),
  must_change_password: z
    .boolean()
    .meta({ description: 'The operator has a one-time password and must change it first' }),
  second_factor: z.boolean().meta({ description: 'The operator logs in with a password and an app code' }),
  created_at: timeField,
  updated_at: timeField,
};

export const operatorSchema = z.object(operatorFields).meta({ id: 'Operator' });
export const operatorWithPasswordSchema = z
  .object({ ...operatorFields, one_time_password: z.string().meta({ description: 'Shown only once' }) })
  .meta({ id: 'OperatorWithOneTimePassword' });
export const operatorPageSchema = pageSchema(operatorSchema).meta({ id: 'OperatorPage' });

const sessionFields = {
  directory: z
    .object({ name: z.string(), kind: z.enum(DIRECTORY_KINDS) })
    .nullable()
    .meta({ description: "The site's own directory, by which people can log in. null: none" }),
  setup_required: z.boolean().meta({ description: 'true: no operator exists yet. Create the first administrator' }),
  operator: operatorSchema.nullable().meta({ description: 'The logged-in operator' }),
  scopes: z.array(scopeSchema),
  livemode: z.boolean().meta({ description: 'false if the header Custos-Mode is test' }),
  ends_at: timeField.nullable().meta({ description: 'When the session ends if there are no more requests' }),
  must_set_second_factor: z
    .boolean()
    .meta({ description: 'The role requires a second factor, which the operator must set up first' }),
  reports_to: z
    .object({ hub: z.string(), level: z.int().min(0).max(1) })
    .nullable()
    .meta({ description: 'The hub of the organisation to which this appliance reports. null: none' }),
  must_enter_code: z
    .boolean()
    .meta({ description: 'The directory has let the operator in, who must enter the code of the second factor first' }),
};

export const sessionSchema = z.object(sessionFields).meta({ id: 'Session' });
export const secondFactorSetSchema = z
  .object({
    ...sessionFields,
    recovery_codes: z
      .array(z.string())
      .meta({ description: 'Each code allows one login without the app. Shown only once' }),
  })
  .meta({ id: 'SecondFactorSet' });

export type OperatorAnswer = z.output<typeof operatorSchema>;
export type SessionAnswer = z.output<typeof sessionSchema>;
export type ShownFactorAnswer = z.output<typeof shownFactorSchema>;

const TAG = 'Operators';
const begun = { 200: { description: 'Logged in. The response sets the cookie', schema: sessionSchema } };

/** The current session, login and logout, the operator's own password and second factor. */
export const sessionRoutes = routes({ tag: TAG, invalid: 'The request is not valid. See errors.' })({
  getSession: {
    at: 'GET /session',
    summary: 'Retrieve the session, and whether an operator exists',
    description: 'This request does not extend the session.',
    open: 'pages',
    answers: { 200: { description: 'The session. operator is null without a session', schema: sessionSchema } },
    problems: [406],
  },
  logIn: {
    at: 'POST /session',
    summary: 'Log in',
    description:
      "Works from the appliance's own pages only. The cookie is HttpOnly and SameSite=Strict. Repeated failed logins delay further attempts for the account and from the address.",
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
    summary: 'Create the first administrator and log in',
    open: 'pages',
    body: setupSchema,
    answers: begun,
    problems: [401, 406, 409],
  },
  changePassword: {
    at: 'POST /session/password',
    summary: 'Change your own password. All your sessions end, and a new one begins',
    open: 'session',
    body: passwordChangeSchema,
    answers: begun,
    problems: [409],
  },
  proposeSecondFactor: {
    at: 'POST /session/second-factor',
    summary: 'Create a new secret for your own second factor',
    description:
      'TOTP (RFC 6238): SHA-1, six digits, 30 seconds. Requires your password, and a code of your existing second factor, if any. The new secret takes effect when you send one of its codes within 15 minutes.',
    open: 'own password',
    body: secondFactorProofSchema,
    answers: { 200: { description: 'The secret', schema: shownFactorSchema } },
    problems: [409],
  },
  confirmSecondFactor: {
    at: 'POST /session/second-factor/confirm',
    summary: 'Confirm your second factor with its first code. All your sessions end, and a new one begins',
    open: 'own password',
    body: secondFactorCodeSchema,
    answers: { 200: { description: 'In force. The response sets the cookie', schema: secondFactorSetSchema } },
    problems: [409],
  },
  removeOwnSecondFactor: {
    at: 'POST /session/second-factor/remove',
    summary: 'Remove your own second factor, if your role does not require one',
    open: 'own password',
    body: secondFactorProofSchema,
    answers: begun,
    problems: [409],
  },
});

const LIVE = 'Operators are not test data. Use a live key with the scope admin.';

/** Operators. */
export const operatorRoutes = routes({ tag: TAG, scope: 'admin', live: LIVE })({
  removeSecondFactor: {
    at: 'POST /v1/operators/{id}/remove-second-factor',
    summary: "Remove the second factor of an operator who lost it. The operator's sessions end",
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
    problems: [409],
  },
  listOperators: {
    at: 'GET /v1/operators',
    summary: 'List operators, newest first',
    answers: { 200: { description: 'All operators', schema: operatorPageSchema } },
  },
  createOperator: {
    at: 'POST /v1/operators',
    summary: 'Create an operator with a one-time password',
    body: newOperatorSchema,
    invalid: 'The operator request is not valid. See errors.',
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
    summary: "Change an operator's name, role or access",
    description:
      "A new role or a deactivation ends the operator's sessions immediately. The last administrator must stay an administrator.",
    path: ids({ id: 'opr' }),
    body: operatorChangeSchema,
    invalid: 'The change is not valid. See errors.',
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
    problems: [409],
  },
  resetPassword: {
    at: 'POST /v1/operators/{id}/reset-password',
    summary: "Give an operator a one-time password. The operator's sessions end",
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorWithPasswordSchema } },
    problems: [409],
  },
  endSessions: {
    at: 'POST /v1/operators/{id}/end-sessions',
    summary: 'Log out an operator everywhere',
    path: ids({ id: 'opr' }),
    answers: { 200: { description: 'The operator', schema: operatorSchema } },
  },
});
