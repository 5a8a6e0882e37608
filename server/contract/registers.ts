import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { acceptanceFields, ageField, columnsField, pathsField, versionFields, versionsQuery } from './datasets.ts';
import { countryField, dateField, idField, textField } from './fields.ts';
import { codeOrId, ids, LISTS_ARE_LIVE, routes } from './route.ts';
import { pageSchema } from './verification.ts';

export const registerSchema = z
  .object({
    id: idField('reg'),
    ...versionFields('register'),
    companies: z.int(),
    owners: z.int().meta({ description: 'Statements about who owns or controls a company' }),
    complete_for: z.array(z.string()).meta({ description: 'Countries for which it contains all companies' }),
    countries: z.array(z.string()).meta({ description: 'Countries of its companies, most frequent first' }),
    rows_skipped: z.int(),
    skipped: z.record(z.string(), z.int()).meta({ description: 'Rows that could not be used, by reason' }),
  })
  .meta({ id: 'Register' });

export const registerPageSchema = pageSchema(registerSchema).meta({ id: 'RegisterPage' });

export const registerQuerySchema = z.object(versionsQuery);

export const registerImportSchema = z
  .object({
    paths: pathsField(LIMITS.registerFilesMax).meta({ description: 'The files of one register' }),
    code: textField.exactOptional(),
    name: textField.exactOptional(),
    published_at: dateField.exactOptional(),
    columns: columnsField,
    complete_for: z.array(countryField).exactOptional().meta({
      description: "Countries for which it contains all companies. Default: depends on the register's format",
    }),
    age_days_max: ageField.exactOptional(),
    ...acceptanceFields,
  })
  .meta({ id: 'RegisterImport' });

export const registerChangeSchema = z
  .object({ age_days_max: ageField.nullable() })
  .meta({ id: 'RegisterChange', description: "null: the appliance's own age limit" });

export type RegisterAnswer = z.output<typeof registerSchema>;

/** The company registers. */
export const registerRoutes = routes({ tag: 'Registers', scope: 'lists:read' })({
  listRegisters: {
    at: 'GET /v1/registries',
    summary: 'List imported registers, newest first',
    query: registerQuerySchema,
    answers: { 200: { description: 'One page of versions', schema: registerPageSchema, headers: ['Link'] } },
  },
  importRegister: {
    at: 'POST /v1/registries',
    summary: 'Import a register from files on the appliance',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    body: registerImportSchema,
    invalid: 'The import is not valid. See errors.',
    answers: {
      200: { description: 'This content was already imported and is active again', schema: registerSchema },
      201: { description: 'Imported and active', schema: registerSchema },
    },
  },
  getRegister: {
    at: 'GET /v1/registries/{id}',
    summary: 'Retrieve one version of a register',
    path: ids({ id: 'reg' }),
    answers: { 200: { description: 'The version', schema: registerSchema } },
  },
  changeRegister: {
    at: 'PATCH /v1/registries/{id}',
    summary: 'Set the age limit of a register in days',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: codeOrId,
    body: registerChangeSchema,
    invalid: 'The change is not valid. See errors.',
    answers: { 200: { description: 'Its active version, or else the newest version', schema: registerSchema } },
  },
  activateRegister: {
    at: 'POST /v1/registries/{id}/activate',
    summary: 'Activate this version of its register: roll back or forward',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: ids({ id: 'reg' }),
    answers: { 200: { description: 'The version, active', schema: registerSchema } },
    problems: [409],
  },
  deactivateRegister: {
    at: 'POST /v1/registries/{id}/deactivate',
    summary: 'Deactivate this register. Its versions stay',
    scope: 'lists:write',
    live: LISTS_ARE_LIVE,
    path: ids({ id: 'reg' }),
    answers: { 200: { description: 'The version, no longer active', schema: registerSchema } },
    problems: [409],
  },
});
