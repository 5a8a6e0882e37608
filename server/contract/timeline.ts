import { z } from 'zod';
import { actorSchema, detailsSchema } from './actors.ts';
import { timeField } from './fields.ts';
import { ids, KINDS, ofBothKinds, routes } from './route.ts';
import { pageSchema } from './verification.ts';

export const timelineEntrySchema = z
  .object({
    at: timeField,
    kind: z.enum(['state', 'act', 'note', 'delivery', 'alert', 'step']),
    code: z.string().meta({ examples: ['verification.completed', 'review.decided', 'step.read'] }),
    actor: actorSchema.nullable(),
    details: detailsSchema,
  })
  .meta({ id: 'TimelineEntry' });

export const timelinePageSchema = pageSchema(timelineEntrySchema).meta({ id: 'TimelinePage' });

export type TimelineEntryAnswer = z.output<typeof timelineEntrySchema>;

/** What happened to a record. */
export const timelineRoutes = ofBothKinds((kind) =>
  routes({ tag: 'Audit', scope: `${kind}:read` })({
    get_Timeline: {
      at: `GET ${KINDS[kind].path}/{id}/timeline`,
      summary: `List everything that happened to a ${KINDS[kind].title} verification, oldest first`,
      description:
        'States, actions of people, notes, event deliveries, alerts and processing steps. If there are too many, only the newest are returned and has_more is true.',
      path: ids({ id: KINDS[kind].prefix }),
      answers: { 200: { description: 'The timeline', schema: timelinePageSchema } },
    },
  }),
);
