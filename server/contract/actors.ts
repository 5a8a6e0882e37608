import { z } from 'zod';

export const actorSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['operator', 'key', 'system', 'command_line']),
    name: z.string().nullable().meta({ description: "An operator's name, a key's label" }),
  })
  .meta({ id: 'Actor', description: 'Whoever did something' });

/** What the audit log and timelines tell besides: codes, ids, counts. */
export const detailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
