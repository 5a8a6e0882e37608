import { z } from 'zod';
import { ROLES } from '../access/roles.ts';
import { LIMITS } from '../lib/limits.ts';
import { idField, neededNameField, timeField } from './fields.ts';
import { scopeSchema } from './keys.ts';
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
export type SecondFactorSetAnswer = z.output<typeof secondFactorSetSchema>;
