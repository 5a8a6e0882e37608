import type { EventLog } from '../events/log.ts';
import type { Verification, VerificationStatus } from './types.ts';

export type StateEventName = 'created' | Exclude<VerificationStatus, 'pending'>;

/** One event per state entered. It names the record and its state and nothing personal. */
export function appendStateEvent(
  events: EventLog,
  verification: Pick<Verification, 'id' | 'livemode' | 'status'>,
  name: StateEventName,
): void {
  const { id, livemode, status } = verification;
  events.append({
    kind: `verification.${name}`,
    subjectId: id,
    livemode,
    data: { id, object: 'verification', status, livemode, links: { self: `/v1/verifications/${id}` } },
  });
}
