import type { SearchedList } from '../checks/types.ts';
import type { AssignmentAnswer, AttemptAnswer, NoteAnswer, ReviewAnswer } from '../contract/reviews.ts';
import { daysSince } from '../datasets/age.ts';
import type { Decision } from '../decision/types.ts';
import { isoTime } from '../lib/clock.ts';
import type { FormerAttempt } from '../verifications/attempts.ts';
import type { Assignment, Note, Review, ReviewAct } from '../verifications/review-types.ts';
import { presentReasons, type RecordAnnotations } from './present-record.ts';

/** The parts of a record that its review needs. */
interface Reviewed {
  decision: Decision | null;
  results: { screening?: { lists: readonly SearchedList[] } };
}

type DocumentIds = readonly (string | null)[];

/** Returns what people did with a record, together with what the machine decided. */
export function presentAnnotations(
  { review, assignment }: RecordAnnotations,
  record: Reviewed,
  documentIds: DocumentIds,
): { review: ReviewAnswer | null; assignment: AssignmentAnswer | null } {
  return {
    review: review && presentReview(review, record, documentIds),
    assignment: assignment && presentAssignment(assignment),
  };
}

function presentReview(
  review: Review,
  { decision, results: { screening } }: Reviewed,
  documentIds: DocumentIds,
): ReviewAnswer {
  const { state, first, second, withdrawn, requests } = review;
  const nothing = { id: null, decision: null, reason: null, note: null, decided_by: null, decided_at: null };
  return {
    state,
    ...(first ? presentAct(first) : nothing),
    lists: first && screening ? presentLists(screening.lists, second ?? first) : null,
    second: second && presentAct(second),
    withdrawn: withdrawn.map(({ withdrawnBy, withdrawnAtMs, ...act }) => ({
      ...presentAct(act),
      withdrawn_by: withdrawnBy,
      withdrawn_at: isoTime(withdrawnAtMs),
    })),
    machine: decision && { outcome: decision.outcome, errors: presentReasons(decision, documentIds) },
    requested_documents: requests.map(({ types, note, requestedBy, requestedAtMs }) => ({
      types,
      note,
      requested_by: requestedBy,
      requested_at: isoTime(requestedAtMs),
    })),
  };
}

/** Returns the lists with their age at the time of the decision. */
function presentLists(lists: readonly SearchedList[], { decidedAtMs }: ReviewAct): NonNullable<ReviewAnswer['lists']> {
  return lists.map(({ name, version, dated }) => ({
    name,
    version,
    dated,
    age_days: Math.max(0, daysSince(dated, decidedAtMs)),
  }));
}

function presentAct({ id, decision, reason, note, decidedBy, decidedAtMs }: ReviewAct) {
  return { id, decision, reason, note, decided_by: decidedBy, decided_at: isoTime(decidedAtMs) };
}

function presentAssignment({ assignee, assignedBy, assignedAtMs }: Assignment): AssignmentAnswer {
  return { assignee, assigned_by: assignedBy, assigned_at: isoTime(assignedAtMs) };
}

/** `self`: the path of the record's notes. */
export function presentNote({ id, text, writtenBy, writtenAtMs }: Note, self: string): NoteAnswer {
  return { id, text, written_by: writtenBy, written_at: isoTime(writtenAtMs), links: { self } };
}

/** Returns the result of a record before it was reopened. Its errors name no document index, because other documents were added. */
export function presentAttempt(former: FormerAttempt): AttemptAnswer {
  const { attempt, decision, results, cause, openedBy, openedAtMs } = former;
  return {
    attempt,
    outcome: decision?.outcome ?? null,
    policy_version: decision?.policy_version ?? null,
    errors: decision ? presentReasons(decision, []) : [],
    steps: Object.keys(results),
    opened_again: { by: cause, actor: openedBy, at: isoTime(openedAtMs) },
  };
}
