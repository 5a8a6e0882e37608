import type { FindingCode } from '../checks/findings.ts';
import type { Policy } from '../checks/policy.ts';

/**
 * Returns the hours for which a record with these reasons may wait for a review: the shortest of its reasons. A record without
 * reasons has the default. null: no deadline.
 */
export function deadlineHours(codes: readonly string[], { deadlines }: Pick<Policy, 'deadlines'>): number | null {
  const { reason_hours, default_hours = null } = deadlines;
  const hours = codes.map((code) => reason_hours[code as FindingCode] ?? default_hours);
  const set = (hours.length > 0 ? hours : [default_hours]).filter((one) => one !== null);
  return set.length > 0 ? Math.min(...set) : null;
}
