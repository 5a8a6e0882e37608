import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { SETTING_UNITS } from '../policies/setting.ts';
import { PEP_YEARS_MAX, SCORE_MIN } from '../policies/settings.ts';
import { OFFICE_LEVELS } from '../screening/types.ts';
import { idField, jsonObject, timeField } from './fields.ts';
import { ids, routes } from './route.ts';
import { pageQuery, pageSchema } from './verification.ts';

const versionField = z.int().min(1);
const valueField = z
  .union([z.number(), z.boolean(), z.string(), z.array(z.string())])
  .nullable()
  .meta({ description: 'null: nothing is set there' });

const versionFields = {
  version: versionField,
  created_at: timeField,
  created_by: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .meta({ description: 'null: the appliance, from its program and configuration' }),
  note: z.string().nullable(),
  current: z.boolean().meta({ description: 'Whether it is in force now' }),
  sha256: z.string().meta({ description: 'SHA-256 of its canonical JSON (RFC 8785), as in evidence bundles' }),
  changes: z
    .array(z.object({ path: z.string(), from: valueField, to: valueField }))
    .meta({ description: 'Changes from the previous version' }),
  links: z.object({ self: z.string() }),
};

export const policyVersionSchema = z
  .object({ object: z.literal('policy_version'), ...versionFields })
  .meta({ id: 'PolicyVersion' });

export const policySchema = z
  .object({
    object: z.literal('policy'),
    ...versionFields,
    values: z.record(z.string(), valueField).meta({ description: 'The value of each setting, by path' }),
    policy: jsonObject.meta({ description: 'The full policy, including values that cannot be set' }),
  })
  .meta({ id: 'Policy' });

export const policyPageSchema = pageSchema(policyVersionSchema).meta({ id: 'PolicyPage' });

export const policyQuerySchema = z.object({
  limit: pageQuery.limit,
  starting_after: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: 'is not the number of a version; use one from a previous page' })
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, description: 'The page after this version, exclusive' })
    .exactOptional(),
});

export const settingSchema = z
  .object({
    path: z.string(),
    group: z.string(),
    kind: z.enum(['number', 'boolean', 'enum', 'list']),
    unit: z.enum(SETTING_UNITS).nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    step: z.number().nullable().meta({ description: '1: whole numbers only' }),
    options: z.array(z.string()).nullable().meta({
      description: 'Allowed values: one of them (enum) or several (list). A list without options takes country codes',
    }),
    always: z.array(z.string()).nullable().meta({ description: 'The values that the list must contain' }),
    nullable: z.boolean().meta({ description: 'null is allowed: the common value applies' }),
    default: valueField,
    value: valueField.meta({ description: 'In force now' }),
    fixed: z.string().nullable().meta({ description: 'Why it cannot be changed. null: it can be changed' }),
    means: z.string(),
  })
  .meta({ id: 'PolicySetting' });

export const policySettingsSchema = z
  .object({
    object: z.literal('policy_settings'),
    version: versionField,
    groups: z.array(z.object({ name: z.string(), title: z.string() })),
    settings: z.array(settingSchema),
  })
  .meta({ id: 'PolicySettings' });

export const newPolicySchema = z
  .object({
    based_on: versionField.meta({ description: 'The version in force that the changes are based on' }),
    note: z
      .string()
      .trim()
      .min(1, { error: 'is empty; send the reason for the change' })
      .max(LIMITS.noteCharsMax, { error: `is longer than ${LIMITS.noteCharsMax} characters; shorten it` }),
    changes: z.record(z.string(), valueField).meta({
      description: 'By path, as returned by GET /v1/policies/settings',
      examples: [{ 'screening.possible_from': 0.86, 'severity.image_glare': 'review' }],
    }),
  })
  .meta({ id: 'NewPolicy' });

export const newPreviewSchema = z
  .object({
    possible_from: z
      .number()
      .min(SCORE_MIN, { error: `must be a number from ${SCORE_MIN} to 0.99, in hundredths` })
      .max(0.99, { error: `must be a number from ${SCORE_MIN} to 0.99, in hundredths` })
      .multipleOf(0.01, { error: `must be a number from ${SCORE_MIN} to 0.99, in hundredths` })
      .exactOptional()
      .meta({ description: 'The lowest score to search for', default: SCORE_MIN }),
    list: z.string().exactOptional().meta({ description: 'Code of one list. Default: all lists' }),
    pep_levels: z
      .array(z.enum(OFFICE_LEVELS))
      .exactOptional()
      .meta({ description: 'Like screening.pep_levels. Default: the value in force' }),
    pep_years_after_office: z
      .int()
      .min(1)
      .max(PEP_YEARS_MAX)
      .nullable()
      .exactOptional()
      .meta({ description: 'Like screening.pep_years_after_office. Default: the value in force' }),
  })
  .meta({ id: 'NewPolicyPreview' });

export const previewSchema = z
  .object({
    id: idField('ppv'),
    object: z.literal('policy_preview'),
    status: z.enum(['running', 'completed', 'cancelled', 'failed']),
    created_at: timeField,
    list: z.string().nullable(),
    possible_from: z.number(),
    pep_levels: z.array(z.enum(OFFICE_LEVELS)),
    pep_years_after_office: z.int().nullable(),
    subjects: z.int().meta({
      description: 'The screened records of this mode: people, and companies with their representatives and owners',
    }),
    examined: z.int().meta({ description: `Records searched so far, at most the newest ${LIMITS.previewSubjectsMax}` }),
    complete: z.boolean().meta({ description: 'Whether all records were searched' }),
    steps: z
      .array(z.object({ from: z.number(), subjects: z.int() }))
      .meta({ description: 'Records whose best hit has at least this score' }),
    took_ms: z.int(),
  })
  .meta({ id: 'PolicyPreview' });

export type PolicyPreviewAnswer = z.output<typeof previewSchema>;
export type PolicyVersionAnswer = z.output<typeof policyVersionSchema>;
export type PolicyAnswer = z.output<typeof policySchema>;
export type PolicySettingAnswer = z.output<typeof settingSchema>;
export type PolicySettingsAnswer = z.output<typeof policySettingsSchema>;

const READ = ['kyc:read', 'kyb:read', 'audit:read', 'admin'] as const;

/** The versions of the policy, and its settings. */
export const policyRoutes = routes({ tag: 'Policy' })({
  listPolicies: {
    at: 'GET /v1/policies',
    summary: 'List the versions of the policy, newest first',
    scope: READ,
    query: policyQuerySchema,
    invalid: 'The query is not valid. See errors.',
    answers: { 200: { description: 'One page', schema: policyPageSchema, headers: ['Link'] } },
  },
  changePolicy: {
    at: 'POST /v1/policies',
    summary: 'Put a new version of the policy in force',
    description:
      'Verifications in progress end under the version that they began with. If another version came into force in between, the response is 409.',
    scope: 'admin',
    live: 'The policy applies to live data. Use a live key with the scope admin.',
    body: newPolicySchema,
    invalid: 'The change is not valid. See errors.',
    answers: { 201: { description: 'The new version', schema: policySchema, headers: ['Location'] } },
    problems: [409],
  },
  getCurrentPolicy: {
    at: 'GET /v1/policies/current',
    summary: 'Retrieve the policy in force',
    scope: READ,
    answers: { 200: { description: 'The version in force', schema: policySchema } },
  },
  listPolicySettings: {
    at: 'GET /v1/policies/settings',
    summary: 'List the policy settings with their bounds, defaults, values in force and meanings',
    scope: READ,
    answers: { 200: { description: 'Every setting', schema: policySettingsSchema } },
  },
  previewPolicy: {
    at: 'POST /v1/policies/preview',
    summary: 'Count how many stored records would have a hit at each threshold',
    description:
      'The response is immediate. The search through the records runs in the background. Only one preview runs at a time: a new one ends the previous one. Nothing is stored.',
    scope: 'admin',
    body: newPreviewSchema,
    invalid: 'The preview is not valid. See errors.',
    answers: { 202: { description: 'The preview is running', schema: previewSchema, headers: ['Location'] } },
  },
  getPolicyPreview: {
    at: 'GET /v1/policies/preview/{id}',
    summary: 'Retrieve the progress and the counts of a preview',
    scope: 'admin',
    path: ids({ id: 'ppv' }),
    answers: { 200: { description: 'The preview', schema: previewSchema } },
  },
  getPolicy: {
    at: 'GET /v1/policies/{version}',
    summary: 'Retrieve one version of the policy',
    scope: READ,
    path: z.object({ version: z.string().meta({ type: 'integer', minimum: 1 }) }),
    answers: { 200: { description: 'The version', schema: policySchema } },
  },
});
