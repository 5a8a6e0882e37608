import type { SearchCountsRequest, SearchRequest } from '../../../server/contract/search.ts';
import type { Status } from '../../parts/values.tsx';

export type Kind = 'kyc' | 'kyb';
export type Order = NonNullable<SearchRequest['order']>;
/** The number of days up to the end of today, `days` for a chosen range, or any time. */
export type Since = (typeof SINCE)[number];

export const STATUSES = ['needs_review', 'pending', 'processing', 'completed', 'failed'] as const satisfies Status[];
export const KINDS = ['kyc', 'kyb'] as const satisfies Kind[];
export const ORDERS = ['newest', 'oldest', 'longest_waiting', 'due'] as const satisfies Order[];
/** The orders of records that wait for a review. */
const WAITING_ORDERS: readonly Order[] = ['longest_waiting', 'due'];
export const SINCE = ['', '1', '7', '30', 'days'] as const;

/** The queue's filter, as far as it is in the page's address. The search text never is: it is a name. */
export interface Filter {
  status: Status | null;
  kind: Kind | null;
  /** A code of `errors`. */
  reason: string | null;
  /** `me`, `none`, or an id. */
  assignee: string | null;
  since: Since;
  /** Local calendar days, such as `2026-01-31`, both inclusive; null: open. Only if `since` is `days`. */
  from: string | null;
  to: string | null;
  order: Order;
}

export const NO_FILTER: Filter = {
  status: null,
  kind: null,
  reason: null,
  assignee: null,
  since: '',
  from: null,
  to: null,
  order: 'newest',
};

/** Parses the filter in the address; invalid values count as missing. */
export function filterOf(query: URLSearchParams): Filter {
  const shape = (name: string, pattern: RegExp): string | null => {
    const value = query.get(name);
    return value !== null && pattern.test(value) ? value : null;
  };
  const since = oneOf(SINCE, query.get('since')) ?? '';
  const day = /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/;
  return settled({
    status: oneOf(STATUSES, query.get('status')),
    kind: oneOf(KINDS, query.get('kind')),
    reason: shape('reason', /^[a-z0-9_]{1,100}$/),
    assignee: shape('assignee', /^(?:me|none|(?:opr|key)_[0-9a-z]{26})$/),
    since,
    from: since === 'days' ? shape('from', day) : null,
    to: since === 'days' ? shape('to', day) : null,
    order: oneOf(ORDERS, query.get('order')) ?? 'newest',
  });
}

/** Returns the path of the queue with this filter. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value && value !== NO_FILTER[name as keyof Filter]) query.set(name, value);
  }
  return query.size === 0 ? '/' : `/?${query}`;
}

/** Returns a consistent filter with a change applied: only records that need review can be ordered by waiting or due time. */
export function changed(filter: Filter, change: Partial<Filter>): Filter {
  if (change.order && WAITING_ORDERS.includes(change.order))
    return settled({ ...filter, ...change, status: 'needs_review' });
  return settled({ ...filter, ...change });
}

/** Whether it filters by anything other than status and order. */
export function isNarrow({ kind, reason, assignee, since, from, to }: Filter): boolean {
  return (
    [kind, reason, assignee].some((one) => one !== null) || (since === 'days' ? Boolean(from ?? to) : since !== '')
  );
}

/** Returns the search request. `today`: any time of the current day. */
export function searchOf(filter: Filter, text: string, today: Date): SearchCountsRequest {
  const { from, to } = spanOf(filter, today);
  return {
    ...(filter.kind && { kinds: [filter.kind] }),
    ...(filter.status && { statuses: [filter.status] }),
    ...(filter.reason !== null && { reasons: [filter.reason] }),
    ...(filter.assignee !== null && { assignee: filter.assignee }),
    ...(from && { created_from: from.toISOString() }),
    ...(to && { created_to: to.toISOString() }),
    ...(text.trim() !== '' && { text: text.trim() }),
  };
}

function settled(filter: Filter): Filter {
  const waits = filter.status === 'needs_review';
  const order = WAITING_ORDERS.includes(filter.order) && !waits ? 'newest' : filter.order;
  return filter.since === 'days' ? { ...filter, order } : { ...filter, order, from: null, to: null };
}

/** Returns the range from its first moment to just after its last, in local time. */
function spanOf({ since, from, to }: Filter, today: Date): { from: Date | null; to: Date | null } {
  if (since === '') return { from: null, to: null };
  if (since === 'days') return { from: from ? midnight(from, 0) : null, to: to ? midnight(to, 1) : null };
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(since) + 1);
  return { from: first, to: null };
}

function midnight(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null;
}
