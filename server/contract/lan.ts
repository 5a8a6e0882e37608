import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

const PORT_MAX = 65_535;

const fingerprint = z
  .string()
  .meta({ description: 'SHA-256 of the certificate: 32 pairs of hexadecimal digits, as browsers show it' });

export const lanSchema = z
  .object({
    object: z.literal('lan'),
    on: z.boolean(),
    address: z
      .string()
      .nullable()
      .meta({ description: 'The address of this machine that the office network uses. null: all addresses' }),
    port: z.int(),
    listening: z.boolean().meta({ description: 'Whether the office network is running now' }),
    problem: z.string().nullable().meta({ description: 'If it is on but not running: the reason, and what to do' }),
    urls: z.array(z.string()).meta({ description: 'The address to open in the browser of another machine' }),
    certificate: z
      .object({
        origin: z.enum(['made', 'imported']),
        fingerprint,
        names: z.array(z.string()).meta({ description: 'Host names and addresses. The appliance refuses other names' }),
        issuer: z.string().meta({ description: 'The issuer of the certificate, one attribute per line' }),
        not_before: timeField,
        not_after: timeField,
        renews_at: timeField
          .nullable()
          .meta({ description: 'When the appliance renews it automatically, with the same key. null: never' }),
        renewed: z
          .object({ at: timeField, former_fingerprint: fingerprint })
          .nullable()
          .meta({ description: 'When the appliance renewed it automatically. null: a person created or imported it' }),
      })
      .nullable(),
    unnamed_addresses: z
      .array(z.string())
      .meta({ description: 'Addresses of this machine that the certificate does not include' }),
  })
  .meta({ id: 'Lan', description: 'The state of the office network' });

export const lanChangeSchema = z
  .object({
    on: z.boolean(),
    address: z
      .union([z.ipv4(), z.ipv6()], {
        error: 'must be an address of this machine, such as 192.168.1.10, or null for all addresses',
      })
      .nullable()
      .exactOptional(),
    port: z
      .int()
      .min(0, { error: `must be from 0 to ${PORT_MAX}` })
      .max(PORT_MAX, { error: `must be from 0 to ${PORT_MAX}` })
      .exactOptional()
      .meta({ description: '0: any free port, which then stays the same' }),
  })
  .meta({ id: 'LanChange', description: 'Fields that you leave out do not change' });

const pem = z
  .string()
  .min(1, { error: 'is empty; send it in PEM format' })
  .max(LIMITS.lanPemCharsMax, {
    error: `is longer than ${LIMITS.lanPemCharsMax} characters; send only the required certificates or key`,
  });

export const newLanCertificateSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.object({
        kind: z.literal('make'),
        names: z
          .array(z.string())
          .max(LIMITS.lanNamesMax, { error: `has more than ${LIMITS.lanNamesMax} names; leave some out` })
          .exactOptional()
          .meta({ description: 'Host names or addresses in addition to the machine\u2019s own' }),
      }),
      z.object({
        kind: z.literal('import'),
        certificate: pem.meta({ description: 'PEM: the certificate of this machine, followed by its issuers' }),
        private_key: pem.meta({ description: 'PEM: RSA of 2048 to 8192 bits, or ECDSA' }),
        passphrase: z
          .string()
          .max(LIMITS.passphraseCharsMax, {
            error: `is longer than ${LIMITS.passphraseCharsMax} characters; shorten it`,
          })
          .exactOptional()
          .meta({ description: 'The passphrase of an encrypted private key' }),
      }),
    ],
    { error: 'must be "make" or "import"' },
  )
  .meta({ id: 'NewLanCertificate' });

export type LanAnswer = z.output<typeof lanSchema>;

/** Serving other machines of the office network. */
export const lanRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The office network gives access to live data. Use a live key with the scope admin.',
})({
  getLan: {
    at: 'GET /v1/system/lan',
    summary: 'Retrieve the state of the office network',
    answers: { 200: { description: 'The current state, without the private key', schema: lanSchema } },
  },
  changeLan: {
    at: 'PUT /v1/system/lan',
    summary: 'Switch the office network on or off',
    description:
      'Other machines connect over TLS. The address for this machine itself stays the same. The change applies immediately. The first time, the appliance creates a certificate. If it cannot listen on the port, the request fails and nothing is stored.',
    body: lanChangeSchema,
    answers: { 200: { description: 'The new state', schema: lanSchema } },
    problems: [409],
  },
  setLanCertificate: {
    at: 'POST /v1/system/lan/certificate',
    summary: 'Create a new certificate, or import one',
    description:
      'It applies immediately. Open connections keep the old certificate. The fingerprint changes, so browsers ask for confirmation again.',
    body: newLanCertificateSchema,
    answers: { 200: { description: 'The new certificate is in force', schema: lanSchema } },
    problems: [409],
  },
});
