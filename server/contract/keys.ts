import { z } from 'zod';
import { SCOPES } from '../access/scopes.ts';
import { idField, textField, timeField } from './fields.ts';
import { pageSchema } from './verification.ts';

export const scopeSchema = z.enum(SCOPES).meta({ id: 'Scope' });

export const newKeySchema = z
  .object({
    label: textField.min(1, { error: 'is empty; name the system that will use the key' }),
    scopes: z.array(scopeSchema).min(1, { error: 'is empty; name at least one scope' }),
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
  last_used_at: timeField.nullable().meta({ description: 'To the minute; null: never' }),
};

export const keySchema = z.object(keyFields).meta({ id: 'ApiKey' });
export const keyWithSecretSchema = z
  .object({ ...keyFields, secret: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'ApiKeyWithSecret' });
export const keyPageSchema = pageSchema(keySchema).meta({ id: 'ApiKeyPage' });

export type KeyAnswer = z.output<typeof keySchema>;
