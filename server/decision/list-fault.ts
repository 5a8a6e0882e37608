import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../checks/policy.ts';
import { holdsTopic } from '../checks/screening.ts';
import type { Finding, SearchedList } from '../checks/types.ts';

/** Returns the fault if no lists were searched, if none of them has a required topic, or if none is fresh. */
export function findListFault(lists: readonly SearchedList[], policy: Policy): Finding | null {
  for (const topic of policy.screening.required_topics) {
    if (lists.length > 0 && !lists.some((list) => holdsTopic(list, topic))) {
      return makeFinding('list_topic_missing', { evidence: { topic } });
    }
    const fault = findStaleness(lists.filter((list) => holdsTopic(list, topic)));
    if (fault) return fault;
  }
  return findStaleness(lists);
}

/** Returns the fault if none of these lists is fresh. */
function findStaleness(lists: readonly SearchedList[]): Finding | null {
  const [oldest] = lists.toSorted((a, b) => b.age_days - a.age_days);
  if (!oldest) return makeFinding('no_list_loaded');
  if (lists.some(({ stale }) => !stale)) return null;
  return makeFinding('list_stale', { evidence: { list: oldest.name, age_days: oldest.age_days } });
}
