import { z } from 'zod';
import { checkSchema, hitSchema, searchedFields, searchedListSchema } from './checks.ts';
import { idField } from './fields.ts';
import { findingSchema } from './finding.ts';

/** `null` if the check did not run; never `true` then. */
const passed = z.boolean().nullable();
const findings = z.array(findingSchema);
const share = z.number().min(0).max(1);

const party = z.string().meta({
  description:
    'company, the per_ id of a representative or owner, or register:N for the Nth owner that only a register lists',
});

export const searchedRegisterSchema = z
  .object({
    id: idField('reg'),
    ...searchedFields,
    companies: z.int(),
    owners: z.int(),
  })
  .meta({ id: 'SearchedRegister' });

const registryRecordSchema = z
  .object({
    register: z.object({ id: z.string(), code: z.string(), name: z.string(), version: z.string() }),
    number: z.string(),
    identifiers: z.array(z.object({ kind: z.string(), value: z.string(), country: z.string().exactOptional() })),
    name: z.string(),
    other_names: z.array(z.object({ name: z.string(), kind: z.enum(['former', 'trading', 'other']) })),
    country: z.string(),
    status: z.enum(['active', 'insolvent', 'inactive', 'dissolved', 'struck_off', 'unknown']),
    status_text: z.string().nullable().meta({ description: 'As in the register' }),
    legal_form: z.string().nullable(),
    incorporated_on: z.string().nullable(),
    dissolved_on: z.string().nullable(),
    address: z
      .object({
        text: z.string(),
        city: z.string().nullable(),
        postal_code: z.string().nullable(),
        country: z.string().nullable(),
      })
      .nullable(),
    activities: z.array(z.string()),
    found_by: z.enum(['registration_number', 'lei', 'tax_id', 'vat_number', 'name']),
  })
  .meta({ id: 'RegistryRecord' });

const comparisonSchema = z
  .object({
    field: z.string(),
    submitted: z.string().nullable(),
    registered: z.string().nullable(),
    agrees: z.boolean().nullable().meta({ description: 'null: not compared because one of them is missing' }),
    score: share.exactOptional(),
  })
  .meta({ id: 'RegistryComparison' });

const registryCheckSchema = z
  .object({
    passed,
    findings,
    datasets: z.array(searchedRegisterSchema),
    record: registryRecordSchema.nullable(),
    comparisons: z.array(comparisonSchema),
  })
  .meta({ id: 'RegistryCheck' });

const listCheckSchema = z.object({ passed, findings, datasets: z.array(searchedListSchema) }).meta({ id: 'ListCheck' });

export const kybChecksSchema = z
  .object({
    registry: registryCheckSchema,
    sanctions: listCheckSchema,
    watchlists: listCheckSchema,
    pep: listCheckSchema,
    adverse_media: listCheckSchema,
    ownership: z.object({ passed, findings, datasets: z.array(searchedRegisterSchema) }),
    documents: checkSchema.extend({ datasets: z.array(z.never()) }),
    persons: checkSchema.extend({ datasets: z.array(z.never()) }),
  })
  .meta({ id: 'KybChecks', description: 'passed is null if the check did not run.' });

export const partyHitSchema = hitSchema.extend({ party }).meta({ id: 'PartyHit' });

export const partyScreeningSchema = z
  .object({ passed, hits: z.array(partyHitSchema) })
  .meta({ id: 'PartyScreening', description: 'passed is null if the search did not run.' });

const range = z
  .object({ min: z.number(), max: z.number() })
  .meta({ id: 'ShareRange', description: 'Percent. Both values are equal if the share is known exactly' });
const partyType = z.enum(['person', 'entity']);

export const ownershipSchema = z
  .object({
    threshold_percent: z.number().nullable(),
    sum_percent: z.number().nullable().meta({ description: 'The sum of the submitted direct shares' }),
    owners: z
      .array(
        z.object({
          party,
          name: z.string(),
          type: partyType,
          percent: range.meta({ description: 'The share in the company, along every chain' }),
          direct_percent: range,
          at_threshold: z.boolean(),
          paths: z
            .array(z.object({ parties: z.array(party), percents: z.array(z.number()), percent: z.number() }))
            .meta({
              description: 'From the owner to the company, strongest first. Each share is in the next party',
            }),
        }),
      )
      .meta({ description: 'Owners without a known owner of their own, largest first' }),
    sanctioned: z
      .object({
        percent: z.number(),
        blocked: z.boolean(),
        owners: z.array(z.object({ party, percent: z.number() })),
        path: z.array(z.array(party)),
      })
      .nullable()
      .meta({ description: 'All sanctioned owners together. null: there are none' }),
    nodes: z.array(z.object({ party, type: partyType, name: z.string() })),
    edges: z.array(z.object({ owner: party, owned: party, percent: range, source: z.enum(['submitted', 'register']) })),
    findings,
  })
  .meta({ id: 'Ownership' });

export const riskSchema = z
  .object({
    score: z.number().min(0).max(100),
    level: z.enum(['low', 'medium', 'high']),
    factors: z.array(z.object({ factor: z.string(), value: z.string(), points: z.number(), message: z.string() })),
    version: z.string(),
    findings,
  })
  .meta({ id: 'Risk', description: 'The sum of the factors, at most 100.' });
