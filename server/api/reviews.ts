import { approvalFaults, requireApprovable } from '../alerts/approval.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { reviewRoutes } from '../contract/review-routes.ts';
import { type Kind, ofBothKinds } from '../contract/route.ts';
import { assignVerification } from '../verifications/assignment.ts';
import { formerAttempts } from '../verifications/attempts.ts';
import { chooseFace, openFiles } from '../verifications/choose-face.ts';
import { correctVerification } from '../verifications/correct.ts';
import { requestDocuments } from '../verifications/document-requests.ts';
import { addNote, listNotes } from '../verifications/notes.ts';
import { type Act, requireState, sealedRecord, type Which } from '../verifications/record-action.ts';
import { rerunVerification } from '../verifications/rerun.ts';
import { reviewVerification } from '../verifications/review.ts';
import { commitOrFull, storeSubmission } from '../verifications/store-submission.ts';
import type { Call } from './call.ts';
import type { Once } from './idempotency.ts';
import type { Handlers } from './mount.ts';
import { presentAttempt, presentNote } from './present-review.ts';
import { presentWhich, whichOf } from './records.ts';

type Rows = Omit<typeof reviewRoutes, 'addDocuments'>;

/** Routes for what reviewers do with verifications of both kinds. */
export function reviewHandlers(appliance: Appliance, once: Once): Handlers<Rows> {
  const found = (kind: Kind) => (call: Call) => requireState(appliance, whichOf(kind, call), 'any state');
  const actOf = (kind: Kind, call: Call): Act => ({ ...whichOf(kind, call), actor: call.actor });
  /** How the body is read before anything is done, and what is then done in one transaction with the answer. */
  interface Post<R, I, T> {
    read(call: Call<R>): I;
    /** The record's steps run again, within the limit of the queue. `check`: what its files must fulfil first. */
    reopens?: { check?(which: Which): Promise<void> };
    work(act: Act, input: I): T;
  }
  /** Answers a POST with the result of `present` and this status. */
  const post = <R, I, T>(
    kind: Kind,
    { read, reopens, work }: Post<R, I, T>,
    present: (act: Act, done: T) => [status: number, body: object],
  ) => ({
    before: found(kind),
    answer: (call: Call<R>) =>
      once(call, (answer) =>
        answer({ body: call.req.body ?? null }, async (keep) => {
          const input = read(call);
          const act = actOf(kind, call);
          if (reopens) requireState(appliance, act, 'while it waits for a person');
          await reopens?.check?.(act);
          const record = sealedRecord(appliance, act.id);
          const commit = () => {
            const [status, body] = present(act, work(act, input));
            return keep(status, record, body);
          };
          if (!reopens) return commitOrFull(appliance.db, commit);
          return storeSubmission(appliance, { record, isNew: false, files: [] }, commit);
        }),
      ),
  });
  /** Answers with the record after the change. */
  const act = <R, I>(kind: Kind, it: Post<R, I, void>) =>
    post(kind, it, (which) => [200, presentWhich(appliance, which)]);
  const assign = (kind: Kind, call: Call, assignee: string | null) =>
    commitOrFull(appliance.db, () => {
      const which = actOf(kind, call);
      assignVerification(appliance, which, assignee);
      return presentWhich(appliance, which);
    });
  const approval = { ...appliance, requireApprovable: requireApprovable.bind(null, appliance) };
  return {
    ...ofBothKinds((kind) => ({
      review_Verification: act(kind, {
        read: (call: Call<Rows['reviewVerification']>) => call.body,
        work: (which, review) => reviewVerification(approval, which, review),
      }),
      getApprovalOf_Verification: {
        before: found(kind),
        answer(call: Call<Rows['getApprovalOfVerification']>) {
          const { reason = null } = call.query;
          const errors = approvalFaults(appliance, whichOf(kind, call), reason);
          return { object: 'approval' as const, possible: errors.length === 0, errors };
        },
      },
      rerun_Verification: act(kind, {
        read: () => null,
        reopens: {},
        work: (which) => rerunVerification(appliance, which),
      }),
      requestDocumentsOf_Verification: act(kind, {
        read(call: Call<Rows['requestDocumentsOfVerification']>) {
          const { types, note = null } = call.body;
          const wanted = types.map((it) => ({ type: it.type, side: 'side' in it ? (it.side ?? null) : null }));
          return { types: wanted, note };
        },
        work: (which, request) => requestDocuments(appliance, which, request),
      }),
      assign_Verification: {
        before: found(kind),
        answer: (call: Call<Rows['assignVerification']>) => assign(kind, call, call.body.assignee),
      },
      unassign_Verification: { before: found(kind), answer: (call: Call) => assign(kind, call, null) },
      addNoteTo_Verification: post(
        kind,
        {
          read: (call: Call<Rows['addNoteToVerification']>) => ({ text: call.body.text, path: call.path }),
          work: (which, { text, path }) => ({ note: addNote(appliance, which, text), path }),
        },
        (_which, { note, path }) => [201, presentNote(note, path)],
      ),
      listNotesOf_Verification: {
        before: found(kind),
        answer: (call: Call<Rows['listNotesOfVerification']>) =>
          call.page(
            'note',
            (page) => listNotes(appliance, whichOf(kind, call), page),
            (note) => presentNote(note, call.path),
          ),
      },
      listAttemptsOf_Verification: {
        before: found(kind),
        answer: (call: Call) => call.whole(formerAttempts(appliance, whichOf(kind, call)).map(presentAttempt)),
      },
    })),
    correctVerification: act('kyc', {
      read({ body: { document_id: documentId, type, fields, note } }: Call<Rows['correctVerification']>) {
        return { documentId, values: { ...(type === undefined ? {} : { type }), fields }, note };
      },
      reopens: {},
      work: (which, correction) => correctVerification(appliance, which, correction),
    }),
    chooseFaceOfVerification: act('kyc', {
      read({ body: { document_id: documentId, face, note } }: Call<Rows['chooseFaceOfVerification']>) {
        return { documentId, face, note };
      },
      reopens: { check: (which) => openFiles(appliance, which) },
      work: (which, choice) => chooseFace(appliance, which, choice),
    }),
  };
}
