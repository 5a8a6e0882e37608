import type { Principal } from '../access/principal.ts';
import type { EventLog, StoredEvent } from '../events/log.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../vocabulary/scopes.ts';

const BATCH = 100;

/** The scope that a key needs to see events of each kind. */
const SCOPE_OF_KIND: readonly [prefix: string, scope: Scope][] = [
  ['verification.', 'kyc:read'],
  ['capture_session.', 'kyc:read'],
  ['kyb.', 'kyb:read'],
  ['watchlist.', 'lists:read'],
];

/** An alert contains data about a screened person or company; other list events contain only data about lists. */
function scopeOf({ kind, body }: StoredEvent): Scope {
  if (kind.startsWith('watchlist.alert.')) {
    const { data } = JSON.parse(body) as { data: { verification_id: string } };
    return isId('kyb_ver', data.verification_id) ? 'kyb:read' : 'kyc:read';
  }
  return SCOPE_OF_KIND.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'admin';
}

export interface EventPage {
  events: StoredEvent[];
  /** The position up to which the log was read, including events that the key may not see. */
  seq: number;
  /** Whether more events follow. */
  hasMore: boolean;
}

/** Returns the next events after a position that this key may see, in its mode, oldest first. */
export function readVisible(
  log: Pick<EventLog, 'readAfter'>,
  principal: Principal,
  after: { seq: number; subjectId?: string; limit: number },
): EventPage {
  const events: StoredEvent[] = [];
  let { seq } = after;
  for (;;) {
    const filter = { livemode: principal.livemode, limit: BATCH };
    const batch = log.readAfter(
      { seq },
      after.subjectId === undefined ? filter : { ...filter, subjectId: after.subjectId },
    );
    for (const event of batch) {
      if (!event.isRefused && principal.scopes.includes(scopeOf(event))) {
        if (events.length === after.limit) return { events, seq, hasMore: true };
        events.push(event);
      }
      seq = event.seq;
    }
    if (batch.length < BATCH) return { events, seq, hasMore: false };
  }
}
