import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from './deps.ts';
import { type Act, recordAction, refuseTooMany } from './record-action.ts';
import type { NewDocumentRequest } from './review-types.ts';

/**
 * Keeps what documents a verification that waits for a person is asked for, in the caller's transaction. Nobody is told by this but those who read the
 * record. Throws `not_found`, `state_conflict`.
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
