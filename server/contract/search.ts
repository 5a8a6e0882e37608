import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { ROLES } from '../vocabulary/roles.ts';
import { countryField, idField, timeField } from './fields.ts';
import { warningSchema } from './problem.ts';
import { routes } from './route.ts';
import { STATUSES, statusSchema } from './status.ts';
import { pageSchema } from './verification.ts';

const kindSchema = z.enum(['kyc', 'kyb']);

const some = <S extends z.ZodType>(schema: S, most: number, things: string) =>
  z
    .array(schema)
    .min(1, { error: 'is empty; leave it out, or name at least one' })
    .max(most, { error: `names more than ${most} ${things}; name fewer` })
    .exactOptional();

const moment = z.iso.datetime({
  offset: true,
  error: 'is no time; send it as 2026-01-31T12:00:00Z, or with an offset such as +01:00',
});

const filter = {
  kinds: some(kindSchema, 2, 'kinds').meta({ description: 'Of those that whoever asks may read; all by default' }),
  statuses: some(statusSchema, STATUSES.length, 'statuses'),
  reasons: some(
    z.string().regex(/^[a-z0-9_]{1,100}$/, { error: 'is no code' }),
    LIMITS.queueReasonsMax,
    'reasons',
  ).meta({
    description: 'Codes of `errors`: records that have any of them',
  }),
  assignee: z
    .string()
    .regex(/^(?:me|none|(?:opr|key)_[0-9a-z]{26})$/, {
      error: 'is nobody; send the id of an operator or key, me, or none',
    })
    .exactOptional()
    .meta({ description: 'The id of an operator or key, `me`, or `none`' }),
  created_from: moment.exactOptional().meta({ description: 'Inclusive' }),
  created_to: moment.exactOptional().meta({ description: 'Exclusive' }),
  text: z
    .string()
    .max(LIMITS.queueTextCharsMax, { error: `is longer than ${LIMITS.queueTextCharsMax} characters; shorten it` })
    .exactOptional()
    .meta({
      description:
        'Words, or their beginnings, of a name or of the reference, in any order and with or without accents; or an id, or its beginning',
    }),
};

export const searchCountsRequestSchema = z.object(filter).meta({ id: 'SearchCountsRequest' });

export const searchRequestSchema = z
  .object({
    ...filter,
    order: z.enum(['newest', 'oldest', 'longest_waiting']).exactOptional().meta({
      description: '`longest_waiting` lists only what waits for review',
      default: 'newest',
    }),
    limit: z
      .int({ error: 'is not a whole number' })
      .min(1, { error: 'is under 1; ask for at least one record' })
      .max(LIMITS.queuePageMax, { error: `is over ${LIMITS.queuePageMax}; ask for fewer records` })
      .exactOptional()
      .meta({ default: LIMITS.queuePageDefault }),
    starting_after: z.string().exactOptional().meta({ description: 'The page after this id, exclusive' }),
  })
  .meta({ id: 'SearchRequest', description: 'Every condition that is given must hold.' });

const completeField = z.boolean().meta({
  description:
    'false for some seconds after a start, while names are still being read, and once after an update for reasons: older records may be missing from what asks for them',
});

const warnings = z.array(warningSchema).meta({ description: 'Fields that are not known and changed nothing' });

export const queueItemSchema = z
  .object({
    id: z.union([idField('ver'), idField('kyb_ver')]),
    object: z.enum(['verification', 'kyb_verification']),
    kind: kindSchema,
    status: statusSchema,
    name: z.string().nullable().meta({ description: 'As it was sent, else as a document says' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'From `metadata`: internal_ref, reference, external_id, ...' }),
    country: countryField.nullable().meta({ description: 'Of nationality, else of residence; of registration' }),
    created_at: timeField,
    updated_at: timeField,
    waiting_since: timeField.nullable().meta({ description: 'Since when it waits for review' }),
    waits_for: z.enum(['decision', 'second_person', 'documents']).nullable().meta({
      description:
        'What a record in needs_review waits for; `documents`: they were asked for since it waits. null: it does not wait',
    }),
    reasons: z.array(z.string()).meta({ description: 'The codes of its `errors`' }),
    assignee: z
      .object({
        id: z.string(),
        name: z.string().nullable().meta({ description: "An operator's name, a key's label" }),
      })
      .nullable(),
    alerts_open: z.int(),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'QueueItem' });

export const searchSchema = pageSchema(queueItemSchema)
  .extend({ complete: completeField, warnings })
  .meta({ id: 'SearchPage' });

const countField = z.int().min(0);

export const searchCountsSchema = z
  .object({
    object: z.literal('search_counts'),
    complete: completeField,
    total: countField,
    kinds: z.object({ kyc: countField, kyb: countField }),
    statuses: z
      .object(
        Object.fromEntries(STATUSES.map((status) => [status, countField])) as Record<
          (typeof STATUSES)[number],
          typeof countField
        >,
      )
      .meta({ description: 'Without the condition `statuses`, as is all that follows' }),
    reasons: z
      .array(z.object({ code: z.string(), count: countField }))
      .meta({ description: 'Of what waits for review, the most frequent first' }),
    oldest_waiting: z.object({ id: z.string(), since: timeField }).nullable(),
    warnings,
  })
  .meta({ id: 'SearchCounts' });

export const assigneeSchema = z
  .object({ id: idField('opr'), name: z.string(), role: z.enum(ROLES) })
  .meta({ id: 'Assignee' });
export const assigneePageSchema = pageSchema(assigneeSchema).meta({ id: 'AssigneePage' });

export type SearchCountsRequest = z.output<typeof searchCountsRequestSchema>;
export type SearchRequest = z.output<typeof searchRequestSchema>;
export type QueueItemAnswer = z.output<typeof queueItemSchema>;
export type SearchAnswer = z.output<typeof searchSchema>;
export type SearchCountsAnswer = z.output<typeof searchCountsSchema>;
export type AssigneeAnswer = z.output<typeof assigneeSchema>;

/** The queue of records that people work through. */
export const searchRoutes = routes({ tag: 'Search' })({
  searchRecords: {
    at: 'POST /v1/search',
    summary: 'Search verifications of people and companies',
    description:
      'Whoever may read one kind alone sees that kind alone. Conditions stand in the body, so that no name is in an address.',
    scope: ['kyc:read', 'kyb:read'],
    body: searchRequestSchema,
    invalid: 'The search is not valid. See errors.',
    answers: { 200: { description: 'One page', schema: searchSchema } },
  },
  countRecords: {
    at: 'POST /v1/search/counts',
    summary: 'Count what a search finds, by state, kind and reason',
    scope: ['kyc:read', 'kyb:read'],
    body: searchCountsRequestSchema,
    invalid: 'The search is not valid. See errors.',
    answers: { 200: { description: 'The counts', schema: searchCountsSchema } },
  },
  listAssignees: {
    at: 'GET /v1/assignees',
    summary: 'Operators to whom a verification can be given for review, by name',
    scope: ['kyc:review', 'kyb:review'],
    answers: { 200: { description: 'All who may review', schema: assigneePageSchema } },
  },
});
