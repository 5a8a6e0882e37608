import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../checks/policy.ts';
import { submittedBirth } from '../checks/read-values.ts';
import { isStanding } from '../checks/ruled-out.ts';
import { findListFaults } from '../checks/screening.ts';
import type { Finding, SearchedList } from '../checks/types.ts';
import type { ScreeningQueryBody, ScreeningResultAnswer } from '../contract/screenings.ts';
import type { ErrorItem } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { canBeSearched } from '../names/prepare.ts';
import { subjectOf } from '../screening/loader/places.ts';
import type { ListSearch, SearchQuery } from '../screening/search.ts';
import { jsonPath } from './validate.ts';

/** Returns an error for each unknown list in a request: an unknown list would silently find nothing. `path` precedes the field. */
export function unknownLists(
  codes: readonly string[] = [],
  lists: readonly SearchedList[],
  path: PropertyKey[],
): ErrorItem[] {
  const known = new Set(lists.map(({ code }) => code));
  const fields = codes.flatMap((code, at) => (known.has(code) ? [] : [jsonPath([...path, 'lists', at])]));
  return fields.slice(0, LIMITS.errorItemsMax).map((field) => ({
    code: 'invalid_value',
    message: `${field} is not the code of an active list; GET /v1/watchlists returns the codes.`,
    field,
  }));
}

/** Returns the result of an invalid query in a batch. The other queries are still searched. */
export function refusedQuery(errors: ErrorItem[]): ScreeningResultAnswer {
  return { passed: null, hits: [], findings: [], lists: [], errors };
}

/** Returns what a search of these lists finds for one query. `search`: by the policy's rules (`searchByOffices`). */
export function screenQuery(
  search: ListSearch['search'],
  all: readonly SearchedList[],
  body: ScreeningQueryBody,
  policy: Policy,
): ScreeningResultAnswer {
  const lists = body.lists ? all.filter(({ code }) => body.lists?.includes(code)) : all;
  const hits = search(searchQuery(body));
  const findings = [...nameFaults(body), ...listFaults(lists, body, policy)];
  const passed = hits.some(isStanding) ? false : findings.length > 0 ? null : true;
  return { passed, hits, findings, lists: lists.map(({ code }) => code) };
}

/** Returns a finding for a name by which nobody could be found: it clears nobody. */
function nameFaults(body: ScreeningQueryBody): Finding[] {
  const { name, type } = searchQuery(body);
  return name === '' || canBeSearched(name, subjectOf(type))
    ? []
    : [makeFinding('name_not_searchable', { field: 'name' })];
}

/** Returns findings on missing or old lists. A query limited to some lists or topics gets no findings on the others. */
function listFaults(
  lists: readonly SearchedList[],
  { lists: some, topics }: ScreeningQueryBody,
  policy: Policy,
): Finding[] {
  const faults = findListFaults(lists, policy);
  return some || topics ? faults.filter(({ code }) => code !== 'list_topic_missing') : faults;
}

function searchQuery(body: ScreeningQueryBody): SearchQuery {
  const { name, first_name, last_name, nationality, countries, limit = LIMITS.screeningHitsDefault } = body;
  // Only a person has a first and a last name.
  const own = name === undefined && (first_name ?? last_name) !== undefined ? { type: 'person' as const } : {};
  const birthDate = submittedBirth(body);
  const tied = [...new Set([...(nationality === undefined ? [] : [nationality]), ...(countries ?? [])])];
  return {
    name: name ?? [first_name, last_name].filter(Boolean).join(' '),
    ...(birthDate === null ? {} : { birthDate }),
    ...(tied.length === 0 ? {} : { countries: tied }),
    ...own,
    ...pick(body, ['type', 'gender', 'identifiers', 'address', 'lists', 'topics', 'threshold']),
    limit,
  };
}

/** Returns an object with those of the fields that are set. */
export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}
