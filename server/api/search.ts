import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Response, Router } from 'express';
import type { z } from 'zod';
import type { Operator } from '../access/operators.ts';
import type { Principal } from '../access/scopes.ts';
import {
  type AssigneeAnswer,
  type QueueItemAnswer,
  type SearchAnswer,
  type SearchCountsAnswer,
  type SearchCountsRequest,
  searchCountsRequestSchema,
  searchRequestSchema,
} from '../contract/search.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { searchQueue } from '../verifications/queue.ts';
import { countQueue } from '../verifications/queue-counts.ts';
import { type QueueEntry, waitingSince } from '../verifications/queue-entry.ts';
import type { QueueFilter } from '../verifications/queue-filter.ts';
import type { QueueIndex } from '../verifications/queue-index.ts';
import type { WaitsFor } from '../verifications/review-store.ts';
import type { RecordSubject } from '../verifications/subject-index.ts';
import { kindsFor, principalOf } from './authorise.ts';
import { sendWhole } from './dataset-routes.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { KYB_PATH, VERIFICATIONS_PATH } from './present.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow, unknownFields } from './validate.ts';

const SEARCH_PATH = '/v1/search';
const ASSIGNEES_PATH = '/v1/assignees';

const KINDS = {
  kyc: { object: 'verification', path: VERIFICATIONS_PATH },
  kyb: { object: 'kyb_verification', path: KYB_PATH },
} as const;

export interface SearchDeps {
  guard: Guard;
  index: QueueIndex;
  /** null: it is gone, or cannot be read. */
  subjectOf(entry: QueueEntry): RecordSubject | null;
  /** `sinceMs`: since when the record waits for a person. */
  waitsFor(record: { id: string; sinceMs: number }): WaitsFor;
  /** Of an operator or a key; null: there is none. */
  nameOfActor(id: string): string | null;
  /** Operators who are active and may review, by name. */
  reviewers(): Operator[];
}

/** `POST /v1/search`, `POST /v1/search/counts`, `GET /v1/assignees`. */
export function searchRouter(deps: SearchDeps): Router {
  const router = Router();
  const json = produces('application/json');
  const read = [...deps.guard.allow('kyc:read', 'kyb:read'), json, ...jsonBody];
  addRoute(router, SEARCH_PATH, {
    post: [...read, async (req, res) => void res.json(await search(deps, req.body, res))],
  });
  addRoute(router, `${SEARCH_PATH}/counts`, {
    post: [...read, async (req, res) => void res.json(await count(deps, req.body, res))],
  });
  addRoute(router, ASSIGNEES_PATH, {
    get: [
      ...deps.guard.allow('kyc:review', 'kyb:review'),
      json,
      (_req, res) => {
        const { livemode, session } = principalOf(res);
        // Whoever tries things out with a test key is not told who works here.
        const named = livemode || session !== null ? deps.reviewers() : [];
        sendWhole(res, ASSIGNEES_PATH, named.map(presentAssignee));
      },
    ],
  });
  return router;
}

async function search(deps: SearchDeps, body: unknown, res: Response): Promise<SearchAnswer> {
  const request = readRequest(searchRequestSchema, body);
  const { order = 'newest', limit = LIMITS.queuePageDefault, starting_after: startingAfter } = request;
  const page = { order, limit, ...(startingAfter === undefined ? {} : { startingAfter }) };
  const { data: found, hasMore } = await searchQueue(deps.index, filterOf(request, res), page);
  const data = await presentEntries(deps, found);
  return {
    object: 'list',
    url: SEARCH_PATH,
    has_more: hasMore,
    complete: deps.index.isComplete(),
    data,
    warnings: unknownFields(searchRequestSchema, body),
  };
}

async function count(deps: SearchDeps, body: unknown, res: Response): Promise<SearchCountsAnswer> {
  const request = readRequest(searchCountsRequestSchema, body);
  const { oldestWaiting, ...counts } = await countQueue(deps.index, filterOf(request, res));
  return {
    object: 'search_counts',
    complete: deps.index.isComplete(),
    ...counts,
    oldest_waiting: oldestWaiting && { id: oldestWaiting.id, since: isoTime(oldestWaiting.sinceMs) },
    warnings: unknownFields(searchCountsRequestSchema, body),
  };
}

function readRequest<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return parseOrThrow(schema, body, 'The search is not valid. See errors.');
}

function filterOf(request: SearchCountsRequest, res: Response): QueueFilter {
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

/** A slice at a time: each is opened for its name, and a company may name a thousand people. What is erased meanwhile is left out. */
async function presentEntries(deps: SearchDeps, found: readonly QueueEntry[]): Promise<QueueItemAnswer[]> {
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
  await deps.index.entries();
  return items.filter(({ id }) => deps.index.find(id));
}

/** `names`: of the actors that the page has named before. */
function presentEntry(deps: SearchDeps, entry: QueueEntry, names: Map<string, string | null>): QueueItemAnswer {
  const { id, kind, status, assignee } = entry;
  const subject = deps.subjectOf(entry);
  const since = waitingSince(entry);
  if (assignee !== null && !names.has(assignee)) names.set(assignee, deps.nameOfActor(assignee));
  return {
    id,
    object: KINDS[kind].object,
    kind,
    status,
    name: subject?.name ?? null,
    reference: subject?.reference ?? null,
    country: subject?.country ?? null,
    created_at: isoTime(entry.createdAtMs),
    updated_at: isoTime(entry.updatedAtMs),
    waiting_since: since === null ? null : isoTime(since),
    waits_for: since === null ? null : deps.waitsFor({ id, sinceMs: since }),
    reasons: [...entry.reasons],
    assignee: assignee === null ? null : { id: assignee, name: names.get(assignee) ?? null },
    alerts_open: entry.alertsOpen,
    links: { self: `${KINDS[kind].path}/${id}` },
  };
}

function presentAssignee({ id, name, role }: Operator): AssigneeAnswer {
  return { id, name, role };
}
