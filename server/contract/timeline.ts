import { z } from 'zod';
import { actorSchema, detailsSchema } from './actors.ts';
import { timeField } from './fields.ts';
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
export type TimelinePageAnswer = z.output<typeof timelinePageSchema>;
