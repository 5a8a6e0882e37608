import { z } from 'zod';
import type { ErrorItem } from '../lib/errors.ts';

export const errorItemSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    field: z.string().exactOptional().meta({ description: 'JSON path, such as applicant.dob' }),
    document_index: z.int().min(0).exactOptional().meta({ description: 'Place in documents[], from 0' }),
  })
  .meta({ id: 'ErrorItem' }) satisfies z.ZodType<ErrorItem>;

/** Why a record is not completed. */
export const reasonItemSchema = errorItemSchema
  .extend({
    severity: z.enum(['fail', 'review']).meta({
      description: 'What the policy says of it: it fails the record, or it asks for a person',
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
  .meta({ id: 'Problem', description: 'Every failed request (RFC 9457).' });

export type Problem = z.output<typeof problemSchema>;

export const warningSchema = z
  .object({
    code: z.enum(['unknown_field', 'side_ignored', 'webhook_url_not_allowed', 'company_ended']),
    field: z.string(),
  })
  .meta({
    id: 'Warning',
    description:
      'Something that was sent and has no effect. `company_ended`: the verification of the company has ended, and what this one comes to changes nothing of it.',
  });

export type Warning = z.output<typeof warningSchema>;
