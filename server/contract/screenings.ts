import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { TOPICS } from '../screening/types.ts';
import { findingSchema, hitSchema, searchedListSchema } from './checks.ts';
import { BIRTH_DIFFERS, birthAgrees, birthDateField, countryField, knownBirthField, textField } from './fields.ts';
import { errorItemSchema, warningSchema } from './problem.ts';
import { routes } from './route.ts';

const few = <S extends z.ZodType>(schema: S, most: number, things: string) =>
  z
    .array(schema)
    .min(1, { error: 'is empty; leave it out, or name at least one' })
    .max(most, { error: `names more than ${most} ${things}; name fewer` });

export const identifierSchema = z
  .object({
    kind: textField
      .exactOptional()
      .meta({ description: 'Such as passport, tax_id, lei or imo', examples: ['passport'] }),
    value: textField.min(1, { error: 'is empty; leave the identifier out' }),
    country: countryField.exactOptional(),
  })
  .meta({ id: 'ScreeningIdentifier' });

/** What to search, and from which score on; for a batch these hold for every query that does not say otherwise. */
const filters = {
  type: z.enum(['person', 'entity', 'vessel', 'aircraft']).exactOptional().meta({
    description:
      'Entries of another type are not compared; those of unknown type are. Absent: person where first_name or last_name is given, else any',
  }),
  lists: few(textField, LIMITS.screeningFiltersMax, 'lists')
    .exactOptional()
    .meta({ description: 'Codes of the lists to search; all by default' }),
  topics: few(z.enum(TOPICS), TOPICS.length, 'topics')
    .exactOptional()
    .meta({ description: 'Only entries that are listed for one of these; all by default' }),
  threshold: z
    .number()
    .min(LIMITS.screeningThresholdMin, { error: `is under ${LIMITS.screeningThresholdMin}; send a higher one` })
    .max(1, { error: 'is over 1; send a lower one' })
    .exactOptional()
    .meta({ description: 'Score from which on an entry is a hit; by default as the policy says' }),
  limit: z
    .int({ error: 'is not a whole number' })
    .min(1, { error: 'is under 1; ask for at least one hit' })
    .max(LIMITS.hitsMax, { error: `is over ${LIMITS.hitsMax}; ask for fewer hits` })
    .exactOptional()
    .meta({ description: 'Hits at most, the best first', default: LIMITS.screeningHitsDefault }),
};

/** Who or what is searched for. */
const subject = {
  name: textField.exactOptional().meta({ description: 'The whole name, in any order and script' }),
  first_name: textField.exactOptional(),
  last_name: textField.exactOptional(),
  dob: knownBirthField.exactOptional(),
  birth_date: birthDateField.exactOptional(),
  gender: z.enum(['male', 'female']).exactOptional(),
  nationality: countryField.exactOptional(),
  countries: few(countryField, LIMITS.screeningCountriesMax, 'countries')
    .exactOptional()
    .meta({ description: 'Nationalities, residence or registration' }),
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

const NO_SUBJECT = { path: ['name'], error: 'is required where there are no identifiers' };

export const screeningQuerySchema = z
  .object({ ...subject, ...filters })
  .refine(hasSubject, NO_SUBJECT)
  .refine(birthAgrees, BIRTH_DIFFERS)
  .meta({
    id: 'ScreeningQuery',
    description: 'A name (whole, or first and last), or identifiers; the rest is optional.',
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
          context.addIssue({ code: 'custom', path: [field], message: 'stands beside queries; put it into them' });
      }
    });

export const screeningRequestSchema = requestOf(screeningQuerySchema).meta({
  id: 'ScreeningRequest',
  description:
    'One query, or a batch of them in `queries` with filters that hold for all. A query of a batch that is not valid is told in its own result.',
});

/** The same before its queries are looked at, each by itself. */
export const screeningBatchSchema = requestOf(z.unknown());

export const screeningResultSchema = z
  .object({
    passed: z.boolean().nullable().meta({ description: 'null where what was searched does not allow to say' }),
    hits: z.array(hitSchema),
    findings: z.array(findingSchema).meta({ description: 'Why passed is null: lists that are missing or too old' }),
    lists: z.array(z.string()).meta({ description: 'Codes of the lists that were searched' }),
    errors: z
      .array(errorItemSchema)
      .exactOptional()
      .meta({ description: 'Why this query of a batch was not searched; passed is null then' }),
  })
  .meta({ id: 'ScreeningResult' });

export const screeningSchema = z
  .object({
    object: z.literal('screening'),
    livemode: z.boolean(),
    algorithm_version: z.int(),
    policy_version: z.int(),
    lists: z.array(searchedListSchema).meta({ description: 'The versions that were searched by any of the queries' }),
    results: z.array(screeningResultSchema).meta({ description: 'One for each query, in their order' }),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'Screening', description: 'Nothing of it is stored.' });

export type ScreeningQueryBody = z.output<typeof screeningQuerySchema>;
export type ScreeningBatch = z.output<typeof screeningBatchSchema>;
export type ScreeningResultAnswer = z.output<typeof screeningResultSchema>;

/** Searches of the watchlists of which nothing is stored. */
export const screeningRoutes = routes({ tag: 'Screenings' })({
  createScreening: {
    at: 'POST /v1/screenings',
    summary: 'Search the watchlists for one name, or for a batch',
    description:
      'Every hit says why: the words that agree, each fact with the points it gave, list, version, threshold and version of the comparison. Nothing is stored.',
    scope: 'screening',
    counts: 'screenings',
    body: screeningRequestSchema,
    answers: { 200: { description: 'What was found', schema: screeningSchema } },
  },
});
