import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { REVIEW_REASONS } from '../verifications/review-types.ts';
import { answeredTypeSchema, documentSideSchema, documentTypeSchema } from './documents.ts';
import { idField, timeField } from './fields.ts';
import { companyDocumentTypeSchema } from './kyb-parties.ts';
import { errorItemSchema, reasonItemSchema } from './problem.ts';

const codesOf = <D extends keyof typeof REVIEW_REASONS>(decision: D) =>
  Object.keys(REVIEW_REASONS[decision]) as [keyof (typeof REVIEW_REASONS)[D] & string];
const describe = (decision: keyof typeof REVIEW_REASONS): string =>
  Object.entries(REVIEW_REASONS[decision])
    .map(([code, sentence]) => `\`${code}\`: ${sentence}`)
    .join(' ');

const decisionField = z.enum(['approve', 'reject']);
const reasonField = z.enum([...new Set([...codesOf('approve'), ...codesOf('reject')])]);
const actorField = z.string().meta({ description: 'A key (`key_...`) or an operator (`opr_...`)' });
const noteField = z
  .string()
  .max(LIMITS.noteCharsMax, { error: `is longer than ${LIMITS.noteCharsMax} characters; shorten it` });
export const neededNoteField = noteField.refine((text) => text.trim() !== '', {
  error: 'is empty; send what you checked and the reason for the decision',
});

/** A reviewer's decision. */
export const newReviewSchema = z
  .discriminatedUnion('decision', [
    z.object({
      decision: z.literal('approve'),
      reason: z.enum(codesOf('approve')).meta({ description: describe('approve') }),
      note: neededNoteField,
    }),
    z.object({
      decision: z.literal('reject'),
      reason: z.enum(codesOf('reject')).meta({ description: describe('reject') }),
      note: neededNoteField,
    }),
  ])
  .meta({ id: 'NewReview' });

const requestOf = <T extends z.ZodType>(item: T) =>
  z.object({ types: z.array(item).min(1).max(LIMITS.filesMax), note: noteField.exactOptional() });

/** The documents that an operator requests from a person or a company. */
export const newDocumentRequestSchemas = {
  kyc: requestOf(z.object({ type: documentTypeSchema, side: documentSideSchema.exactOptional() })).meta({
    id: 'NewDocumentRequest',
  }),
  kyb: requestOf(z.object({ type: companyDocumentTypeSchema })).meta({ id: 'NewCompanyDocumentRequest' }),
};

const word = {
  decision: decisionField,
  reason: reasonField,
  note: z.string(),
  decided_by: actorField,
  decided_at: timeField,
};
const actSchema = z.object({ id: idField('rev'), ...word }).meta({ id: 'ReviewAct' });

export const reviewSchema = z
  .object({
    state: z.enum(['open', 'proposed', 'decided']).meta({
      description:
        '`open`: not decided. `proposed`: one person has decided, and a second one must confirm. `decided`: in force.',
    }),
    id: idField('rev').nullable(),
    decision: decisionField.nullable(),
    reason: reasonField.nullable(),
    note: z.string().nullable(),
    decided_by: actorField.nullable(),
    decided_at: timeField.nullable(),
    lists: z
      .array(z.object({ name: z.string(), version: z.string(), dated: z.string(), age_days: z.int().min(0) }))
      .nullable()
      .meta({
        description:
          'The searched lists, with their age at the time of the decision. null: not decided, or nothing was searched',
      }),
    second: actSchema.nullable().meta({ description: 'The person who confirmed it, if two are required' }),
    withdrawn: z
      .array(z.object({ id: idField('rev'), ...word, withdrawn_by: z.string(), withdrawn_at: timeField }))
      .meta({ description: 'Proposals that no longer count, oldest first' }),
    machine: z
      .object({ outcome: z.enum(['completed', 'failed', 'needs_review']), errors: z.array(reasonItemSchema) })
      .nullable()
      .meta({
        description: 'The result of the checks. A review does not change it. null: the checks are running again',
      }),
    requested_documents: z
      .array(
        z.object({
          types: z.array(
            z.object({
              type: z.union([answeredTypeSchema, companyDocumentTypeSchema]),
              side: documentSideSchema.nullable(),
            }),
          ),
          note: z.string().nullable(),
          requested_by: actorField,
          requested_at: timeField,
        }),
      )
      .meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Review', description: 'What people decided and requested. It does not change the results.' });

export const approvalSchema = z
  .object({
    object: z.literal('approval'),
    possible: z.boolean(),
    errors: z.array(errorItemSchema).meta({ description: 'What blocks an approval. Empty: nothing' }),
  })
  .meta({ id: 'Approval', description: 'Whether a record can be approved, and what blocks it' });

export const approvalQuerySchema = z.object({
  reason: z.enum(codesOf('approve')).exactOptional().meta({ description: 'The reason for the decision' }),
});

export const assignmentSchema = z
  .object({ assignee: actorField, assigned_by: actorField, assigned_at: timeField })
  .meta({ id: 'Assignment', description: 'The assigned operator or key' });

export const newAssignmentSchema = z
  .object({ assignee: z.string().meta({ description: 'The id of an operator, or of a key of the same mode' }) })
  .meta({ id: 'NewAssignment' });

export const newNoteSchema = z.object({ text: neededNoteField }).meta({ id: 'NewNote' });

export const noteSchema = z
  .object({
    id: idField('note'),
    text: z.string(),
    written_by: actorField,
    written_at: timeField,
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Note' });

/** The result of a record before it was reopened. */
export const attemptSchema = z
  .object({
    attempt: z.int().meta({ description: 'From 1' }),
    outcome: z.enum(['completed', 'failed', 'needs_review']).nullable(),
    policy_version: z.int().nullable(),
    errors: z.array(reasonItemSchema),
    steps: z.array(z.string()).meta({ description: 'The steps with new results' }),
    opened_again: z.object({
      by: z.enum(['document', 'person', 'rerun', 'correction', 'face_choice']),
      actor: z.string(),
      at: timeField,
    }),
  })
  .meta({ id: 'FormerAttempt' });

export type ReviewAnswer = z.output<typeof reviewSchema>;
export type AssignmentAnswer = z.output<typeof assignmentSchema>;
export type NoteAnswer = z.output<typeof noteSchema>;
export type AttemptAnswer = z.output<typeof attemptSchema>;
