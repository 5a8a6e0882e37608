import { effect, signal } from '@preact/signals';
import type { SearchCountsAnswer, SearchCountsRequest } from '../../../server/contract/search.ts';
import { type ApiError, asApiError, mode, post } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { keepQueueRows } from '../../client/queue-place.ts';
import { operator } from '../../client/session.ts';
import { liveState, onLive, type StreamEvent } from '../../live/events.ts';
import type { Status } from '../../parts/values.tsx';
import { type Filter, STATUSES, searchOf } from './filter.ts';
import { kept } from './item.ts';
import { createQueueList, type QueueList } from './list.ts';

const READING_WAIT_MS = 2_000;
/**
 * Rows reloaded in one round of changes, in addition to those at the top: a busy appliance must not get too many requests. For the others the new
 * status is known.
 */
const REFRESHED_MAX = 8;

/** The shown list, and the operator's position in it. */
export interface Shown {
  /** Identifies the request: operator, mode, filter and text. */
  key: string;
  filter: Filter;
  text: string;
  list: QueueList;
  /** The row with the keyboard focus. */
  current: string | null;
  scrollTop: number;
}

/**
 * The queue. It outlives its page, so an operator who returns from a record finds the same rows in the same place, and it follows events meanwhile.
 * It ends with the session and with the mode. Only in memory.
 */
export const shown = signal<Shown | null>(null);
export const counts = signal<SearchCountsAnswer | null>(null);
/** The reason codes to choose from, whichever one is chosen now. */
export const reasonCounts = signal<SearchCountsAnswer['reasons']>([]);
/** The text in the search box, searched for after a delay. It may be a name, so it is kept only here. */
export const written = signal('');
/** The text that is searched for. */
export const searched = signal('');
/** The requested list has not loaded yet; the previous one stays until then. */
export const opening = signal(false);
export const problem = signal<ApiError | null>(null);

let asked = '';
let wanted: AbortController | null = null;
let stopFollowing = (): void => {};

/** Searches for the text in the search box. */
export function search(): void {
  searched.value = written.peek();
}

export function clearSearch(): void {
  written.value = '';
  search();
}

/** Shows the records that match the filter. A list that is already shown stays and is updated. */
export async function openQueue(filter: Filter, text: string): Promise<void> {
  const key = JSON.stringify([operator.peek()?.id, mode.peek(), filter, text]);
  if (asked === key && problem.peek() === null) return void look();
  asked = key;
  follow();
  wanted?.abort();
  const controller = new AbortController();
  wanted = controller;
  opening.value = true;
  problem.value = null;
  const search = searchOf(filter, text, new Date(nowMs()));
  const list = createQueueList(search, filter.order);
  const counting = count(search, key);
  // The list is useful even without the counts; if the list fails, nobody needs them.
  counting.catch(() => {});
  try {
    await list.reload();
    if (controller.signal.aborted) return list.stop();
    shown.peek()?.list.stop();
    shown.value = { key, filter, text, list, current: null, scrollTop: 0 };
    keepQueueRows(list);
    await attempt(() => counting);
    if (!list.complete.peek()) void completeLater(list);
  } catch (error) {
    if (!controller.signal.aborted) problem.value = asApiError(error);
  } finally {
    if (!controller.signal.aborted) opening.value = false;
  }
}

/** Reloads the shown list from the top. */
export async function showFresh(): Promise<void> {
  const now = shown.peek();
  if (!now) return;
  await attempt(async () => {
    await now.list.reload();
    now.current = now.list.at(0)?.id ?? null;
    now.scrollTop = 0;
  });
}

/** Reloads one record and updates its row; removes the row if the record no longer exists. */
export async function refreshRow(id: string): Promise<void> {
  const now = shown.peek();
  if (!now || now.list.indexOf(id) < 0) return;
  const { data } = await post('/v1/search', { text: id, limit: 1 });
  const [item] = data;
  if (item) now.list.patch(id, kept(item));
  else now.list.remove(id);
}

/** `key`: of the counted list; if another list was requested meanwhile, its counts are ignored. */
async function count(search: SearchCountsRequest, key: string): Promise<void> {
  const { reasons, ...others } = search;
  const ask = (body: SearchCountsRequest) => post('/v1/search/counts', body);
  const [all, unreasoned] = await Promise.all([ask(search), reasons ? ask(others) : null]);
  if (key !== asked) return;
  counts.value = all;
  reasonCounts.value = (unreasoned ?? all).reasons;
}

/** Updates the shown list for anything that may have happened. */
async function look(): Promise<void> {
  const now = shown.peek();
  if (!now) return;
  await attempt(async () => {
    // Some changes have no event: the assignment of a record, and its erasure.
    if (now.current) await refreshRow(now.current);
    await now.list.lookForNew();
    await count(searchOf(now.filter, now.text, new Date(nowMs())), now.key);
  });
}

/** After a start the appliance reads the names of all records. Repeats the search until records that it missed meanwhile are found. */
async function completeLater(list: QueueList): Promise<void> {
  while (shown.peek()?.list === list && !list.complete.peek()) {
    await new Promise((resolve) => setTimeout(resolve, READING_WAIT_MS));
    await look();
  }
}

async function applyChanges(changed: readonly Change[]): Promise<void> {
  const now = shown.peek();
  if (!now) return;
  const { list } = now;
  for (const { id, status } of changed) if (status) list.patch(id, { status });
  await attempt(async () => {
    const looked = await list.lookForNew();
    const others = changed.filter(({ id }) => !looked.has(id) && list.indexOf(id) >= 0);
    for (const { id } of others.slice(-REFRESHED_MAX)) await refreshRow(id);
    await count(searchOf(now.filter, now.text, new Date(nowMs())), now.key);
  });
}

/** Background work may fail: the next change tries again. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    asApiError(error);
  }
}

/** Follows events until the operator or the mode changes; then everything is discarded. */
function follow(): void {
  const whose = [operator.peek()?.id, mode.peek()].join();
  if (followed === whose) return;
  stopFollowing();
  followed = whose;
  const changes = createChanges(applyChanges);
  const stops = [
    onLive(changes.hear),
    effect(() => {
      // Events before the connection was open were missed.
      if (liveState.value === 'open') queueMicrotask(look);
    }),
    effect(() => {
      if ([operator.value?.id, mode.value].join() !== whose) queueMicrotask(forget);
    }),
    changes.stop,
  ];
  stopFollowing = () => {
    for (const stop of stops) stop();
  };
}
let followed = '';

function forget(): void {
  stopFollowing();
  followed = '';
  asked = '';
  wanted?.abort();
  shown.peek()?.list.stop();
  shown.value = null;
  counts.value = null;
  reasonCounts.value = [];
  clearSearch();
  opening.value = false;
  problem.value = null;
  keepQueueRows(null);
}

/** Changes are collected for this long, because several often arrive together. */
const COLLECT_MS = 1_000;

/** A record that changed. `status`: its new status, if the event contained it. */
export interface Change {
  id: string;
  status: Status | null;
}

/** Returns the record of an event; null if it has none. */
export function changeOf({ data }: Pick<StreamEvent, 'data'>): Change | null {
  const told = ((data as { data?: unknown }).data ?? data) as Record<string, unknown>;
  const id = [told['id'], told['verification_id']].find((one) => typeof one === 'string' && /^(?:kyb_)?ver_/.test(one));
  if (typeof id !== 'string') return null;
  return { id, status: STATUSES.find((status) => status === told['status']) ?? null };
}

/** Collects changes and passes them to `apply`, one round after the other. */
export function createChanges(apply: (changes: readonly Change[]) => Promise<void>): {
  hear: (event: StreamEvent) => void;
  stop: () => void;
} {
  const waiting = new Map<string, Change>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const round = async (): Promise<void> => {
    const changes = [...waiting.values()];
    waiting.clear();
    await apply(changes);
    timer = undefined;
    if (waiting.size > 0) plan();
  };
  const plan = (): void => {
    if (!stopped) timer ??= setTimeout(() => void round(), COLLECT_MS);
  };
  return {
    hear(event) {
      const change = changeOf(event);
      if (!change) return;
      waiting.set(change.id, { ...change, status: change.status ?? waiting.get(change.id)?.status ?? null });
      plan();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
