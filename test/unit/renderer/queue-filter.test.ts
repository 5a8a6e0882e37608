import { expect, test } from 'vitest';
import {
  addressOf,
  changed,
  type Filter,
  filterOf,
  isNarrow,
  NO_FILTER,
  searchOf,
} from '../../../renderer/pages/queue/filter.ts';

const NOON = new Date(2026, 0, 31, 12, 0, 0);

const of = (query: string): Filter => filterOf(new URLSearchParams(query));

test('the address and the filter say the same', () => {
  expect(addressOf(NO_FILTER)).toBe('/');
  const addresses = [
    '/?status=needs_review&kind=kyb&reason=name_mismatch&assignee=none&order=longest_waiting',
    '/?assignee=opr_01m80pct3ze00b54ymdvyk2ms9&since=7&order=oldest',
    '/?since=days&from=2026-01-02&to=2026-01-31',
    '/?since=days',
  ];
  for (const address of addresses) expect(addressOf(of(address.slice(1)))).toBe(address);
});

test('what an address has wrong counts as left out', () => {
  expect(of('status=done&kind=x&reason=<b>&assignee=Anna&since=8&from=2026-01-01&order=name&text=Anna')).toEqual(
    NO_FILTER,
  );
  expect(of('since=days&from=2026-13-01&to=x')).toEqual({ ...NO_FILTER, since: 'days' });
});

test('only what waits for review has waited longest', () => {
  const longest = changed(NO_FILTER, { order: 'longest_waiting' });
  expect(longest).toEqual({ ...NO_FILTER, status: 'needs_review', order: 'longest_waiting' });
  expect(changed(longest, { status: 'failed' })).toEqual({ ...NO_FILTER, status: 'failed' });
  expect(of('order=longest_waiting')).toEqual(NO_FILTER);
});

test('days that were chosen go with another span', () => {
  const days = changed(NO_FILTER, { since: 'days', from: '2026-01-01', to: '2026-01-02' });
  expect(changed(days, { kind: 'kyb' })).toMatchObject({ from: '2026-01-01', to: '2026-01-02' });
  expect(changed(days, { since: '7' })).toMatchObject({ from: null, to: null });
});

test('the appliance is asked for whole days by the clock on the wall here', () => {
  const spanOf = (query: string) => {
    const { created_from, created_to } = searchOf(of(query), '', NOON);
    return [created_from, created_to].map((at) => at && new Date(at).toString());
  };
  const midnight = (year: number, month: number, day: number) => new Date(year, month - 1, day).toString();
  expect(spanOf('since=1')).toEqual([midnight(2026, 1, 31), undefined]);
  expect(spanOf('since=7')).toEqual([midnight(2026, 1, 25), undefined]);
  expect(spanOf('since=30')).toEqual([midnight(2026, 1, 2), undefined]);
  // The last day is included completely, whichever day follows it.
  expect(spanOf('since=days&from=2026-02-01&to=2026-02-28')).toEqual([midnight(2026, 2, 1), midnight(2026, 3, 1)]);
  expect(spanOf('since=days&to=2026-12-31')).toEqual([undefined, midnight(2027, 1, 1)]);
  expect(spanOf('since=days')).toEqual([undefined, undefined]);
});

test('the appliance is asked for what is filtered by, and for nothing else', () => {
  expect(searchOf(NO_FILTER, '  ', NOON)).toEqual({});
  expect(searchOf(of('status=failed&kind=kyc&reason=mrz_missing&assignee=me'), ' Anna  L', NOON)).toEqual({
    statuses: ['failed'],
    kinds: ['kyc'],
    reasons: ['mrz_missing'],
    assignee: 'me',
    text: 'Anna  L',
  });
});

test('a state and an order narrow nothing', () => {
  for (const query of ['', 'status=failed', 'order=oldest', 'since=days'])
    expect(isNarrow(of(query)), query).toBe(false);
  for (const query of ['kind=kyc', 'reason=x', 'assignee=me', 'since=1', 'since=days&to=2026-01-01'])
    expect(isNarrow(of(query)), query).toBe(true);
});
