import { z } from 'zod';

export const actorSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['operator', 'key', 'system', 'command_line', 'applicant', 'hub']),
    name: z.string().nullable().meta({ description: "The operator's name or the key's label" }),
  })
  .meta({ id: 'Actor', description: 'The operator, API key or system that acted' });

/** Further details in the audit log and timelines: codes, ids, counts. */
export const detailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
