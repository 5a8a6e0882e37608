import { z } from 'zod';
import { PAIR_RULES } from '../names/pair-rules.ts';
import { OFFICE_LEVELS } from '../screening/types.ts';
import { dateField, idField, timeField } from './fields.ts';
import { hitDecisionSchema } from './hit-decisions.ts';

const share = z.number().min(0).max(1);

export const findingSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    field: z.string().exactOptional(),
    document_id: z.string().exactOptional(),
    evidence: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
      .exactOptional(),
  })
  .meta({ id: 'Finding' });

/** `null` where the check did not run: never `true`. */
const passed = z.boolean().nullable();
const findings = z.array(findingSchema);
const model = z.object({ name: z.string(), version: z.string() }).nullable();

export const checkSchema = z
  .object({ passed, findings })
  .meta({ id: 'Check', description: 'passed is null where the check did not run.' });

export const faceMatchSchema = z
  .object({
    score: share.nullable(),
    passed,
    threshold: share.nullable(),
    review_from: share.nullable(),
    model,
    faces: z.object({ reference: z.int(), selfie: z.int() }).nullable().meta({
      description:
        'How many faces were found on documents and selfies, of each picture 10 at most. null: none was looked for',
    }),
    findings,
  })
  .meta({
    id: 'FaceMatch',
    description:
      "score: how likely the faces are one person's, 0 to 1. From threshold on they match; from review_from on a person decides; below, they differ.",
  });

export const livenessSchema = z
  .object({ passed, findings, antispoof: share.nullable(), liveness: share.nullable() })
  .meta({ id: 'Liveness', description: 'Advisory measures; they decide nothing.' });

const optionalText = z.string().exactOptional();

export const listRoleSchema = z
  .object({
    title: z.string(),
    country: optionalText,
    from: optionalText,
    until: optionalText,
    level: z.enum(OFFICE_LEVELS).exactOptional().meta({ description: 'Absent: the list does not tell' }),
  })
  .meta({
    id: 'ListRole',
    description: 'An office of a politically exposed person; without `until`, its end is not known',
  });

export const listMediaSchema = z
  .object({
    source: z.string(),
    date: optionalText,
    title: optionalText,
    url: optionalText.meta({ description: 'As the list has it; the appliance opens none' }),
    passage: optionalText.meta({
      description: 'What the report says of whom it names: of a long one the part around the name',
    }),
  })
  .meta({ id: 'ListMedia', description: 'A report in the media' });

export const hitSchema = z
  .object({
    id: z.string(),
    strength: z.enum(['confirmed', 'possible']),
    score: z.number(),
    entity: z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      topics: z.array(z.string()),
      programs: z.array(z.string()),
      birth_dates: z.array(z.string()),
      countries: z.array(z.string()),
      roles: z.array(listRoleSchema).exactOptional(),
      media: z.array(listMediaSchema).exactOptional().meta({ description: 'Reports in the media, the newest first' }),
      media_count: z.int().exactOptional().meta({ description: 'How many the list has, of which the newest are told' }),
    }),
    matched_name: z.string(),
    features: z.array(
      z.object({
        name: z.string(),
        query: z.string(),
        candidate: z.string(),
        agreement: z
          .enum(['exact', 'swapped', 'month', 'year', 'range', 'circa', 'digit', 'near', 'contradicts'])
          .exactOptional()
          .meta({ description: 'Of birth dates: what of them agrees' }),
        rule: z
          .enum(PAIR_RULES)
          .exactOptional()
          .meta({ description: 'Of two words of the names: why they stand for each other, or why one has no partner' }),
        score: z.number(),
        weight: z.number(),
        contribution: z.number().exactOptional().meta({ description: 'Points of the score; all together make it up' }),
      }),
    ),
    list: z.object({ id: z.string(), code: z.string(), name: z.string(), version: z.string() }),
    matched_name_kind: z.enum(['primary', 'alias', 'former', 'original_script']).exactOptional(),
    matched_name_quality: z.enum(['strong', 'weak']).exactOptional(),
    name_score: share.exactOptional().meta({ description: 'Of the name alone' }),
    threshold: share.exactOptional().meta({ description: 'The score from which on the entry is a hit' }),
    algorithm_version: z.int().exactOptional(),
    ruled_out: z
      .object({
        topics: z
          .array(z.string())
          .meta({ description: 'For which the entry is listed and does not count by the policy' }),
        whole: z.boolean().meta({ description: 'Nothing else that counts is left: the hit makes no finding' }),
        reasons: z.array(
          z.union([
            z.object({ rule: z.literal('office_left'), until: z.string(), years: z.int() }),
            z.object({ rule: z.literal('office_level'), level: z.enum(OFFICE_LEVELS) }),
          ]),
        ),
        explanation: z.string(),
      })
      .exactOptional()
      .meta({ description: 'Why the policy did not count it at the time of the search' }),
    dismissed: z
      .object({ by: z.string(), at: timeField, reason: z.string(), expires_at: timeField.nullable() })
      .exactOptional()
      .meta({ description: 'Dismissed by a person before, and nothing has changed since: it counts no more' }),
    decision: hitDecisionSchema.exactOptional(),
  })
  .meta({ id: 'Hit' });

export const searchedListSchema = z
  .object({
    id: idField('lst'),
    code: z.string(),
    name: z.string(),
    version: z.string(),
    dated: dateField,
    age_days: z.number(),
    stale: z.boolean(),
    entries: z.int(),
    topics: z.array(z.string()).exactOptional().meta({ description: 'Why its entries are listed' }),
  })
  .meta({ id: 'SearchedList' });

export const watchlistsSchema = z
  .object({
    passed,
    findings,
    hits: z.array(hitSchema),
    lists: z.array(searchedListSchema),
    searched: z.array(
      z.object({
        source: z.enum(['submitted', 'read', 'transliterated', 'corrected']).meta({
          description: '`transliterated`: the Latin form that was made of a name that was read in another script',
        }),
        name: z.string(),
      }),
    ),
  })
  .meta({ id: 'WatchlistsCheck' });

export const checksSchema = z
  .object({
    watchlists: watchlistsSchema,
    document_quality: checkSchema,
    document_validity: checkSchema,
    consistency: checkSchema,
    liveness: livenessSchema,
    duplicates: checkSchema,
  })
  .meta({ id: 'Checks' });
