import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { RECEIVER_ERRORS } from '../security-log/outlet.ts';
import { idField, timeField } from './fields.ts';
import { ids, routes } from './route.ts';

const PORT_MAX = 65_535;
const MIB = 1024 * 1024;

const certificate = z.object({ fingerprint: z.string(), names: z.array(z.string()), not_after: timeField });

export const receiverSchema = z
  .object({
    id: idField('slr'),
    object: z.literal('security_log_receiver'),
    enabled: z.boolean(),
    kind: z.enum(['tls', 'tcp', 'socket', 'file']).nullable().meta({
      description: 'null: the settings were changed outside the appliance. Nothing is sent',
    }),
    host: z.string().nullable(),
    port: z.int().nullable(),
    path: z.string().nullable().meta({ description: 'The path of the local socket, or the folder of the files' }),
    file_bytes_max: z.int().nullable(),
    files_kept: z.int().nullable(),
    ca: z.array(certificate).meta({ description: 'For TLS: the authorities that the receiver must be signed by' }),
    client_certificate: certificate.nullable(),
    position: z.int().meta({ description: 'The receiver has taken the entries up to and with this one' }),
    taken_at: timeField.nullable().meta({ description: 'When it last took something' }),
    head: z
      .object({ count: z.int(), at: timeField })
      .nullable()
      .meta({ description: 'The newest head of the chain that it has taken' }),
    lag: z.object({ entries: z.int(), ms: z.int() }).meta({
      description: 'Entries that it has not taken, and the waiting time of the oldest of them',
    }),
    error: z.enum(RECEIVER_ERRORS).nullable().meta({
      description: 'Why the last connection failed. null: it did not, or there was none since the start',
    }),
    failing_since: timeField.nullable(),
    retry_at: timeField.nullable(),
    shortened_at: timeField.nullable().meta({
      description: 'When the audit log no longer held entries that the receiver has',
    }),
    created_at: timeField,
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'SecurityLogReceiver', description: 'A receiver of the security log, and how far it got.' });

export const securityLogSchema = z
  .object({ object: z.literal('list'), url: z.string(), data: z.array(receiverSchema), has_more: z.literal(false) })
  .meta({ id: 'SecurityLog' });

const port = z
  .int()
  .min(1, { error: `must be from 1 to ${PORT_MAX}` })
  .max(PORT_MAX, { error: `must be from 1 to ${PORT_MAX}` });
const host = z
  .string()
  .max(LIMITS.egressHostCharsMax, { error: `is longer than ${LIMITS.egressHostCharsMax} characters; shorten it` })
  .meta({ description: 'A host name or an address of this machine or a private network' });
const path = z
  .string()
  .max(LIMITS.securityLogPathCharsMax, { error: `is longer than ${LIMITS.securityLogPathCharsMax} characters` });
const pem = z.string().max(LIMITS.lanPemCharsMax, {
  error: `is longer than ${LIMITS.lanPemCharsMax} characters; send only what is needed`,
});

const place = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('tls'),
      host,
      port,
      ca: pem.exactOptional().meta({
        description: 'PEM: the authorities that sign the receiver. Required at first; if left out later, they stay',
      }),
      client: z
        .object({ certificate: pem, private_key: pem })
        .nullable()
        .exactOptional()
        .meta({ description: 'PEM: what the appliance shows to the receiver. null: nothing. Left out: as before' }),
    }),
    z.object({ kind: z.literal('tcp'), host, port }),
    z.object({ kind: z.literal('socket'), path: path.meta({ description: 'A local stream socket' }) }),
    z.object({
      kind: z.literal('file'),
      folder: path.meta({ description: 'A folder outside the data folder' }),
      file_bytes_max: z
        .int()
        .min(LIMITS.securityLogFileBytesMin, { error: `is less than ${LIMITS.securityLogFileBytesMin}` })
        .max(LIMITS.securityLogFileBytesMax, { error: `is more than ${LIMITS.securityLogFileBytesMax}` })
        .exactOptional()
        .meta({ default: 10 * MIB, description: 'A file of this size is full' }),
      files_kept: z
        .int()
        .min(1, { error: 'must be at least 1' })
        .max(LIMITS.securityLogFilesMax, { error: `is more than ${LIMITS.securityLogFilesMax}` })
        .exactOptional()
        .meta({ default: 10, description: 'Full files that are kept' }),
    }),
  ],
  { error: 'must be "tls", "tcp", "socket" or "file"' },
);

export const receiverChangeSchema = z
  .object({ enabled: z.boolean().exactOptional().meta({ default: true }), place })
  .meta({ id: 'SecurityLogReceiverChange' });

export const newReceiverSchema = receiverChangeSchema
  .extend({
    from_start: z.boolean().exactOptional().meta({
      default: false,
      description: 'Whether entries that are already in the audit log are sent too',
    }),
  })
  .meta({ id: 'NewSecurityLogReceiver' });

export const receiverTestSchema = z
  .object({
    object: z.literal('security_log_test'),
    delivered: z.boolean(),
    error: z.enum(RECEIVER_ERRORS).nullable(),
  })
  .meta({ id: 'SecurityLogTest' });

export type ReceiverAnswer = z.output<typeof receiverSchema>;
export type ReceiverChangeBody = z.output<typeof receiverChangeSchema>;

export const FILE_BYTES_DEFAULT = 10 * MIB;
export const FILES_KEPT_DEFAULT = 10;

/** Sending the audit log to receivers outside. */
export const securityLogRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The security log covers live data. Use a live key with the scope admin.',
})({
  listSecurityLogReceivers: {
    at: 'GET /v1/system/security-log',
    summary: 'List the receivers of the security log and how far they got',
    answers: { 200: { description: 'All receivers', schema: securityLogSchema } },
  },
  addSecurityLogReceiver: {
    at: 'POST /v1/system/security-log',
    summary: 'Add a receiver of the security log',
    description: `The appliance sends the entries of the audit log to it: syslog (RFC 5424) over TLS, TCP or a local socket, or JSON lines in files. At most ${LIMITS.securityLogReceiversMax} receivers. Hosts must be on this site's network.`,
    body: newReceiverSchema,
    answers: { 201: { description: 'The receiver', schema: receiverSchema } },
    problems: [409],
  },
  getSecurityLogReceiver: {
    at: 'GET /v1/system/security-log/{id}',
    path: ids({ id: 'slr' }),
    summary: 'Retrieve a receiver of the security log',
    answers: { 200: { description: 'The receiver', schema: receiverSchema } },
  },
  changeSecurityLogReceiver: {
    at: 'PUT /v1/system/security-log/{id}',
    path: ids({ id: 'slr' }),
    summary: 'Change a receiver of the security log, or turn it on or off',
    description: 'It continues after the last entry that was taken.',
    body: receiverChangeSchema,
    answers: { 200: { description: 'The receiver', schema: receiverSchema } },
  },
  removeSecurityLogReceiver: {
    at: 'DELETE /v1/system/security-log/{id}',
    path: ids({ id: 'slr' }),
    summary: 'Remove a receiver of the security log',
    answers: { 204: { description: 'It is removed' } },
  },
  testSecurityLogReceiver: {
    at: 'POST /v1/system/security-log/{id}/test',
    path: ids({ id: 'slr' }),
    summary: 'Send one test message to a receiver of the security log',
    description: 'The answer comes when the receiver has taken it or the connection has failed.',
    answers: { 200: { description: 'The result', schema: receiverTestSchema } },
  },
});
