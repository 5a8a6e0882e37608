import { z } from 'zod';
import { isZone } from '../figures/days.ts';
import { LIMITS } from '../lib/limits.ts';
import { actorSchema } from './actors.ts';
import { dateField, timeField } from './fields.ts';
import { routes } from './route.ts';

const kindField = z.enum(['kyc', 'kyb']);
const outcomeField = z.enum(['completed', 'failed']);
const count = z.int().min(0);

const zoneField = z
  .string()
  .max(LIMITS.timeZoneCharsMax, { error: `is longer than ${LIMITS.timeZoneCharsMax} characters; shorten it` })
  .refine(isZone, { error: 'is not a time zone; send one of the IANA database, such as Europe/Paris' })
  .meta({
    description: 'The time zone of the days, by the IANA database. Default: the zone of the machine',
    examples: ['Europe/Paris'],
  })
  .exactOptional();

const kindFilter = kindField.meta({ description: 'Only people or only companies. Default: both' }).exactOptional();

export const statisticsQuerySchema = z.object({
  from: dateField
    .meta({ description: 'The first day. Default: the first day of the month of the last day' })
    .exactOptional(),
  to: dateField.meta({ description: 'The last day, inclusive. Default: today' }).exactOptional(),
  kind: kindFilter,
  time_zone: zoneField,
});

export const statisticsReportQuerySchema = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'is not a month; send YYYY-MM, such as 2026-10' })
    .meta({ description: 'The month', examples: ['2026-10'] }),
  language: z.enum(['en', 'fr']).meta({ description: 'The language of the report', default: 'en' }).exactOptional(),
  kind: kindFilter,
  time_zone: zoneField,
});

const decidedSchema = z.object({
  automatic: count.meta({ description: 'Decided without a person' }),
  reviewed: count.meta({ description: 'Decided by a reviewer' }),
});

const timesSchema = z
  .object({
    count,
    median_ms: z.int().nullable(),
    p95_ms: z.int().nullable().meta({ description: 'The 95th percentile, by the nearest rank' }),
  })
  .meta({ id: 'DecisionTimes', description: 'From the creation to the final decision. null: there is none' });

export const statisticsSchema = z
  .object({
    object: z.literal('statistics'),
    from: dateField,
    to: dateField,
    time_zone: z.string(),
    kind: kindField.nullable().meta({ description: 'null: people and companies' }),
    livemode: z.boolean(),
    made_at: timeField,
    not_counted: count.meta({
      description:
        'Records of an earlier version of the program that are still being counted. 0: the figures are complete',
    }),
    received: count.meta({ description: 'Verifications created in the period' }),
    decided: z
      .object({ completed: decidedSchema, failed: decidedSchema })
      .meta({ description: 'Verifications that ended in the period' }),
    waiting: z.object({
      now: count.meta({ description: 'Verifications that wait for a review now, whenever they were created' }),
      overdue: count.meta({ description: 'Those of them that have waited longer than their deadline' }),
    }),
    days: z.array(z.object({ day: dateField, kind: kindField, received: count, completed: count, failed: count })),
    time_to_decision: z.object({ automatic: timesSchema, reviewed: timesSchema }),
    reasons: z
      .array(
        z.object({
          kind: kindField,
          outcome: outcomeField,
          by: z.enum(['automatic', 'reviewer']).meta({ description: 'Whose reason it is' }),
          code: z.string(),
          count,
        }),
      )
      .meta({ description: 'Of verifications that ended in the period, the most frequent first' }),
    lists: z
      .array(
        z.object({
          code: z.string(),
          name: z.string().nullable().meta({ description: 'null: the list was removed' }),
          verifications: count.meta({ description: 'Verifications with a first hit on this list in the period' }),
          hits: count.meta({ description: 'Hits found in the period. The following fields divide them' }),
          undecided: count,
          set_aside: count.meta({ description: 'Ruled out by the policy or by an earlier dismissal' }),
          confirmed: count,
          dismissed: count.meta({ description: 'Dismissed for another reason than a false hit' }),
          false_hits: count.meta({ description: 'Dismissed because the entry is about somebody else' }),
          changed: count.meta({ description: 'Hits whose decision was changed later' }),
        }),
      )
      .meta({ description: 'The list with the most hits first' }),
    changed: z
      .object({
        automatic: count.meta({ description: 'Reviews that ended by an automatic decision of a new run' }),
        review: count.meta({
          description: 'Verifications that ended otherwise than a reviewer had proposed or decided before',
        }),
        hits: count.meta({ description: 'Hits whose decision was changed' }),
      })
      .meta({ description: 'Decisions that were changed later' }),
    reviewers: z
      .array(
        z.object({
          reviewer: actorSchema,
          approved: count,
          rejected: count,
          hits_confirmed: count,
          hits_dismissed: count,
        }),
      )
      .nullable()
      .meta({ description: 'Decisions in the period by reviewer. null: the policy does not allow naming them' }),
  })
  .meta({ id: 'Statistics' });

export type StatisticsAnswer = z.output<typeof statisticsSchema>;

/** Counts for management and regulators. */
export const statisticsRoutes = routes({
  tag: 'Statistics',
  scope: 'audit:read',
  invalid: 'Some query parameters are not valid. See errors.',
})({
  getStatistics: {
    at: 'GET /v1/statistics',
    summary: 'Count the verifications of a period',
    description:
      'By day, kind, outcome, reason and list, with the time to decision. Counts contain no personal data. A record counts on the day of the event: received when it was created, decided when it ended, a hit when it was found.',
    query: statisticsQuerySchema,
    answers: { 200: { description: 'The figures', schema: statisticsSchema } },
  },
  exportStatistics: {
    at: 'GET /v1/statistics/export',
    summary: 'Export the figures of a period as CSV',
    description: 'One figure per line. A spreadsheet runs no cell as a formula.',
    query: statisticsQuerySchema,
    answers: { 200: { description: 'The file', type: 'text/csv' } },
  },
  getStatisticsReport: {
    at: 'GET /v1/statistics/report',
    summary: 'Download the figures of a month as a PDF file',
    description: 'For regulators, in English or French.',
    query: statisticsReportQuerySchema,
    answers: { 200: { description: 'The report', type: 'application/pdf' } },
  },
});
