import type { SearchCountsRequest, SearchRequest } from '../../../server/contract/search.ts';
import type { Status } from '../../parts/values.tsx';

export type Kind = 'kyc' | 'kyb';
export type Order = NonNullable<SearchRequest['order']>;
/** Days back from the end of today, `days`: from one chosen day to another, or any time. */
export type Since = (typeof SINCE)[number];

export const STATUSES = ['needs_review', 'pending', 'processing', 'completed', 'failed'] as const satisfies Status[];
export const KINDS = ['kyc', 'kyb'] as const satisfies Kind[];
export const ORDERS = ['newest', 'oldest', 'longest_waiting'] as const satisfies Order[];
export const SINCE = ['', '1', '7', '30', 'days'] as const;

/** What is shown of the queue, as far as it stands in the page's address. What is searched for never does: it is a name. */
export interface Filter {
  status: Status | null;
  kind: Kind | null;
  /** A code of `errors`. */
  reason: string | null;
  /** `me`, `none`, or an id. */
  assignee: string | null;
  since: Since;
  /** Days of the calendar here, such as `2026-01-31`, both inclusive; null: open. Only where `since` is `days`. */
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

/** What the address asks for; what it has wrong counts as left out. */
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

/** The path of the queue with this filter. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value && value !== NO_FILTER[name as keyof Filter]) query.set(name, value);
  }
  return query.size === 0 ? '/' : `/?${query}`;
}

/** The filter with something changed, made to fit: only what waits for review has waited longest. */
export function changed(filter: Filter, change: Partial<Filter>): Filter {
  if (change.order === 'longest_waiting') return settled({ ...filter, ...change, status: 'needs_review' });
  return settled({ ...filter, ...change });
}

/** Whether it leaves out anything but by state and order. */
export function isNarrow({ kind, reason, assignee, since, from, to }: Filter): boolean {
  return (
    [kind, reason, assignee].some((one) => one !== null) || (since === 'days' ? Boolean(from ?? to) : since !== '')
  );
}

/** What the appliance is asked. `today`: any time of the present day. */
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
  const order = filter.order === 'longest_waiting' && !waits ? 'newest' : filter.order;
  return filter.since === 'days' ? { ...filter, order } : { ...filter, order, from: null, to: null };
}

/** From the first moment to the one behind the last, by the clock on the wall here. */
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
