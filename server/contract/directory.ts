import { z } from 'zod';
import { DIRECTORY_KINDS, TEST_STEPS } from '../directory/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { ROLES } from '../vocabulary/roles.ts';
import { loginSchema, sessionSchema } from './operators.ts';
import { routes } from './route.ts';

const text = (charsMax: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'is empty; send a text' })
    .max(charsMax, { error: `is longer than ${charsMax} characters; shorten it` });
const settingText = text(LIMITS.settingCharsMax);

const groupSchema = z
  .object({
    group: text(LIMITS.directoryGroupCharsMax).meta({ description: 'The group as the directory names it' }),
    role: z.enum(ROLES),
  })
  .meta({ id: 'DirectoryGroup' });

const oidcFields = {
  issuer: settingText.meta({
    description: 'The issuer: https://, exactly as the provider names itself',
    examples: ['https://login.bank.internal/realms/staff'],
  }),
  client_id: settingText,
  groups_claim: settingText.meta({ description: "The claim with a person's groups", examples: ['groups'] }),
  scope: settingText
    .refine((scope) => scope.split(' ').includes('openid'), { error: 'must contain openid' })
    .meta({ description: 'The scopes, separated by spaces', examples: ['openid profile'] }),
};

const attributeField = settingText.regex(/^[A-Za-z][A-Za-z0-9-]*$/, { error: 'is not the name of an attribute' });

const ldapFields = {
  servers: z
    .array(settingText)
    .min(1, { error: 'is empty; send at least one server' })
    .max(LIMITS.ldapServersMax, { error: `has more than ${LIMITS.ldapServersMax} servers; leave some out` })
    .meta({
      description: 'Tried in this order. ldaps:// is TLS from the beginning, ldap:// is StartTLS',
      examples: [['ldaps://dc1.bank.internal:636', 'ldap://dc2.bank.internal:389']],
    }),
  account: settingText.nullable().meta({
    description:
      'The name of the account that searches. null: none, so people must log in again when the confirmation ends',
  }),
  direct_name: settingText.nullable().meta({
    description:
      'The name under which a person logs in directly, with {login}. null: the name of the entry that user_filter finds',
    examples: ['{login}@bank.internal'],
  }),
  user_base: settingText.meta({ examples: ['ou=people,dc=bank,dc=internal'] }),
  user_filter: settingText.meta({
    description: 'Finds the one entry of a login. {login} is the whole or a part of a compared value',
    examples: ['(&(objectClass=person)(uid={login}))'],
  }),
  name_attribute: attributeField.meta({ examples: ['displayName'] }),
  identity: z.enum(['objectGUID', 'entryUUID', 'dn']).meta({
    description: 'What identifies a person for good. dn: the distinguished name, if the directory has nothing better',
  }),
  groups_by: z.enum(['memberOf', 'member', 'uniqueMember', 'memberUid']).meta({
    description: 'memberOf: the attribute of the person. The others: the attribute of the groups that names the person',
  }),
  group_base: settingText.nullable().meta({ description: 'Where groups are searched. null with memberOf' }),
  nested_groups: z
    .boolean()
    .meta({ description: 'Also groups in groups, by the rule of Active Directory. Only with member' }),
};

const fields = {
  on: z.boolean(),
  kind: z.enum(DIRECTORY_KINDS).meta({ description: 'oidc: OpenID Connect. ldap: LDAP or Active Directory over TLS' }),
  name: z
    .string()
    .trim()
    .max(LIMITS.directoryNameCharsMax, {
      error: `is longer than ${LIMITS.directoryNameCharsMax} characters; shorten it`,
    })
    .meta({ description: 'The name of the directory on the login page' }),
  second_factor: z.enum(['directory', 'custos']).meta({
    description:
      'Who asks for the second factor of these operators. directory: Custos trusts the directory to do it. custos: as for local operators',
  }),
  ca: z
    .string()
    .min(1, { error: 'is empty; send null for the authorities of this machine' })
    .max(LIMITS.lanPemCharsMax, {
      error: `is longer than ${LIMITS.lanPemCharsMax} characters; send only the authority`,
    })
    .nullable()
    .meta({
      description: 'PEM: the only authorities whose certificates count. null: the authorities of this machine',
    }),
  groups: z
    .array(groupSchema)
    .max(LIMITS.directoryGroupsMax, { error: `has more than ${LIMITS.directoryGroupsMax} rows; leave some out` })
    .meta({
      description: 'The role of each group. Of several, the first counts: administrator, reviewer, operator, auditor',
    }),
};

export const directorySchema = z
  .object({
    object: z.literal('directory'),
    ...fields,
    oidc: z
      .object({ ...oidcFields, has_client_secret: z.boolean() })
      .nullable()
      .meta({ description: 'The OpenID Connect provider, without its secret. null: none' }),
    ldap: z
      .object({ ...ldapFields, has_account_password: z.boolean() })
      .nullable()
      .meta({ description: 'The LDAP servers, without the password of the account. null: none' }),
    redirect_uris: z
      .array(z.string())
      .meta({ description: 'The addresses that the provider must allow for this client' }),
    confirmed_minutes: z.int().meta({
      description: 'A person who is removed from the directory, or from its groups, is out after this many minutes',
    }),
  })
  .meta({ id: 'Directory', description: "The settings for login by the site's own directory" });

export const directoryChangeSchema = z
  .strictObject({
    on: fields.on.exactOptional(),
    kind: fields.kind.exactOptional(),
    name: fields.name.exactOptional(),
    second_factor: fields.second_factor.exactOptional(),
    ca: fields.ca.exactOptional(),
    groups: fields.groups.exactOptional(),
    oidc: z
      .strictObject({
        ...oidcFields,
        client_secret: settingText.nullable().exactOptional().meta({
          description: 'Left out: the stored one stays. null: the client has no secret',
        }),
      })
      .exactOptional(),
    ldap: z
      .strictObject({
        ...ldapFields,
        account_password: settingText.exactOptional().meta({ description: 'Left out: the stored one stays' }),
      })
      .exactOptional(),
  })
  .meta({ id: 'DirectoryChange', description: 'Fields that you leave out do not change' });

export const directoryTestSchema = z
  .object({
    object: z.literal('directory_test'),
    ok: z.boolean(),
    steps: z.array(
      z.object({
        step: z.enum(TEST_STEPS).meta({
          description:
            'discovery: the provider publishes its addresses. keys: it shows its keys. client: it knows this client and its secret. server: an LDAP server can be used',
        }),
        server: z.string().exactOptional().meta({ description: 'Which LDAP server' }),
        problem: z.string().nullable().meta({ description: 'What is wrong, and what to do. null: it worked' }),
      }),
    ),
  })
  .meta({ id: 'DirectoryTest' });

export const directoryStartSchema = z
  .object({ return_to: z.string().max(LIMITS.pathCharsMax).exactOptional() })
  .meta({ id: 'DirectoryStart', description: "return_to: the path of the console's page to open afterwards" });

export const directoryPageSchema = z
  .object({ object: z.literal('directory_page'), url: z.string().meta({ description: "The provider's page to open" }) })
  .meta({ id: 'DirectoryPage' });

/** What a provider brings back. The whole query is checked, with parameters that are not named here. */
const callbackQuerySchema = z.object({
  code: z.string().exactOptional(),
  state: z.string().exactOptional(),
  iss: z.string().exactOptional(),
  error: z.string().exactOptional(),
});

export type DirectoryAnswer = z.output<typeof directorySchema>;
export type DirectoryTestAnswer = z.output<typeof directoryTestSchema>;

/** The settings for login by the site's own directory. */
export const directoryRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The directory lets people in to live data. Use a live key with the scope admin.',
})({
  getDirectory: {
    at: 'GET /v1/system/directory',
    summary: "Retrieve the settings for login by the site's own directory",
    answers: { 200: { description: 'The settings, without the secret', schema: directorySchema } },
  },
  changeDirectory: {
    at: 'PATCH /v1/system/directory',
    summary: 'Change these settings, effective immediately',
    description:
      'If it is another directory, or off, the sessions of its operators end. After another change the directory confirms them again. At least one active local administrator must exist.',
    body: directoryChangeSchema,
    invalid: 'Some settings cannot be used. See errors.',
    answers: { 200: { description: 'The new settings', schema: directorySchema } },
    problems: [409],
  },
  testDirectory: {
    at: 'POST /v1/system/directory/test',
    summary: 'Try the connection with the stored settings',
    answers: { 200: { description: 'What worked, step by step', schema: directoryTestSchema } },
    problems: [409],
  },
});

/** Login by the site's own directory, for browsers. */
export const directoryLoginRoutes = routes({ tag: 'Operators', invalid: 'The request is not valid. See errors.' })({
  beginDirectoryLogin: {
    at: 'POST /session/directory',
    summary: 'Begin a login by OpenID Connect. Open the returned page of the provider in the same browser',
    description: "Works from the appliance's own pages only.",
    open: 'pages',
    body: directoryStartSchema,
    answers: { 200: { description: "The provider's page. The response sets a cookie", schema: directoryPageSchema } },
    problems: [406, 409],
  },
  finishDirectoryLogin: {
    at: 'GET /session/directory/callback',
    summary: 'Receive the answer of the provider. The browser comes here from its page',
    open: 'pages',
    query: callbackQuerySchema,
    answers: {
      303: {
        description:
          'Logged in: the console, and the response sets the cookie. Refused: the login page, with the code as login_problem',
        headers: ['Location'],
      },
    },
  },
  logInByPassword: {
    at: 'POST /session/directory/password',
    summary: 'Log in with a login and password of the directory (LDAP)',
    description: 'As POST /session for local accounts: the same answer for every refusal, and the same delays.',
    open: 'pages',
    body: loginSchema.omit({ code: true }).meta({ id: 'DirectoryPassword' }),
    answers: { 200: { description: 'Logged in. The response sets the session cookie', schema: sessionSchema } },
    problems: [401, 406, 409],
  },
  enterSecondFactorCode: {
    at: 'POST /session/second-factor/enter',
    summary: 'Enter the code of your second factor after a login by the directory',
    open: 'session',
    body: z.object({ code: z.string().max(LIMITS.loginCharsMax) }).meta({ id: 'EnteredCode' }),
    answers: { 200: { description: 'The session is open', schema: sessionSchema } },
    problems: [409],
  },
});
