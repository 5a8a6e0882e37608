import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { FINGERPRINT_DIGITS_MIN, TRUST_KIND_NAMES } from '../vocabulary/trust-kinds.ts';
import { ageField, pathsField, versionsQuery } from './datasets.ts';
import { dateField, idField, textField, timeField } from './fields.ts';
import { codeOrId, ids, LISTS_ARE_LIVE, routes } from './route.ts';
import { pageSchema } from './verification.ts';

const kindField = z.enum(TRUST_KIND_NAMES);

const certificateSchema = z
  .object({
    fingerprint: z.string().meta({ description: 'SHA-256, hex' }),
    role: z.enum(['anchor', 'signer', 'crl', 'proof']).meta({
      description:
        'anchor: it proves documents. signer: a document signer. crl: a revocation list. proof: the list itself rests on it',
    }),
    country: z.string().nullable(),
    subject: z.string(),
    key_id: z.string().nullable(),
    not_before: timeField,
    not_after: timeField.nullable(),
  })
  .meta({ id: 'TrustCertificate' });

export const trustListSchema = z
  .object({
    id: idField('tru'),
    code: z.string(),
    name: z.string(),
    kind: kindField,
    version: z.string(),
    active: z.boolean().meta({ description: 'Whether this version is active' }),
    staged: z.boolean().meta({ description: 'Whether it was imported and was never active' }),
    dated: dateField,
    age_days: z.int(),
    age_days_max: z.int().nullable().meta({ description: "The list's own age limit. null: the limit of its kind" }),
    age_limit_days: z.int().nullable().meta({ description: 'The limit that applies. null: it does not age' }),
    stale: z.boolean(),
    published_at: dateField.nullable(),
    imported_at: timeField,
    imported_by: z.string(),
    activated_at: timeField.nullable(),
    file_hashes: z.array(z.string()).meta({ description: 'SHA-256 of each file, hex' }),
    certificates: z.int(),
    revocation_lists: z.int(),
    countries: z.array(z.string()),
    skipped: z.record(z.string(), z.int()).meta({ description: 'Entries that were left out, by reason' }),
    to_confirm: z.array(certificateSchema.omit({ role: true })).meta({
      description: 'Certificates whose fingerprint must be confirmed before this version can be activated',
    }),
  })
  .meta({ id: 'TrustList' });

export const trustListPageSchema = pageSchema(trustListSchema).meta({ id: 'TrustListPage' });

export const trustImportSchema = z
  .object({
    paths: pathsField(LIMITS.trustFilesMax).meta({
      description: 'The files of one trust list, and the certificates of its publisher',
    }),
    kind: kindField.exactOptional().meta({ description: 'Needed only if the content does not show it' }),
    code: textField.exactOptional(),
    name: textField.exactOptional(),
    published_at: dateField.exactOptional(),
    age_days_max: ageField.exactOptional(),
  })
  .meta({ id: 'TrustListImport' });

export const trustActivationSchema = z
  .object({
    fingerprints: z
      .array(z.string().max(LIMITS.fingerprintCharsMax, { error: 'is too long; send a SHA-256 fingerprint' }))
      .max(LIMITS.trustConfirmedMax, { error: `contains more than ${LIMITS.trustConfirmedMax}; send fewer` })
      .exactOptional()
      .meta({
        description: `The SHA-256 fingerprint of each certificate in to_confirm, from its publisher. The first ${FINGERPRINT_DIGITS_MIN} digits are enough`,
      }),
  })
  .meta({ id: 'TrustListActivation' });

export const trustChangeSchema = z
  .object({ age_days_max: ageField.nullable() })
  .meta({ id: 'TrustListChange', description: 'null: the limit of its kind' });

const changesSchema = z
  .object({
    object: z.literal('trust_list_changes'),
    against: idField('tru').nullable().meta({ description: 'The compared version. null: there is none' }),
    added: z.int(),
    gone: z.int(),
    changed: z.int(),
    countries: z.array(
      z.object({
        country: z.string().nullable(),
        added: z.array(certificateSchema),
        gone: z.array(certificateSchema),
        changed: z.array(z.object({ before: certificateSchema, after: certificateSchema })).meta({
          description: 'The same key with another certificate',
        }),
      }),
    ),
  })
  .meta({ id: 'TrustListChanges' });

const contentSchema = z
  .object({
    object: z.literal('trust_list_content'),
    data: z.array(certificateSchema),
  })
  .meta({ id: 'TrustListContent' });

const coverageSchema = z
  .object({
    object: z.literal('trust_coverage'),
    countries: z.array(
      z.object({
        country: z.string().nullable(),
        kinds: z.array(kindField),
        certificates: z.int(),
        valid: z
          .int()
          .meta({ description: 'Certificates that have not expired. Expired ones still prove older documents' }),
        revocation_lists: z.int(),
        ends_at: timeField.nullable().meta({ description: 'When the last of its certificates expires' }),
      }),
    ),
    expiring: z
      .array(certificateSchema.extend({ list: z.string().meta({ description: 'The code of its list' }) }))
      .meta({ description: 'Anchors that expire soon, the next one first' }),
  })
  .meta({ id: 'TrustCoverage' });

export type TrustListAnswer = z.output<typeof trustListSchema>;
export type TrustChangesAnswer = z.output<typeof changesSchema>;
export type TrustCoverageAnswer = z.output<typeof coverageSchema>;
export type TrustCertificateAnswer = z.output<typeof certificateSchema>;

/** Trust lists: what proves that chips, seals and mobile documents are genuine. */
export const trustListRoutes = routes({ tag: 'Trust lists', scope: 'lists:read' })({
  listTrustLists: {
    at: 'GET /v1/trust-lists',
    summary: 'List imported versions of trust lists, newest first',
    query: z.object(versionsQuery),
    answers: { 200: { description: 'One page of versions', schema: trustListPageSchema, headers: ['Link'] } },
  },
  importTrustList: {
    at: 'POST /v1/trust-lists',
    summary: 'Stage a trust list from files on the appliance. It is used once it is activated',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    body: trustImportSchema,
    invalid: 'The import is not valid. See errors.',
    answers: {
      200: { description: 'This content was already imported', schema: trustListSchema },
      201: { description: 'Imported and staged', schema: trustListSchema },
    },
  },
  getTrustCoverage: {
    at: 'GET /v1/trust-lists/coverage',
    summary: 'Retrieve what the active trust lists cover, by country, and which anchors expire soon',
    answers: { 200: { description: 'The coverage', schema: coverageSchema } },
  },
  getTrustList: {
    at: 'GET /v1/trust-lists/{id}',
    summary: 'Retrieve one version of a trust list',
    path: ids({ id: 'tru' }),
    answers: { 200: { description: 'The version', schema: trustListSchema } },
  },
  changeTrustList: {
    at: 'PATCH /v1/trust-lists/{id}',
    summary: 'Set the age limit of a trust list in days',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: codeOrId,
    body: trustChangeSchema,
    invalid: 'The change is not valid. See errors.',
    answers: { 200: { description: 'Its active version, or else the newest version', schema: trustListSchema } },
  },
  activateTrustList: {
    at: 'POST /v1/trust-lists/{id}/activate',
    summary: 'Activate this version of its trust list, and confirm the certificates that it rests on',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: ids({ id: 'tru' }),
    body: trustActivationSchema,
    invalid: 'The activation is not valid. See errors.',
    answers: { 200: { description: 'The version, active', schema: trustListSchema } },
  },
  deactivateTrustList: {
    at: 'POST /v1/trust-lists/{id}/deactivate',
    summary: 'Deactivate this trust list. Its versions stay, what was confirmed for it alone is forgotten',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: ids({ id: 'tru' }),
    answers: { 200: { description: 'The version, no longer active', schema: trustListSchema } },
    problems: [409],
  },
  listTrustListChanges: {
    at: 'GET /v1/trust-lists/{id}/changes',
    summary: 'Compare a version with the active one, or with another one, by country',
    path: ids({ id: 'tru' }),
    query: z.object({ against: z.string().exactOptional() }),
    invalid: 'Some query parameters are not valid. See errors.',
    answers: { 200: { description: 'The differences', schema: changesSchema } },
  },
  listTrustListContent: {
    at: 'GET /v1/trust-lists/{id}/content',
    summary: 'List the certificates and revocation lists of a version, by country',
    path: ids({ id: 'tru' }),
    answers: { 200: { description: 'Its entries', schema: contentSchema } },
  },
});
