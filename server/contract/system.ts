import { z } from 'zod';
import { SCOPES } from '../vocabulary/scopes.ts';
import { routes } from './route.ts';

export const healthSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

export const engineStateSchema = z.enum(['unused', 'loading', 'ready', 'failed']).meta({
  description:
    'unused: no document has needed it yet, so it is not loaded. This applies to second_text only, which reads documents when the first text engine leaves a required field missing or uncertain. If it fails, verifications continue without it.',
});

export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    missing: z.array(z.string()).meta({ description: 'What is still missing, one sentence each. Empty: ready' }),
    engines: z.array(
      z.object({
        engine: z.string(),
        state: engineStateSchema,
        problem: z.string().exactOptional(),
        backend: z
          .enum(['gpu', 'native', 'wasm'])
          .exactOptional()
          .meta({ description: "The backend that runs the engine's models, if the engine has a choice" }),
        refused: z
          .array(z.object({ backend: z.enum(['gpu', 'native', 'wasm']), reason: z.string() }))
          .exactOptional()
          .meta({ description: 'The backends that are not used, and why' }),
      }),
    ),
    database: z.enum(['ok', 'failed']),
    watchlists: z.int().meta({ description: 'The number of active lists' }),
    registers: z.int().meta({ description: 'The number of active company registers' }),
    search_complete: z
      .boolean()
      .meta({ description: 'Whether the search by name is complete. Nothing else waits for it' }),
    warnings: z.array(z.string()).meta({ description: 'Problems for an administrator to solve, one sentence each' }),
  })
  .meta({ id: 'Readiness' });

export type Readiness = z.output<typeof readinessSchema>;

/** For routes that need no key on the machine itself. */
const FROM_OFFICE = 'From other machines in the office network, it needs a key or a session.';

/** Liveness, readiness, metrics and the OpenAPI document. */
export const probeRoutes = routes({ tag: 'System' })({
  getHealth: {
    at: 'GET /healthz',
    summary: 'Check that the process answers',
    open: 'anybody',
    answers: { 200: { description: 'It answers', schema: healthSchema } },
  },
  getReadiness: {
    at: 'GET /readyz',
    summary: 'Check that the appliance can verify',
    open: 'anybody',
    office: SCOPES,
    description: FROM_OFFICE,
    answers: {
      200: { description: 'Ready', schema: readinessSchema },
      503: { description: 'Not ready. The body lists what is missing', schema: readinessSchema },
    },
  },
  getMetrics: {
    at: 'GET /metrics',
    summary: 'Metrics in Prometheus text format',
    open: 'anybody',
    office: ['admin'],
    description: `${FROM_OFFICE} The scope is admin.`,
    answers: { 200: { description: 'The metrics', type: 'text/plain' } },
  },
  getOpenApi: {
    at: 'GET /v1/openapi.json',
    summary: 'This document',
    open: 'anybody',
    counts: 'references',
    answers: {
      200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) },
      304: { description: 'Not changed: the ETag matches If-None-Match' },
    },
    problems: [429],
  },
});
