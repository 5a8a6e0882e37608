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
      .meta({ description: 'The address of this machine that is served; null: all of them' }),
    port: z.int(),
    listening: z.boolean().meta({ description: 'Whether other machines are served now' }),
    problem: z.string().nullable().meta({ description: 'Why not, although it is on, and what to do' }),
    urls: z.array(z.string()).meta({ description: 'What to type in the browser of another machine' }),
    certificate: z
      .object({
        origin: z.enum(['made', 'imported']),
        fingerprint,
        names: z
          .array(z.string())
          .meta({ description: 'Host names and addresses; others are refused by the appliance' }),
        issuer: z.string().meta({ description: 'Who vouches for it, one attribute a line' }),
        not_before: timeField,
        not_after: timeField,
        renews_at: timeField
          .nullable()
          .meta({ description: 'When it is made anew by itself, with the same key; null: never' }),
        renewed: z
          .object({ at: timeField, former_fingerprint: fingerprint })
          .nullable()
          .meta({ description: 'That it was made anew by itself; null: a person saw to it' }),
      })
      .nullable(),
    unnamed_addresses: z
      .array(z.string())
      .meta({ description: 'Addresses of this machine that the certificate does not name' }),
  })
  .meta({ id: 'Lan', description: 'How other machines of the office are served' });

export const lanChangeSchema = z
  .object({
    on: z.boolean(),
    address: z
      .union([z.ipv4(), z.ipv6()], {
        error: 'must be an address of this machine, such as 192.168.1.10; null: all of them',
      })
      .nullable()
      .exactOptional(),
    port: z
      .int()
      .min(0, { error: `must be from 0 to ${PORT_MAX}` })
      .max(PORT_MAX, { error: `must be from 0 to ${PORT_MAX}` })
      .exactOptional()
      .meta({ description: '0: any free one, which is then kept' }),
  })
  .meta({ id: 'LanChange', description: 'What is not given stays as it is' });

const pem = z
  .string()
  .min(1, { error: 'is empty; give it in PEM form' })
  .max(LIMITS.lanPemCharsMax, {
    error: `is longer than ${LIMITS.lanPemCharsMax} characters; give what is needed alone`,
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
          .meta({ description: 'Further host names or addresses, beside the machine\u2019s own' }),
      }),
      z.object({
        kind: z.literal('import'),
        certificate: pem.meta({ description: 'PEM: the certificate of this machine, then those that vouch for it' }),
        private_key: pem.meta({ description: 'PEM: RSA of 2048 to 8192 bits, or ECDSA' }),
        passphrase: z
          .string()
          .max(LIMITS.passphraseCharsMax, { error: `is longer than ${LIMITS.passphraseCharsMax} characters` })
          .exactOptional()
          .meta({ description: 'Of an encrypted private key' }),
      }),
    ],
    { error: 'must be "make" or "import"' },
  )
  .meta({ id: 'NewLanCertificate' });

export type LanAnswer = z.output<typeof lanSchema>;

/** How other machines of the office are served. */
export const lanRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The office network leads to live data. Use a live key with the scope admin.',
})({
  getLan: {
    at: 'GET /v1/system/lan',
    summary: 'Whether and how other machines of the office are served',
    answers: { 200: { description: 'As it is now; never the private key', schema: lanSchema } },
  },
  changeLan: {
    at: 'PUT /v1/system/lan',
    summary: 'Serve other machines of the office, or no longer',
    description:
      'By TLS, beside what this machine itself is served on, and at once. The first time a certificate is made. Where it cannot be listened, that is told and nothing is kept.',
    body: lanChangeSchema,
    answers: { 200: { description: 'So it is', schema: lanSchema } },
    problems: [409],
  },
  setLanCertificate: {
    at: 'POST /v1/system/lan/certificate',
    summary: 'Make a new certificate, or import one',
    description:
      'In force at once; connections that are open keep the former one. Its fingerprint is another one, for which browsers ask again.',
    body: newLanCertificateSchema,
    answers: { 200: { description: 'It is in force', schema: lanSchema } },
    problems: [409],
  },
});
