import { z } from 'zod';
import { PAIR_RULES } from '../names/pair-rules.ts';
import { OFFICE_LEVELS } from '../screening/types.ts';
import { authenticitySchema } from './authenticity.ts';
import { dateField, idField, timeField } from './fields.ts';
import { findingSchema } from './finding.ts';
import { hitDecisionSchema } from './hit-decisions.ts';

const share = z.number().min(0).max(1);

/** `null` if the check did not run; never `true` then. */
const passed = z.boolean().nullable();
const findings = z.array(findingSchema);
const model = z.object({ name: z.string(), version: z.string() }).nullable();

export const checkSchema = z
  .object({ passed, findings })
  .meta({ id: 'Check', description: 'passed is null if the check did not run.' });

export const faceMatchSchema = z
  .object({
    score: share.nullable(),
    passed,
    threshold: share.nullable(),
    review_from: share.nullable(),
    model,
    faces: z.object({ reference: z.int(), selfie: z.int() }).nullable().meta({
      description:
        'The number of faces found on documents and selfies, at most 10 per picture. null: no face was searched for',
    }),
    findings,
  })
  .meta({
    id: 'FaceMatch',
    description:
      'score: how likely the faces belong to one person, 0 to 1. From threshold they match. From review_from a person decides. Below that they differ.',
  });

const proofSchema = z
  .object({
    verdict: z.enum(['proven', 'not_proven', 'suspected']),
    reasons: z.array(z.string()),
    challenge: z.object({
      id: z.string(),
      moves: z.array(z.enum(['left', 'right', 'up', 'down'])),
      frame_count: z.int(),
      frame_chain: z.string(),
    }),
    method_version: z.string(),
    frame_hashes: z.array(z.string()),
    frames: z.array(z.object({ id: z.string(), at_ms: z.number(), proves: z.boolean() })),
  })
  .meta({
    id: 'LivenessProof',
    description:
      'What the challenge of the selfie proves. frame_chain: SHA-256 over the previous link and the hash of each of the frame_count frames. frame_hashes and frames: those that were kept, in order; read one like a document, by its id.',
  });

export const livenessSchema = z
  .object({
    passed,
    findings,
    antispoof: share.nullable(),
    liveness: share.nullable(),
    proof: proofSchema.nullable(),
  })
  .meta({
    id: 'Liveness',
    description:
      'passed is true if the challenge is proven, false if an attack is suspected, otherwise null. antispoof and liveness are advisory values that do not affect the decision. proof is null without a challenge.',
  });

const optionalText = z.string().exactOptional();

export const listRoleSchema = z
  .object({
    title: z.string(),
    country: optionalText,
    from: optionalText,
    until: optionalText,
    level: z.enum(OFFICE_LEVELS).exactOptional().meta({ description: 'Absent: the list does not contain it' }),
  })
  .meta({
    id: 'ListRole',
    description: 'An office of a politically exposed person. Without `until`, its end is unknown',
  });

export const listMediaSchema = z
  .object({
    source: z.string(),
    date: optionalText,
    title: optionalText,
    url: optionalText.meta({ description: 'As in the list. The appliance does not open it' }),
    passage: optionalText.meta({
      description: 'The text of the report. If it is long, the part around the name',
    }),
  })
  .meta({ id: 'ListMedia', description: 'A media report' });

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
      media: z.array(listMediaSchema).exactOptional().meta({ description: 'Media reports, newest first' }),
      media_count: z
        .int()
        .exactOptional()
        .meta({ description: 'The number of reports in the list. Only the newest are returned' }),
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
          .meta({ description: 'For birth dates: which parts match' }),
        rule: z
          .enum(PAIR_RULES)
          .exactOptional()
          .meta({ description: 'For two words of the names: why they match, or why one has no match' }),
        score: z.number(),
        weight: z.number(),
        contribution: z
          .number()
          .exactOptional()
          .meta({ description: 'The points that it adds. All points together make up the score' }),
      }),
    ),
    list: z.object({ id: z.string(), code: z.string(), name: z.string(), version: z.string() }),
    matched_name_kind: z.enum(['primary', 'alias', 'former', 'original_script']).exactOptional(),
    matched_name_quality: z.enum(['strong', 'weak']).exactOptional(),
    name_score: share.exactOptional().meta({ description: 'The score of the name alone' }),
    threshold: share.exactOptional().meta({ description: 'The score from which the entry is a hit' }),
    algorithm_version: z.int().exactOptional(),
    ruled_out: z
      .object({
        topics: z.array(z.string()).meta({ description: 'The topics of the entry that do not count under the policy' }),
        whole: z.boolean().meta({ description: 'No other topic counts, so the hit causes no finding' }),
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
      .meta({ description: 'A person dismissed it before, and nothing has changed since. It does not count' }),
    decision: hitDecisionSchema.exactOptional(),
  })
  .meta({ id: 'Hit' });

/** A version of a list or register that was searched. */
export const searchedFields = {
  code: z.string(),
  name: z.string(),
  version: z.string(),
  dated: dateField,
  age_days: z.number(),
  stale: z.boolean(),
};

export const searchedListSchema = z
  .object({
    id: idField('lst'),
    ...searchedFields,
    entries: z.int(),
    topics: z.array(z.string()).exactOptional().meta({ description: 'The reasons for which its entries are listed' }),
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
          description: '`transliterated`: the generated Latin form of a name that was read in another script',
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
    authenticity: authenticitySchema,
  })
  .meta({ id: 'Checks' });
