import { z } from 'zod';
import { BACKUP_WARNINGS } from '../backup/warnings.ts';
import { LAN_WARNINGS } from '../lan/warnings.ts';
import { SECURITY_LOG_WARNINGS } from '../security-log/warnings.ts';
import { UPLINK_WARNINGS } from '../uplink/warnings.ts';
import { logLimit } from './audit.ts';
import { idField, timeField } from './fields.ts';
import { routes } from './route.ts';
import { engineStateSchema } from './system.ts';
import { pageSchema } from './verification.ts';

const bytes = z.int().meta({ description: 'Bytes' });

/** What an administrator should fix. The codes are stable. */
export const SYSTEM_WARNINGS = [
  'engine_failed',
  'second_text_failed',
  'model_damaged',
  'disk_low',
  'dead_jobs',
  'lists_missing',
  'lists_stale',
  'lists_problem',
  'registers_stale',
  'registers_problem',
  'trust_lists_stale',
  'trust_lists_staged',
  'trust_lists_problem',
  'backups_off',
  'backup',
  'deliveries_blocked',
  'origins_unconfirmed',
  'clock_doubted',
  'purge_waits',
  'faces_of_other_nets',
  'rows_refused',
  ...LAN_WARNINGS,
  ...SECURITY_LOG_WARNINGS,
  ...UPLINK_WARNINGS,
] as const;

/** How far the appliance trusts the machine's clock. */
export const clockSchema = z
  .object({
    object: z.literal('clock'),
    now: timeField,
    problem: z.enum(['ahead', 'behind', 'jumped']).nullable().meta({
      description:
        'The problem of the clock. null: none. ahead, behind: at the start, compared with the last right time. jumped: it was set while the appliance ran. Scheduled erasure and reports of overdue records stay paused until the clock is set right or confirmed.',
    }),
    right_at: timeField
      .nullable()
      .meta({ description: 'The expected time, or the last time that was known to be right' }),
    said_at: timeField.nullable(),
    message: z.string().nullable().meta({ description: 'The problem in words' }),
  })
  .meta({ id: 'Clock' });

const datasets = { active: z.int(), stale: z.int(), problem: z.string().nullable() };

export const systemStateSchema = z
  .object({
    object: z.literal('system'),
    version: z.string(),
    started_at: timeField,
    now: timeField,
    node: z.string(),
    platform: z.string(),
    arch: z.string(),
    engines: z.array(
      z.object({
        name: z.string(),
        state: engineStateSchema,
        version: z.string().nullable(),
        backend: z.string().nullable(),
        detail: z.string().nullable().meta({ description: 'Why it failed, or why it does not use a faster backend' }),
      }),
    ),
    models: z.array(
      z.object({
        file: z.string(),
        sha256: z.string(),
        bytes,
        licence: z.string(),
        version: z.string(),
        verified: z.boolean().meta({ description: 'Whether the installed file has this SHA-256' }),
      }),
    ),
    queue: z.object({
      pending: z.int(),
      running: z.int(),
      dead: z.int(),
      oldest_pending_at: timeField.nullable().meta({ description: 'Since when the first item in the queue is due' }),
    }),
    disk: z.object({
      data_bytes: bytes.nullable().meta({ description: 'The size of the data folder. null: not measured yet' }),
      database_bytes: bytes,
      vault_bytes: bytes.nullable().meta({ description: 'The size of the encrypted files. null: not measured yet' }),
      free_bytes: bytes,
      total_bytes: bytes,
      measured_at: timeField.nullable(),
    }),
    memory: z.object({
      used_bytes: bytes.meta({ description: 'Memory of this process, including its threads' }),
      heap_bytes: bytes,
      machine_free_bytes: bytes,
      machine_total_bytes: bytes,
    }),
    workers: z.object({
      text: z.int(),
      face: z.int(),
      image: z.int(),
      pdf: z.int(),
      verifications: z.int().meta({ description: 'Verifications processed at the same time' }),
      cpus: z.int(),
    }),
    master_key: z.object({ kind: z.enum(['file', 'passphrase', 'keystore']), path: z.string().nullable() }),
    recovery_key: z.object({ fingerprint: z.string() }).nullable(),
    backup: z.object({
      configured: z.boolean().meta({ description: 'Whether a backup folder is set' }),
      keys_configured: z.boolean(),
      interval_hours: z.number(),
      kept: z.int(),
      last: z.object({ id: idField('bak'), created_at: timeField, size_bytes: z.int().nullable() }).nullable(),
      next_at: timeField.nullable(),
      running: z.boolean(),
      failures: z.int().meta({ description: 'Since the start' }),
    }),
    watchlists: z.object({ ...datasets, entries: z.int() }),
    registers: z.object({ ...datasets, companies: z.int() }),
    trust_lists: z.object({
      ...datasets,
      staged: z.int().meta({ description: 'Versions that wait for a person to activate them' }),
      certificates: z.int(),
    }),
    clock: clockSchema,
    rows_refused: z.int().meta({
      description:
        'Stored rows that were changed outside the appliance, found since the start. They are not used. "custos verify-data" lists them',
    }),
    purge_waiting: z.object({ records: z.int(), faces: z.int() }).nullable().meta({
      description: 'Due for erasure, but more than the appliance erases automatically: see POST /v1/retention/purge',
    }),
    faces_of_other_nets: z.int().nullable().meta({
      description:
        'Records with face templates from a different model, which are not compared. "custos faces renew" recreates them. null: no templates are kept, or they are being counted',
    }),
    webhooks: z.object({
      pending: z.int(),
      failed: z.int(),
      blocked: z.int(),
      unconfirmed_origins: z.int().meta({
        description: 'Allowed webhook_url origins that no administrator has confirmed',
      }),
      lag_ms: z.int().meta({ description: 'The waiting time of the oldest delivery that is due' }),
    }),
    warnings: z.array(
      z.object({
        code: z.enum(SYSTEM_WARNINGS),
        message: z.string().meta({ description: 'The problem and the remedy' }),
        reason: z
          .enum(BACKUP_WARNINGS)
          .nullable()
          .meta({ description: 'The problem of the backups. null for other warnings' }),
        at: timeField.nullable().meta({
          description:
            'When an `old` backup was made, when the certificate expires or was renewed, or when the security log found that entries are missing',
        }),
      }),
    ),
  })
  .meta({ id: 'SystemState' });

/** The periods that a client can ask for, in hours, with the hours per bucket. */
export const THROUGHPUT_BUCKETS = { 24: 1, 168: 6, 720: 24 } as const;

export const throughputQuerySchema = z.object({
  hours: z.enum(['24', '168', '720']).meta({ default: '24' }).exactOptional(),
});

const counts = z.object({ created: z.int(), completed: z.int(), failed: z.int(), needs_review: z.int() });
const spread = z.object({ p50: z.int(), p95: z.int() }).nullable();

export const throughputSchema = z
  .object({
    object: z.literal('throughput'),
    hours: z.int(),
    bucket_hours: z.int(),
    livemode: z.boolean(),
    buckets: z.array(
      z.object({
        from: timeField,
        to: timeField,
        kyc: counts,
        kyb: counts,
        run_ms: spread.meta({ description: 'From the start of processing to its end. null: none ended' }),
        waiting_ms: spread.meta({ description: 'From the request to the start of processing' }),
      }),
    ),
  })
  .meta({ id: 'Throughput' });

export const egressQuerySchema = z.object({ limit: logLimit });

export const egressSchema = z
  .object({
    id: z.int(),
    first_at: timeField,
    last_at: timeField,
    host: z.string().meta({ description: 'The address or host name of the connection attempt' }),
    port: z.int().nullable(),
    allowed: z.boolean(),
    why: z.string().meta({
      description:
        'webhook: an event was sent there. directory: the directory of the site was asked. security_log: the security log was sent there. address_not_allowed: a receiver of the security log that is not on the network of the site. url_not_plain, address_forbidden, own_port, not_allowed, origin_not_listed: the rules refused it. no_connections: anything else.',
    }),
    times: z.int(),
  })
  .meta({ id: 'Egress', description: 'One destination with one result within a minute' });

export const egressPageSchema = pageSchema(egressSchema).meta({ id: 'EgressPage' });

export type ClockAnswer = z.output<typeof clockSchema>;
export type SystemStateAnswer = z.output<typeof systemStateSchema>;
export type SystemWarning = SystemStateAnswer['warnings'][number];
export type ThroughputAnswer = z.output<typeof throughputSchema>;
export type EgressAnswer = z.output<typeof egressSchema>;

/** The state of the machine. */
export const systemStateRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The system contains live data. Use a live key with the scope admin.',
})({
  getSystem: {
    at: 'GET /v1/system',
    summary: 'Retrieve the state of the appliance',
    description: 'Engines, models, queue, disk, memory, keys, backups, lists, and problems that need attention.',
    answers: { 200: { description: 'The current state', schema: systemStateSchema } },
  },
  confirmClock: {
    at: 'POST /v1/system/clock/confirm',
    summary: "Confirm that the machine's clock is right",
    description:
      'If the clock may be wrong (`clock.problem` of `GET /v1/system`), scheduled erasure and reports of overdue records are paused. Compare it with another clock first.',
    answers: { 200: { description: 'The current state', schema: clockSchema } },
  },
  getThroughput: {
    at: 'GET /v1/system/throughput',
    summary: 'Retrieve the number and speed of verifications in the last day, week or month',
    description: 'Per hour, six hours or day, for the mode of the key or session.',
    live: null,
    query: throughputQuerySchema,
    invalid: 'hours is not valid. See errors.',
    answers: { 200: { description: 'Oldest first, including the current hour', schema: throughputSchema } },
  },
  listEgress: {
    at: 'GET /v1/system/egress',
    summary: 'List allowed and refused outgoing connections, newest first',
    query: egressQuerySchema,
    invalid: 'limit is not valid. See errors.',
    answers: { 200: { description: 'The newest connections', schema: egressPageSchema } },
  },
});
