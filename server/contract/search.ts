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
    .min(1, { error: 'is empty; leave it out, or send at least one' })
    .max(most, { error: `contains more than ${most} ${things}; send fewer` })
    .exactOptional();

const moment = z.iso.datetime({
  offset: true,
  error: 'is not a time; send it as 2026-01-31T12:00:00Z, or with an offset such as +01:00',
});

const filter = {
  kinds: some(kindSchema, 2, 'kinds').meta({ description: 'Default: all kinds that the key or session can read' }),
  statuses: some(statusSchema, STATUSES.length, 'statuses'),
  reasons: some(
    z.string().regex(/^[a-z0-9_]{1,100}$/, { error: 'is not a reason code' }),
    LIMITS.queueReasonsMax,
    'reasons',
  ).meta({
    description: 'Codes of `errors`: finds records with any of them',
  }),
  assignee: z
    .string()
    .regex(/^(?:me|none|(?:opr|key)_[0-9a-z]{26})$/, {
      error: 'is not an operator or key; send the id of an operator or key, me, or none',
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
        'Words of a name or of the reference, or the beginnings of words, in any order, with or without accents. Or an id, or the beginning of an id',
    }),
};

export const searchCountsRequestSchema = z.object(filter).meta({ id: 'SearchCountsRequest' });

export const searchRequestSchema = z
  .object({
    ...filter,
    order: z.enum(['newest', 'oldest', 'longest_waiting', 'due']).exactOptional().meta({
      description:
        '`longest_waiting` and `due` list only records that need review. `due`: the earliest due time first, records without a due time last',
      default: 'newest',
    }),
    limit: z
      .int({ error: 'is not a whole number; send one' })
      .min(1, { error: 'is less than 1; request at least one record' })
      .max(LIMITS.queuePageMax, { error: `is more than ${LIMITS.queuePageMax}; request fewer records` })
      .exactOptional()
      .meta({ default: LIMITS.queuePageDefault }),
    starting_after: z.string().exactOptional().meta({ description: 'The page after this id, exclusive' }),
  })
  .meta({ id: 'SearchRequest', description: 'A record must meet every given condition.' });

const completeField = z.boolean().meta({
  description:
    'false: the search index is not complete yet, for some seconds after a start and once after an update. Until then, searches by name or reason can miss older records',
});

const warnings = z.array(warningSchema).meta({ description: 'Unknown fields, which had no effect' });

export const queueItemSchema = z
  .object({
    id: z.union([idField('ver'), idField('kyb_ver')]),
    object: z.enum(['verification', 'kyb_verification']),
    kind: kindSchema,
    status: statusSchema,
    name: z.string().nullable().meta({ description: 'As it was sent, or else as read from a document' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'From `metadata`: internal_ref, reference, external_id, ...' }),
    country: countryField
      .nullable()
      .meta({ description: 'For people: nationality, or else residence. For companies: registration' }),
    created_at: timeField,
    updated_at: timeField,
    waiting_since: timeField.nullable().meta({ description: 'Since when it needs review' }),
    due_at: timeField.nullable().meta({
      description: 'Until when it may wait for review. null: it does not wait, or has no deadline',
    }),
    waits_for: z.enum(['decision', 'second_person', 'documents']).nullable().meta({
      description:
        'What a record in needs_review is waiting for. `documents`: documents were requested after it entered review. null: it is not waiting',
    }),
    reasons: z.array(z.string()).meta({ description: 'The codes of its `errors`' }),
    assignee: z
      .object({
        id: z.string(),
        name: z.string().nullable().meta({ description: "The operator's name or the key's label" }),
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
      .meta({ description: 'Counted without the condition `statuses`, like all counts below' }),
    reasons: z
      .array(z.object({ code: z.string(), count: countField }))
      .meta({ description: 'Reasons of records that need review, most frequent first' }),
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

/** The review queue. */
export const searchRoutes = routes({ tag: 'Search' })({
  searchRecords: {
    at: 'POST /v1/search',
    summary: 'Search verifications of people and companies',
    description:
      'A key that can read only one kind finds only that kind. Conditions are in the body, so that no URL contains a name.',
    scope: ['kyc:read', 'kyb:read'],
    body: searchRequestSchema,
    invalid: 'The search is not valid. See errors.',
    answers: { 200: { description: 'One page', schema: searchSchema } },
  },
  countRecords: {
    at: 'POST /v1/search/counts',
    summary: 'Count the results of a search by state, kind and reason',
    scope: ['kyc:read', 'kyb:read'],
    body: searchCountsRequestSchema,
    invalid: 'The search is not valid. See errors.',
    answers: { 200: { description: 'The counts', schema: searchCountsSchema } },
  },
  listAssignees: {
    at: 'GET /v1/assignees',
    summary: 'List the operators who can review verifications, by name',
    scope: ['kyc:review', 'kyb:review'],
    answers: { 200: { description: 'All operators who can review', schema: assigneePageSchema } },
  },
});
