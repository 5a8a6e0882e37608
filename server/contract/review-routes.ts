import { z } from 'zod';
import { newCorrectionSchema } from './corrections.ts';
import { newFaceChoiceSchema } from './face-choices.ts';
import { kybVerificationSchema } from './kyb-verification.ts';
import { addedDocumentsFormSchema, addedDocumentsSchema } from './person-documents.ts';
import {
  approvalQuerySchema,
  approvalSchema,
  attemptSchema,
  newAssignmentSchema,
  newDocumentRequestSchemas,
  newNoteSchema,
  newReviewSchema,
  noteSchema,
} from './reviews.ts';
import { ids, KINDS, type Kind, ofBothKinds, routes } from './route.ts';
import { pageQuery, pageSchema, verificationSchema } from './verification.ts';

const REPLAYED = ['Idempotent-Replayed'];
const RECORDS = { kyc: verificationSchema, kyb: kybVerificationSchema };

const notePageSchema = pageSchema(noteSchema).meta({ id: 'NotePage' });
const attemptPageSchema = pageSchema(attemptSchema).meta({ id: 'FormerAttemptPage' });

const thenOf = <K extends Kind>(kind: K) => ({
  200: { description: 'The record as it is then', schema: RECORDS[kind], headers: REPLAYED },
});

/** What people do with verifications that wait for them. */
export const reviewRoutes = {
  ...ofBothKinds((kind) => {
    const { path, prefix } = KINDS[kind];
    const id = ids({ id: prefix });
    return routes({ tag: 'Review', scope: `${kind}:review` })({
      review_Verification: {
        at: `POST ${path}/{id}/review`,
        summary: 'Decide a verification that waits for a person',
        description:
          'Moves it from `needs_review` to `completed` or `failed`. Results stay as they are; the decision stands beside them in `review`. Where the policy asks for four eyes, the first decision is a proposal: the same decision of somebody else puts it in force, another one takes its place. An approval is refused with 409 `approval_blocked`, and `errors` names each missing thing, until a name is known and was searched in lists (however old: their age stands in `review.lists`), each hit is decided, none is confirmed for what forbids to serve, and the reason claims only what the record shows. A rejection needs none of it; a simulated record is exempt.',
        path: id,
        once: true,
        body: newReviewSchema,
        invalid: 'The decision is not valid. See errors.',
        answers: thenOf(kind),
        problems: [409, 422],
      },
      getApprovalOf_Verification: {
        at: `GET ${path}/{id}/approval`,
        summary: 'Ask whether a verification can be approved, and what holds that back',
        scope: `${kind}:read`,
        path: id,
        query: approvalQuerySchema,
        invalid: 'The reason is not valid. See errors.',
        answers: { 200: { description: 'What holds it back', schema: approvalSchema } },
      },
      rerun_Verification: {
        at: `POST ${path}/{id}/rerun`,
        counts: 'creates',
        summary: 'Run all checks of a verification that waits for a person again',
        description:
          'With the lists, registers and engines of now; a hit that was dismissed counts no more. What it came to before is kept.',
        path: id,
        once: true,
        answers: thenOf(kind),
        problems: [409, 422],
      },
      requestDocumentsOf_Verification: {
        at: `POST ${path}/{id}/request-documents`,
        summary: 'Note down which documents are asked for',
        description: 'They stand in `review.requested_documents`. Whoever is to send them must be told by the caller.',
        scope: `${kind}:write`,
        path: id,
        once: true,
        body: newDocumentRequestSchemas[kind],
        invalid: 'What is asked for is not valid. See errors.',
        answers: thenOf(kind),
        problems: [409, 422],
      },
      assign_Verification: {
        at: `PUT ${path}/{id}/assignment`,
        summary: 'Give a verification that has not ended to an operator',
        path: id,
        body: newAssignmentSchema,
        invalid: 'The assignment is not valid. See errors.',
        answers: { 200: { description: 'The record as it is then', schema: RECORDS[kind] } },
        problems: [409],
      },
      unassign_Verification: {
        at: `DELETE ${path}/{id}/assignment`,
        summary: 'Give it to nobody',
        path: id,
        answers: { 200: { description: 'The record as it is then', schema: RECORDS[kind] } },
        problems: [409],
      },
      addNoteTo_Verification: {
        at: `POST ${path}/{id}/notes`,
        summary: 'Write a note beside a verification',
        description: 'Whatever its state. A note is never changed.',
        path: id,
        once: true,
        body: newNoteSchema,
        invalid: 'The note is not valid. See errors.',
        answers: { 201: { description: 'Kept', schema: noteSchema, headers: ['Location', ...REPLAYED] } },
        problems: [409, 422],
      },
      listNotesOf_Verification: {
        at: `GET ${path}/{id}/notes`,
        summary: 'List the notes of a verification, newest first',
        scope: `${kind}:read`,
        path: id,
        query: z.object(pageQuery),
        answers: { 200: { description: 'One page', schema: notePageSchema, headers: ['Link'] } },
      },
      listAttemptsOf_Verification: {
        at: `GET ${path}/{id}/attempts`,
        summary: 'What a verification came to before it was opened again, newest first',
        scope: `${kind}:read`,
        path: id,
        answers: { 200: { description: 'All of them', schema: attemptPageSchema } },
      },
    });
  }),
  // Of people alone: of a company nothing is read that could be corrected, and no face compared.
  ...routes({ tag: 'Review', scope: 'kyc:review' })({
    correctVerification: {
      at: 'POST /v1/verifications/{id}/corrections',
      summary: 'Correct what was read of a document',
      description:
        'While it is in `needs_review`. Both values are kept in `corrections`, and the checks that follow from the text run again. A corrected record never completes by itself: a person decides it. A name that was read is searched in the lists all the same.',
      path: ids({ id: 'ver' }),
      once: true,
      body: newCorrectionSchema,
      invalid: 'The correction is not valid. See errors.',
      answers: thenOf('kyc'),
    },
    chooseFaceOfVerification: {
      at: 'POST /v1/verifications/{id}/face-choices',
      summary: 'Choose which face of a document or selfie is compared',
      description:
        'While it is in `needs_review`. The faces are looked for and compared again, and who chose which face stands in `face_choices`. A record in which a person chose a face never completes or fails by its faces alone: a person decides it. A file that cannot be opened any more is told of (`file_lost`), and nothing is kept.',
      path: ids({ id: 'ver' }),
      once: true,
      body: newFaceChoiceSchema,
      invalid: 'The choice is not valid. See errors.',
      answers: thenOf('kyc'),
    },
    addDocuments: {
      at: 'POST /v1/verifications/{id}/documents',
      counts: 'creates',
      summary: 'Send further files for a KYC verification that waits for a person',
      description:
        'All checks run again. A file takes the place of the former ones of the same declared type and side; those stay, and say so.',
      scope: 'kyc:write',
      path: ids({ id: 'ver' }),
      once: true,
      form: addedDocumentsFormSchema,
      answers: { 201: { description: 'Stored', schema: addedDocumentsSchema, headers: ['Location', ...REPLAYED] } },
    },
  }),
};
