import { z } from 'zod';
import { SCOPES } from '../vocabulary/scopes.ts';
import { routes } from './route.ts';

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

/** Of what needs no key on the machine itself. */
const FROM_OFFICE = 'From other machines of the office it needs a key or a session.';

/** Whether the appliance answers and works, and what it answers to. */
export const probeRoutes = routes({ tag: 'System' })({
  getHealth: {
    at: 'GET /healthz',
    summary: 'Whether the process answers',
    open: 'anybody',
    answers: { 200: { description: 'It does', schema: healthSchema } },
  },
  getReadiness: {
    at: 'GET /readyz',
    summary: 'Whether it can verify',
    open: 'anybody',
    office: SCOPES,
    description: FROM_OFFICE,
    answers: {
      200: { description: 'Ready', schema: readinessSchema },
      503: { description: 'Not yet; the body says what is missing', schema: readinessSchema },
    },
  },
  getMetrics: {
    at: 'GET /metrics',
    summary: 'Numbers in the text form of Prometheus',
    open: 'anybody',
    office: ['admin'],
    description: `${FROM_OFFICE} The scope is admin.`,
    answers: { 200: { description: 'The numbers', type: 'text/plain' } },
  },
  getOpenApi: {
    at: 'GET /v1/openapi.json',
    summary: 'This document',
    open: 'anybody',
    counts: 'references',
    answers: {
      200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) },
      304: { description: 'It is the one whose ETag stands in If-None-Match' },
    },
    problems: [429],
  },
});
