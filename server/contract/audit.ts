import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { actorSchema, detailsSchema } from './actors.ts';
import { timeField } from './fields.ts';
import { routes } from './route.ts';
import { pageSchema } from './verification.ts';

/** `limit` of the logs, which have longer pages than records. */
export const logLimit = z
  .string()
  .refine((text) => /^[1-9]\d*$/.test(text) && Number(text) <= LIMITS.logPageMax, {
    error: `must be a whole number from 1 to ${LIMITS.logPageMax}`,
  })
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: LIMITS.logPageMax, default: LIMITS.logPageDefault })
  .exactOptional();

const TIME_ERROR = 'is not a date or time in UTC; send 2026-01-31 or 2026-01-31T08:00:00Z';
const moment = z
  .string()
  .refine(
    (text) => /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text)),
    {
      error: TIME_ERROR,
    },
  )
  .transform((text) => Date.parse(text));

const range = {
  from: moment
    .meta({ type: 'string', description: 'Entries from this date or time, in UTC', examples: ['2026-01-31'] })
    .exactOptional(),
  to: moment.meta({ type: 'string', description: 'Entries before this date or time, in UTC' }).exactOptional(),
};

/** The number of an entry, as a page cursor. */
const entryCursor = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, { error: 'is not the id of an entry; use one from a previous page' })
  .meta({ examples: ['4711'] });
const filter = z
  .string()
  .min(1, { error: 'is empty; leave it out' })
  .max(LIMITS.textFieldCharsMax, {
    error: `is longer than ${LIMITS.textFieldCharsMax} characters; shorten it`,
  });

export const auditQuerySchema = z.object({
  limit: logLimit,
  starting_after: entryCursor.meta({ description: 'The page after this id, exclusive' }).exactOptional(),
  ending_before: entryCursor.meta({ description: 'The page just before this id, exclusive' }).exactOptional(),
  actor: filter.meta({ description: 'The id of the actor, or system, or cli' }).exactOptional(),
  action: filter.meta({ examples: ['review.decided'] }).exactOptional(),
  subject: filter.meta({ description: 'The id of the affected object' }).exactOptional(),
  ...range,
});

export const auditExportQuerySchema = z.object(range);

export const auditEntrySchema = z
  .object({
    id: z.string().meta({ description: 'The number of the entry in the chain', examples: ['4711'] }),
    object: z.literal('audit_entry'),
    at: timeField,
    action: z.string(),
    actor: actorSchema,
    subject: z.string().nullable().meta({ description: 'The id of the affected object' }),
    details: detailsSchema,
  })
  .meta({ id: 'AuditEntry' });

export const auditPageSchema = pageSchema(auditEntrySchema).meta({ id: 'AuditPage' });

export const auditFiltersSchema = z
  .object({
    object: z.literal('audit_filters'),
    actions: z.array(z.string()).meta({ description: 'Every action in the log, in alphabetical order' }),
    actors: z.array(actorSchema).meta({ description: 'Every actor in the log' }),
  })
  .meta({ id: 'AuditFilters' });

export const auditVerificationSchema = z
  .object({
    object: z.literal('audit_verification'),
    ok: z.boolean(),
    entries: z.int().meta({ description: 'The number of verified entries' }),
    head: z
      .object({ number: z.int(), link: z.string() })
      .nullable()
      .meta({ description: 'The newest entry, to compare two copies of the log. null: the log is empty' }),
    checkpoints: z.int().meta({ description: 'Signed checkpoints' }),
    problem: z.string().nullable(),
    first_bad: z.int().nullable().meta({ description: 'The number of the first entry that fails verification' }),
    took_ms: z.int(),
  })
  .meta({ id: 'AuditVerification' });

export type AuditEntryAnswer = z.output<typeof auditEntrySchema>;
export type AuditPageAnswer = z.output<typeof auditPageSchema>;
export type AuditVerificationAnswer = z.output<typeof auditVerificationSchema>;

/** What was done on the appliance. */
export const auditRoutes = routes({
  tag: 'Audit',
  scope: 'audit:read',
  live: 'The audit log contains live data. Use a live key.',
  invalid: 'Some query parameters are not valid. See errors.',
})({
  listAudit: {
    at: 'GET /v1/audit',
    summary: 'Read the audit log, newest first',
    description: 'Contains codes and ids, no personal data. It covers both modes, so a test key cannot read it.',
    query: auditQuerySchema,
    answers: { 200: { description: 'One page', schema: auditPageSchema, headers: ['Link'] } },
  },
  getAuditFilters: {
    at: 'GET /v1/audit/filters',
    summary: 'List every action and actor in the audit log',
    answers: { 200: { description: 'All actions and actors', schema: auditFiltersSchema } },
  },
  verifyAudit: {
    at: 'POST /v1/audit/verify',
    summary: "Verify the audit log's chain from its first entry",
    description: 'Finds entries that were changed, removed or cut off. Other work continues during the verification.',
    answers: { 200: { description: 'The result of the verification', schema: auditVerificationSchema } },
  },
  exportAudit: {
    at: 'GET /v1/audit/export',
    summary: 'Export the signed audit log',
    description: 'JSON lines, as `custos audit export` writes them. `custos audit verify FILE` detects changed lines.',
    query: auditExportQuerySchema,
    answers: { 200: { description: 'The log', type: 'application/x-ndjson' } },
  },
});
