import { z } from 'zod';
import type { ErrorItem } from '../lib/errors.ts';

export const errorItemSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    field: z.string().exactOptional().meta({ description: 'JSON path, such as applicant.dob' }),
    document_index: z.int().min(0).exactOptional().meta({ description: 'Index in documents[], from 0' }),
  })
  .meta({ id: 'ErrorItem' }) satisfies z.ZodType<ErrorItem>;

/** Why a record is not completed. */
export const reasonItemSchema = errorItemSchema
  .extend({
    severity: z.enum(['fail', 'review']).meta({
      description: 'What it means under the policy: the record fails, or it needs review',
    }),
  })
  .meta({ id: 'ReasonItem' });

export type ReasonItem = z.output<typeof reasonItemSchema>;

export const problemSchema = z
  .object({
    type: z.string().meta({ examples: ['/problems/invalid_request'] }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(errorItemSchema),
  })
  .meta({ id: 'Problem', description: 'The body of every failed request (RFC 9457).' });

export type Problem = z.output<typeof problemSchema>;

export const warningSchema = z
  .object({
    code: z.enum(['unknown_field', 'side_ignored', 'webhook_url_not_allowed', 'company_ended']),
    field: z.string(),
  })
  .meta({
    id: 'Warning',
    description:
      "Something in the request has no effect. `company_ended`: the company's verification has ended, so the result of this one does not change it.",
  });

export type Warning = z.output<typeof warningSchema>;
