import { z } from 'zod';
import { idField, timeField } from './fields.ts';
import { routes } from './route.ts';
import { pageQuery, pageSchema } from './verification.ts';

export const eventSchema = z
  .object({
    id: idField('evt'),
    type: z.string(),
    timestamp: timeField,
    data: z.looseObject({ id: z.string(), livemode: z.boolean() }),
    audit_anchor: z
      .string()
      .optional()
      .describe(
        'The number of audit log entries at that time, a colon, and the link of the last entry. Keep it in another place: `custos audit verify --anchor` then checks whether the log still contains these entries. Events from earlier versions have none.',
      ),
  })
  .meta({ id: 'Event', description: 'What changed. It contains no personal data. Read the record to get it.' });

export const eventPageSchema = pageSchema(eventSchema).meta({ id: 'EventPage' });

/** The feed runs only forward in time, so it has one cursor. */
export const eventQuerySchema = z.object({ limit: pageQuery.limit, starting_after: pageQuery.starting_after });

export const progressSchema = z
  .object({ id: z.string(), step: z.string().nullable(), done: z.int(), total: z.int() })
  .meta({ id: 'Progress' });

export type ProgressAnswer = z.output<typeof progressSchema>;

/** The feed of events. */
export const eventRoutes = routes({ tag: 'Events' })({
  listEvents: {
    at: 'GET /v1/events',
    summary: 'Read the event feed, oldest first',
    scope: 'events:read',
    query: eventQuerySchema,
    invalid: 'Some query parameters are not valid. See errors.',
    answers: { 200: { description: 'The events after the cursor', schema: eventPageSchema, headers: ['Link'] } },
  },
  streamEvents: {
    at: 'GET /v1/events/stream',
    summary: 'Follow every event (server-sent events)',
    scope: 'events:read',
    resumes: true,
    answers: { 200: { description: 'The stream', type: 'text/event-stream' } },
  },
});
