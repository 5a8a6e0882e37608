import { setImmediate as nextTurn } from 'node:timers/promises';
import { listReviewers, nameOfActor } from '../access/actors.ts';
import type { Principal } from '../access/principal.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { KINDS } from '../contract/route.ts';
import {
  type QueueItemAnswer,
  type SearchCountsRequest,
  searchCountsRequestSchema,
  searchRequestSchema,
  type searchRoutes,
} from '../contract/search.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { searchQueue } from '../verifications/queue.ts';
import { countQueue } from '../verifications/queue-counts.ts';
import { dueTime, type QueueEntry, waitingSince } from '../verifications/queue-entry.ts';
import type { QueueFilter } from '../verifications/queue-filter.ts';
import { waitsFor } from '../verifications/review-store.ts';
import { readableSubject } from '../verifications/subject-index.ts';
import { kindsFor, principalOf } from './authorise.ts';
import type { Call } from './call.ts';
import type { Handlers } from './mount.ts';
import { unknownFields } from './validate.ts';

const OBJECTS = { kyc: 'verification', kyb: 'kyb_verification' } as const;

type Deps = Pick<Appliance, 'access' | 'clock' | 'db' | 'keys' | 'log' | 'queueIndex' | 'vault'>;

/** Routes for the review queue and for the people to whom records can be assigned. */
export function searchHandlers(deps: Deps): Handlers<typeof searchRoutes> {
  const index = deps.queueIndex;
  return {
    async searchRecords(call) {
      const request = call.body;
      const { order = 'newest', limit = LIMITS.queuePageDefault, starting_after: startingAfter } = request;
      const page = { order, limit, ...(startingAfter === undefined ? {} : { startingAfter }) };
      const { data: found, hasMore } = await searchQueue(index, filterOf(request, call), page);
      const data = await presentEntries(deps, found);
      return {
        object: 'list',
        url: call.path,
        has_more: hasMore,
        complete: index.isComplete(),
        data,
        warnings: unknownFields(searchRequestSchema, call.req.body),
      };
    },
    async countRecords(call) {
      const { oldestWaiting, ...counts } = await countQueue(index, filterOf(call.body, call));
      return {
        object: 'search_counts',
        complete: index.isComplete(),
        ...counts,
        oldest_waiting: oldestWaiting && { id: oldestWaiting.id, since: isoTime(oldestWaiting.sinceMs) },
        warnings: unknownFields(searchCountsRequestSchema, call.req.body),
      };
    },
    listAssignees(call) {
      const { livemode, session } = principalOf(call.res);
      // A test key does not see who works here.
      return call.whole(
        (livemode || session !== null ? listReviewers(deps.access) : []).map(({ id, name, role }) => ({
          id,
          name,
          role,
        })),
      );
    },
  };
}

function filterOf(request: SearchCountsRequest, { res }: Call): QueueFilter {
  const principal = principalOf(res);
  const { kinds, statuses, reasons, assignee, created_from: from, created_to: to, text } = request;
  return {
    livemode: principal.livemode,
    kinds: kindsFor(principal, 'read').filter((kind) => kinds?.includes(kind) ?? true),
    ...(statuses && { statuses }),
    ...(reasons && { reasons }),
    ...(assignee !== undefined && { assignee: assigneeOf(assignee, principal) }),
    ...(from !== undefined && { createdFromMs: Date.parse(from) }),
    ...(to !== undefined && { createdToMs: Date.parse(to) }),
    ...(text !== undefined && { text }),
  };
}

function assigneeOf(assignee: string, { actorId }: Principal): string | null {
  if (assignee === 'none') return null;
  return assignee === 'me' ? actorId : assignee;
}

/** Presents entries in slices: each is decrypted for its name, and a company may name a thousand people. Entries erased meanwhile are left out. */
async function presentEntries(deps: Deps, found: readonly QueueEntry[]): Promise<QueueItemAnswer[]> {
  const names = new Map<string, string | null>();
  const items: QueueItemAnswer[] = [];
  let endMs = performance.now() + LIMITS.queueSliceMs;
  for (const entry of found) {
    if (performance.now() >= endMs) {
      await nextTurn();
      endMs = performance.now() + LIMITS.queueSliceMs;
    }
    items.push(presentEntry(deps, entry, names));
  }
  await deps.queueIndex.entries();
  return items.filter(({ id }) => deps.queueIndex.find(id));
}

/** `names`: the actors already named on the page. */
function presentEntry(deps: Deps, entry: QueueEntry, names: Map<string, string | null>): QueueItemAnswer {
  const { id, kind, status, assignee } = entry;
  const subject = readableSubject(deps, entry);
  const since = waitingSince(entry);
  if (assignee !== null && !names.has(assignee)) names.set(assignee, nameOfActor(deps.access, assignee));
  return {
    id,
    object: OBJECTS[kind],
    kind,
    status,
    name: subject?.name ?? null,
    reference: subject?.reference ?? null,
    country: subject?.country ?? null,
    created_at: isoTime(entry.createdAtMs),
    updated_at: isoTime(entry.updatedAtMs),
    waiting_since: since === null ? null : isoTime(since),
    due_at: isoTimeOrNull(dueTime(entry)),
    waits_for: since === null ? null : waitsFor(deps, { id, sinceMs: since }),
    reasons: [...entry.reasons],
    assignee: assignee === null ? null : { id: assignee, name: names.get(assignee) ?? null },
    alerts_open: entry.alertsOpen,
    links: { self: `${KINDS[kind].path}/${id}` },
  };
}
