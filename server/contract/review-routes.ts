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
  200: { description: 'The updated record', schema: RECORDS[kind], headers: REPLAYED },
});

/** What reviewers do with verifications. */
export const reviewRoutes = {
  ...ofBothKinds((kind) => {
    const { path, prefix } = KINDS[kind];
    const id = ids({ id: prefix });
    return routes({ tag: 'Review', scope: `${kind}:review` })({
      review_Verification: {
        at: `POST ${path}/{id}/review`,
        summary: 'Decide a verification that needs review',
        description:
          'Moves it from `needs_review` to `completed` or `failed`. The results do not change; the decision is stored in `review`. If the policy requires a second person, the first decision is a proposal. The same decision by another person puts it in force, and a different one replaces it. An approval requires a known name that was searched in the lists, however old (`review.lists` shows their age). It also requires a decision on each hit, and a reason that matches the record. No hit may be confirmed for a topic that rules out serving the person or company. Until then the approval is refused with 409 `approval_blocked`, and `errors` lists each missing item. A rejection has no such requirements. A simulated record is exempt.',
        path: id,
        once: true,
        body: newReviewSchema,
        invalid: 'The decision is not valid. See errors.',
        answers: thenOf(kind),
        problems: [409, 422],
      },
      getApprovalOf_Verification: {
        at: `GET ${path}/{id}/approval`,
        summary: 'Check whether a verification can be approved, and what blocks it',
        scope: `${kind}:read`,
        path: id,
        query: approvalQuerySchema,
        invalid: 'The reason is not valid. See errors.',
        answers: { 200: { description: 'What blocks the approval', schema: approvalSchema } },
      },
      rerun_Verification: {
        at: `POST ${path}/{id}/rerun`,
        counts: 'creates',
        summary: 'Run all checks of a verification that needs review again',
        description:
          'Uses the current lists, registers and engines. Dismissed hits no longer count. The previous result is kept.',
        path: id,
        once: true,
        answers: thenOf(kind),
        problems: [409, 422],
      },
      requestDocumentsOf_Verification: {
        at: `POST ${path}/{id}/request-documents`,
        summary: 'Record which documents are requested',
        description:
          'They are stored in `review.requested_documents`. You must inform the applicant or company yourself.',
        scope: `${kind}:write`,
        path: id,
        once: true,
        body: newDocumentRequestSchemas[kind],
        invalid: 'The document request is not valid. See errors.',
        answers: thenOf(kind),
        problems: [409, 422],
      },
      assign_Verification: {
        at: `PUT ${path}/{id}/assignment`,
        summary: 'Assign a verification that has not ended to an operator',
        path: id,
        body: newAssignmentSchema,
        invalid: 'The assignment is not valid. See errors.',
        answers: { 200: { description: 'The updated record', schema: RECORDS[kind] } },
        problems: [409],
      },
      unassign_Verification: {
        at: `DELETE ${path}/{id}/assignment`,
        summary: 'Remove the assignment',
        path: id,
        answers: { 200: { description: 'The updated record', schema: RECORDS[kind] } },
        problems: [409],
      },
      addNoteTo_Verification: {
        at: `POST ${path}/{id}/notes`,
        summary: 'Add a note to a verification',
        description: 'Works in any state. A note cannot be changed.',
        path: id,
        once: true,
        body: newNoteSchema,
        invalid: 'The note is not valid. See errors.',
        answers: { 201: { description: 'The stored note', schema: noteSchema, headers: ['Location', ...REPLAYED] } },
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
        summary: 'List the earlier results of a reopened verification, newest first',
        scope: `${kind}:read`,
        path: id,
        answers: { 200: { description: 'All earlier results', schema: attemptPageSchema } },
      },
    });
  }),
  // For people only: a company has no read fields to correct and no face to compare.
  ...routes({ tag: 'Review', scope: 'kyc:review' })({
    correctVerification: {
      at: 'POST /v1/verifications/{id}/corrections',
      summary: 'Correct the values read from a document',
      description:
        'Works while the record is in `needs_review`. Both values are kept in `corrections`, and the checks that depend on the text run again. A corrected record never completes automatically: a person decides it. The name that was read is still searched in the lists.',
      path: ids({ id: 'ver' }),
      once: true,
      body: newCorrectionSchema,
      invalid: 'The correction is not valid. See errors.',
      answers: thenOf('kyc'),
    },
    chooseFaceOfVerification: {
      at: 'POST /v1/verifications/{id}/face-choices',
      summary: 'Choose the face of a document or selfie to compare',
      description:
        'Works while the record is in `needs_review`. The faces are searched and compared again. `face_choices` records who chose which face. After a choice, the record never completes or fails by its faces alone: a person decides it. If a file can no longer be opened, the response is `file_lost` and nothing is stored.',
      path: ids({ id: 'ver' }),
      once: true,
      body: newFaceChoiceSchema,
      invalid: 'The choice is not valid. See errors.',
      answers: thenOf('kyc'),
    },
    addDocuments: {
      at: 'POST /v1/verifications/{id}/documents',
      counts: 'creates',
      summary: 'Send more files for a KYC verification that needs review',
      description:
        'All checks run again. A file replaces earlier files of the same declared type and side. The earlier files stay, marked as replaced.',
      scope: 'kyc:write',
      path: ids({ id: 'ver' }),
      once: true,
      form: addedDocumentsFormSchema,
      answers: { 201: { description: 'Stored', schema: addedDocumentsSchema, headers: ['Location', ...REPLAYED] } },
    },
  }),
};
