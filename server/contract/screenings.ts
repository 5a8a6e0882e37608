import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { TOPICS } from '../screening/types.ts';
import { hitSchema, searchedListSchema } from './checks.ts';
import { BIRTH_DIFFERS, birthAgrees, birthDateField, countryField, knownBirthField, textField } from './fields.ts';
import { findingSchema } from './finding.ts';
import { errorItemSchema, warningSchema } from './problem.ts';
import { routes } from './route.ts';

const few = <S extends z.ZodType>(schema: S, most: number, things: string) =>
  z
    .array(schema)
    .min(1, { error: 'is empty; leave it out, or send at least one' })
    .max(most, { error: `contains more than ${most} ${things}; send fewer` });

export const identifierSchema = z
  .object({
    kind: textField
      .exactOptional()
      .meta({ description: 'Such as passport, tax_id, lei or imo', examples: ['passport'] }),
    value: textField.min(1, { error: 'is empty; leave out the identifier' }),
    country: countryField.exactOptional(),
  })
  .meta({ id: 'ScreeningIdentifier' });

/** Which lists to search, and the minimum score. In a batch they apply to every query that does not set its own. */
const filters = {
  type: z.enum(['person', 'entity', 'vessel', 'aircraft']).exactOptional().meta({
    description:
      'Entries of other types are not compared, except entries of an unknown type. If absent: person if first_name or last_name is given, or else any type',
  }),
  lists: few(textField, LIMITS.screeningFiltersMax, 'lists')
    .exactOptional()
    .meta({ description: 'Codes of the lists to search. Default: all lists' }),
  topics: few(z.enum(TOPICS), TOPICS.length, 'topics')
    .exactOptional()
    .meta({ description: 'Only entries that are listed for one of these topics. Default: all topics' }),
  threshold: z
    .number()
    .min(LIMITS.screeningThresholdMin, { error: `is less than ${LIMITS.screeningThresholdMin}; send a higher value` })
    .max(1, { error: 'is more than 1; send a lower value' })
    .exactOptional()
    .meta({ description: "The score from which an entry is a hit. Default: the policy's value" }),
  limit: z
    .int({ error: 'is not a whole number; send one' })
    .min(1, { error: 'is less than 1; request at least one hit' })
    .max(LIMITS.hitsMax, { error: `is more than ${LIMITS.hitsMax}; request fewer hits` })
    .exactOptional()
    .meta({ description: 'The maximum number of hits, best first', default: LIMITS.screeningHitsDefault }),
};

/** The subject of a search. */
const subject = {
  name: textField.exactOptional().meta({ description: 'The full name, in any order and script' }),
  first_name: textField.exactOptional(),
  last_name: textField.exactOptional(),
  dob: knownBirthField.exactOptional(),
  birth_date: birthDateField.exactOptional(),
  gender: z.enum(['male', 'female']).exactOptional(),
  nationality: countryField.exactOptional(),
  countries: few(countryField, LIMITS.screeningCountriesMax, 'countries')
    .exactOptional()
    .meta({ description: 'Countries of nationality, residence or registration' }),
  identifiers: few(identifierSchema, LIMITS.screeningIdentifiersMax, 'identifiers').exactOptional(),
  address: z
    .string()
    .max(LIMITS.screeningAddressCharsMax, {
      error: `is longer than ${LIMITS.screeningAddressCharsMax} characters; shorten it`,
    })
    .exactOptional()
    .meta({ description: 'On one line' }),
};

type Subject = z.output<z.ZodObject<typeof subject>>;

const hasSubject = ({ name, first_name, last_name, identifiers }: Subject): boolean =>
  Boolean(name || first_name || last_name || identifiers);

const NO_SUBJECT = { path: ['name'], error: 'is required without identifiers; send a name or identifiers' };

export const screeningQuerySchema = z
  .object({ ...subject, ...filters })
  .refine(hasSubject, NO_SUBJECT)
  .refine(birthAgrees, BIRTH_DIFFERS)
  .meta({
    id: 'ScreeningQuery',
    description: 'A name (full, or first and last), or identifiers. The rest is optional.',
  });

const requestOf = <Query extends z.ZodType>(query: Query) =>
  z
    .object({
      ...subject,
      ...filters,
      queries: z
        .array(query)
        .min(1, { error: 'is empty; send at least one query' })
        .max(LIMITS.screeningQueriesMax, {
          error: `has more than ${LIMITS.screeningQueriesMax} queries; send them in several requests`,
        })
        .exactOptional(),
    })
    .refine((body) => body.queries !== undefined || hasSubject(body), NO_SUBJECT)
    .refine(birthAgrees, BIRTH_DIFFERS)
    .superRefine((body, context) => {
      if (body.queries === undefined) return;
      for (const field of Object.keys(subject)) {
        if (field in body)
          context.addIssue({
            code: 'custom',
            path: [field],
            message: 'cannot be combined with queries; move it into the queries',
          });
      }
    });

export const screeningRequestSchema = requestOf(screeningQuerySchema).meta({
  id: 'ScreeningRequest',
  description:
    'One query, or a batch in `queries` with common filters. If a query in a batch is not valid, its own result contains the error.',
});

/** The same, before each query is validated separately. */
export const screeningBatchSchema = requestOf(z.unknown());

export const screeningResultSchema = z
  .object({
    passed: z.boolean().nullable().meta({ description: 'null: the searched lists are not enough for a result' }),
    hits: z.array(hitSchema),
    findings: z.array(findingSchema).meta({ description: 'Why passed is null: missing or outdated lists' }),
    lists: z.array(z.string()).meta({ description: 'Codes of the searched lists' }),
    errors: z
      .array(errorItemSchema)
      .exactOptional()
      .meta({ description: 'Why this query of the batch was not searched. passed is then null' }),
  })
  .meta({ id: 'ScreeningResult' });

export const screeningSchema = z
  .object({
    object: z.literal('screening'),
    livemode: z.boolean(),
    algorithm_version: z.int(),
    policy_version: z.int(),
    lists: z.array(searchedListSchema).meta({ description: 'The list versions that any of the queries searched' }),
    results: z.array(screeningResultSchema).meta({ description: 'One for each query, in the same order' }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'Screening', description: 'Nothing is stored.' });

export type ScreeningQueryBody = z.output<typeof screeningQuerySchema>;
export type ScreeningBatch = z.output<typeof screeningBatchSchema>;
export type ScreeningResultAnswer = z.output<typeof screeningResultSchema>;

/** Searches of the watchlists. Nothing is stored. */
export const screeningRoutes = routes({ tag: 'Screenings' })({
  createScreening: {
    at: 'POST /v1/screenings',
    summary: 'Search the watchlists for one name or a batch',
    description:
      'Every hit explains itself: the matching words, each fact with its points, the list, its version, the threshold and the version of the comparison. Nothing is stored.',
    scope: 'screening',
    counts: 'screenings',
    body: screeningRequestSchema,
    answers: { 200: { description: 'What was found', schema: screeningSchema } },
  },
});
