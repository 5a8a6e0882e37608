import type { Appliance } from '../appliance/appliance.ts';
import { searchByOffices } from '../checks/ruled-out.ts';
import { thresholdRules } from '../checks/thresholds.ts';
import {
  type ScreeningBatch,
  type ScreeningQueryBody,
  type ScreeningResultAnswer,
  screeningBatchSchema,
  screeningQuerySchema,
  screeningRequestSchema,
  type screeningRoutes,
} from '../contract/screenings.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { ALGORITHM_VERSION } from '../names/version.ts';
import type { Call } from './call.ts';
import type { CostLimit } from './cost-limit.ts';
import type { Handlers } from './mount.ts';
import { pick, refusedQuery, screenQuery, unknownLists } from './screen-query.ts';
import { parseOrThrow, parsePart, unknownFields } from './validate.ts';

type Deps = Pick<Appliance, 'clock' | 'watchlists' | 'policies'>;

/** Routes to screen names: they return explained hits. Nothing is stored, and no name is logged. */
export function screeningHandlers(deps: Deps, screenings: CostLimit): Handlers<typeof screeningRoutes> {
  return {
    async createScreening(call) {
      const request = parseOrThrow(screeningBatchSchema, call.req.body, 'The screening is not valid. See errors.');
      const { length = 1 } = request.queries ?? {};
      if (length > 1) screenings.take(call.res, length - 1);
      await answer(deps, call, request);
    },
  };
}

async function answer(
  { clock, watchlists, policies }: Deps,
  { req, res, livemode }: Call,
  request: ScreeningBatch,
): Promise<void> {
  // One set of list versions and one policy apply to the whole batch, even if one is imported or changed meanwhile.
  const policy = policies.current();
  const search = watchlists.current(thresholdRules(policy));
  const nowMs = clock.now();
  const lists = search.lists(nowMs);
  const byOffices = searchByOffices(search.search, policy, nowMs);
  const items = unknownLists(request.lists, lists, []);
  if (items.length > 0) {
    throw new AppError('invalid_request', {
      detail: `The screening includes a list that is not active (${items[0]?.field}). GET /v1/watchlists returns the codes of all lists.`,
      items,
    });
  }
  const screen = (query: ScreeningQueryBody): ScreeningResultAnswer => screenQuery(byOffices, lists, query, policy);
  const screenOfBatch = (query: unknown, place: number): ScreeningResultAnswer => {
    const at = ['queries', place];
    const { data, items } = parsePart(screeningQuerySchema, query, at);
    if (items) return refusedQuery(items);
    const unknown = unknownLists(data.lists, lists, at);
    return unknown.length > 0 ? refusedQuery(unknown) : screen({ ...filtersOf(request), ...data });
  };
  const queries = request.queries?.map((query, place) => () => screenOfBatch(query, place)) ?? [() => screen(request)];
  const results: string[] = [];
  const searched = new Set<string>();
  let sliceStartMs = performance.now();
  for (const query of queries) {
    if (performance.now() - sliceStartMs > LIMITS.screeningSliceMs) {
      await new Promise(setImmediate);
      if (res.destroyed) return;
      sliceStartMs = performance.now();
    }
    const result = query();
    for (const code of result.lists) searched.add(code);
    // Each result is written separately, because writing a thousand at once would take long.
    results.push(JSON.stringify(result));
  }
  const rest = JSON.stringify({
    object: 'screening',
    livemode,
    algorithm_version: ALGORITHM_VERSION,
    policy_version: policy.version,
    lists: lists.filter(({ code }) => searched.has(code)),
    warnings: unknownFields(screeningRequestSchema, req.body),
  });
  res.type('application/json').send(`${rest.slice(0, -1)},"results":[${results.join(',')}]}`);
}

/** Returns the filters that a batch applies to all its queries. */
function filtersOf(request: ScreeningBatch): ScreeningQueryBody {
  return pick(request, ['type', 'lists', 'topics', 'threshold', 'limit']);
}
