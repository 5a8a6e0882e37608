import { z } from 'zod';
import { SCOPES } from '../vocabulary/scopes.ts';
import { idField, textField, timeField } from './fields.ts';
import { ids, routes } from './route.ts';
import { pageSchema } from './verification.ts';

export const scopeSchema = z.enum(SCOPES).meta({ id: 'Scope' });

export const newKeySchema = z
  .object({
    label: textField.min(1, { error: 'is empty; send the name of the system that will use the key' }),
    scopes: z.array(scopeSchema).min(1, { error: 'is empty; send at least one scope' }),
    livemode: z.boolean().exactOptional().meta({ default: true }),
    expires_at: z.iso
      .datetime({ error: 'is not a time; send ISO 8601 in UTC, such as 2030-01-31T12:00:00Z' })
      .exactOptional(),
  })
  .meta({ id: 'NewApiKey' });

const keyFields = {
  id: idField('key'),
  label: z.string(),
  livemode: z.boolean(),
  scopes: z.array(scopeSchema),
  created_at: timeField,
  expires_at: timeField.nullable(),
  revoked_at: timeField.nullable(),
  replaced_by: idField('key').nullable(),
  last_used_at: timeField.nullable().meta({ description: 'Accurate to the minute. null: never' }),
};

export const keySchema = z.object(keyFields).meta({ id: 'ApiKey' });
export const keyWithSecretSchema = z
  .object({ ...keyFields, secret: z.string().meta({ description: 'Shown only once' }) })
  .meta({ id: 'ApiKeyWithSecret' });
export const keyPageSchema = pageSchema(keySchema).meta({ id: 'ApiKeyPage' });

export type KeyAnswer = z.output<typeof keySchema>;

/** API keys. */
export const keyRoutes = routes({ tag: 'API keys', scope: 'admin' })({
  listApiKeys: {
    at: 'GET /v1/api-keys',
    summary: 'List API keys, newest first',
    answers: { 200: { description: 'Every key, without secrets', schema: keyPageSchema } },
  },
  createApiKey: {
    at: 'POST /v1/api-keys',
    summary: 'Create an API key',
    body: newKeySchema,
    invalid: 'The key request is not valid. See errors.',
    answers: { 201: { description: 'The key with its secret', schema: keyWithSecretSchema } },
  },
  revokeApiKey: {
    at: 'POST /v1/api-keys/{id}/revoke',
    summary: 'Revoke an API key immediately',
    path: ids({ id: 'key' }),
    answers: { 200: { description: 'The revoked key', schema: keySchema } },
  },
  rotateApiKey: {
    at: 'POST /v1/api-keys/{id}/rotate',
    summary: 'Replace a key with a new one. The old key works for 24 more hours',
    path: ids({ id: 'key' }),
    answers: { 201: { description: 'The new key with its secret', schema: keyWithSecretSchema } },
    problems: [409],
  },
});
