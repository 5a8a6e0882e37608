import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from './deps.ts';
import { type Act, recordAction, refuseTooMany } from './record-action.ts';
import type { NewDocumentRequest } from './review-types.ts';

/**
 * Stores a request for documents for a verification in `needs_review`, in the caller's transaction. No notification is sent: only
 * readers of the record see it. Throws `not_found`, `state_conflict`.
 */
export function requestDocuments(deps: VerificationDeps, act: Act, request: NewDocumentRequest): void {
  recordAction(deps, act, 'while it waits for a person');
  refuseTooMany(deps, 'document_requests', act, LIMITS.documentRequestsMax);
  deps.db
    .prepare(
      `INSERT INTO document_requests (verification_id, requested_by, requested_at, sealed_request) VALUES (?, ?, ?, ?)`,
    )
    .run(act.id, act.actor, deps.clock.now(), deps.vault.sealJson(act.id, 'document_requests.request', request));
  deps.audit.append({
    actor: act.actor,
    action: 'documents.requested',
    subjectId: act.id,
    details: { types: request.types.map(({ type, side }) => (side === null ? type : `${type}:${side}`)).join(' ') },
  });
}
