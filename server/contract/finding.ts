import { z } from 'zod';

/** One observation of a check, with its evidence. */
export const findingSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    field: z.string().exactOptional(),
    document_id: z.string().exactOptional(),
    evidence: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
      .exactOptional(),
  })
  .meta({ id: 'Finding' });
