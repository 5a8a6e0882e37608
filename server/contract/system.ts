import { z } from 'zod';

export const healthSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const engineStateSchema = z.enum(['unused', 'loading', 'ready', 'failed']).meta({
  description:
    'unused: it is loaded once a document needs it, and none has yet. Only second_text is: it reads documents on which text leaves a needed field open or unsure, and verifications go on without it where it fails.',
});

export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    missing: z.array(z.string()).meta({ description: 'What is still missing, a sentence each; empty when ready' }),
    engines: z.array(
      z.object({
        engine: z.string(),
        state: engineStateSchema,
        problem: z.string().exactOptional(),
        backend: z
          .enum(['gpu', 'native', 'wasm'])
          .exactOptional()
          .meta({ description: 'What computes the nets of an engine that has a choice' }),
        refused: z
          .array(z.object({ backend: z.enum(['gpu', 'native', 'wasm']), reason: z.string() }))
          .exactOptional()
          .meta({ description: 'What does not, and why' }),
      }),
    ),
    database: z.enum(['ok', 'failed']),
    watchlists: z.int().meta({ description: 'How many lists are searched' }),
    registers: z.int().meta({ description: 'How many registers of companies are searched' }),
    search_complete: z
      .boolean()
      .meta({ description: 'Whether records are found by their names yet; nothing else waits for that' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'What an administrator should mend all the same, a sentence each' }),
  })
  .meta({ id: 'Readiness' });

export type Readiness = z.output<typeof readinessSchema>;
