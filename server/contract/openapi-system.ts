import type { ZodOpenApiPathsObject } from 'zod-openapi';
import {
  auditExportQuerySchema,
  auditFiltersSchema,
  auditPageSchema,
  auditQuerySchema,
  auditVerificationSchema,
} from './audit.ts';
import { idParam, operation } from './openapi-operation.ts';
import {
  clockSchema,
  egressPageSchema,
  egressQuerySchema,
  systemStateSchema,
  throughputQuerySchema,
  throughputSchema,
} from './system-state.ts';
import { timelinePageSchema } from './timeline.ts';

const SYSTEM = 'System';
const AUDIT = 'Audit';

const timeline = (id: string, kind: 'KYC' | 'KYB', prefix: 'ver' | 'kyb_ver', scope: 'kyc:read' | 'kyb:read') =>
  operation(id, {
    summary: `Everything that happened to a ${kind} verification, oldest first`,
    description:
      'States, what people did, notes, deliveries of its events, alerts and the steps of the work. Of very many the newest; has_more says so.',
    scope,
    tag: AUDIT,
    params: idParam(prefix),
    success: { 200: { description: 'All of it', schema: timelinePageSchema } },
    problems: [404],
  });

/** The state of the machine, and what was done on it. */
export const systemStatePaths: ZodOpenApiPathsObject = {
  '/v1/system': {
    get: operation('getSystem', {
      summary: 'The state of the appliance',
      description: 'Engines, models, queue, disk, memory, keys, backups, lists, and what should be mended.',
      scope: 'admin',
      tag: SYSTEM,
      success: { 200: { description: 'As it is now', schema: systemStateSchema } },
    }),
  },
  '/v1/system/clock/confirm': {
    post: operation('confirmClock', {
      summary: "Say that the machine's clock is right",
      description:
        'Where the appliance doubts it (`clock.problem` of `GET /v1/system`), nothing is erased because its time has come. Compare it with another clock first.',
      scope: 'admin',
      tag: SYSTEM,
      success: { 200: { description: 'As it is now', schema: clockSchema } },
    }),
  },
  '/v1/system/throughput': {
    get: operation('getThroughput', {
      summary: 'What was verified in the last day, week or month, and how fast',
      description: 'By the hour, by six hours, or by the day. Of the mode of whoever asks.',
      scope: 'admin',
      tag: SYSTEM,
      params: { query: throughputQuerySchema },
      success: { 200: { description: 'Oldest first, the running hour included', schema: throughputSchema } },
      problems: [400],
    }),
  },
  '/v1/system/egress': {
    get: operation('listEgress', {
      summary: 'What the appliance connected to, or refused to, newest first',
      scope: 'admin',
      tag: SYSTEM,
      params: { query: egressQuerySchema },
      success: { 200: { description: 'The newest', schema: egressPageSchema } },
      problems: [400],
    }),
  },
  '/v1/audit': {
    get: operation('listAudit', {
      summary: 'Read the audit log, newest first',
      description: 'Codes and ids, no personal data. Of both modes, so that a test key has no say.',
      scope: 'audit:read',
      tag: AUDIT,
      params: { query: auditQuerySchema },
      success: { 200: { description: 'One page', schema: auditPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
  },
  '/v1/audit/filters': {
    get: operation('getAuditFilters', {
      summary: 'Every action and every actor of the audit log',
      scope: 'audit:read',
      tag: AUDIT,
      success: { 200: { description: 'All of them', schema: auditFiltersSchema } },
    }),
  },
  '/v1/audit/verify': {
    post: operation('verifyAudit', {
      summary: "Follow the audit log's chain from its first entry",
      description: 'Finds entries that were changed, left out or cut off. Other work goes on meanwhile.',
      scope: 'audit:read',
      tag: AUDIT,
      success: { 200: { description: 'Whether it holds', schema: auditVerificationSchema } },
    }),
  },
  '/v1/audit/export': {
    get: operation('exportAudit', {
      summary: 'Take the audit log, signed',
      description:
        'Lines of JSON, as `custos audit export` writes them; `custos audit verify FILE` tells whether a line was changed.',
      scope: 'audit:read',
      tag: AUDIT,
      params: { query: auditExportQuerySchema },
      success: { 200: { description: 'The log', type: 'application/x-ndjson' } },
      problems: [400],
    }),
  },
  '/v1/verifications/{id}/timeline': { get: timeline('getTimeline', 'KYC', 'ver', 'kyc:read') },
  '/v1/kyb/verifications/{id}/timeline': { get: timeline('getKybTimeline', 'KYB', 'kyb_ver', 'kyb:read') },
};
