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
/** Rows that one round of changes asks for anew, besides those at the top: a busy appliance must not be asked without end. Of the others the state is known. */
const REFRESHED_MAX = 8;

/** A list that is shown, and where whoever reads it is in it. */
export interface Shown {
  /** What was asked for: whose, which data, which filter and text. */
  key: string;
  filter: Filter;
  text: string;
  list: QueueList;
  /** The row that the keyboard is at. */
  current: string | null;
  scrollTop: number;
}

/**
 * The queue. It outlives its page, so that whoever comes back from a record finds the same rows at the same place, and it follows what happens
 * meanwhile; it ends with the session and with the data space. In memory alone.
 */
export const shown = signal<Shown | null>(null);
export const counts = signal<SearchCountsAnswer | null>(null);
/** The codes that can be chosen, whichever is chosen now. */
export const reasonCounts = signal<SearchCountsAnswer['reasons']>([]);
/** What stands in the search box, searched for after a pause. Names: they stand nowhere but here. */
export const written = signal('');
/** What is searched for. */
export const searched = signal('');
/** The list that was asked for has not come yet; the former one stays until then. */
export const opening = signal(false);
export const problem = signal<ApiError | null>(null);

let asked = '';
let wanted: AbortController | null = null;
let stopFollowing = (): void => {};

/** Searches for what stands in the search box. */
export function search(): void {
  searched.value = written.peek();
}

export function clearSearch(): void {
  written.value = '';
  search();
}

/** Shows what the filter lets through. What is shown already stays as it is, and is looked over for what is new. */
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
  // Without the counts the list is of use all the same; where the list fails nobody looks at them.
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

/** Begins the shown list anew, at its top. */
export async function showFresh(): Promise<void> {
  const now = shown.peek();
  if (!now) return;
  await attempt(async () => {
    await now.list.reload();
    now.current = now.list.at(0)?.id ?? null;
    now.scrollTop = 0;
  });
}

/** Asks anew for one record and puts it in its place; one that is no more goes. */
export async function refreshRow(id: string): Promise<void> {
  const now = shown.peek();
  if (!now || now.list.indexOf(id) < 0) return;
  const { data } = await post('/v1/search', { text: id, limit: 1 });
  const [item] = data;
  if (item) now.list.patch(id, kept(item));
  else now.list.remove(id);
}

/** `key`: of the list that is counted; where another one was asked for meanwhile, its counts are no longer wanted. */
async function count(search: SearchCountsRequest, key: string): Promise<void> {
  const { reasons, ...others } = search;
  const ask = (body: SearchCountsRequest) => post('/v1/search/counts', body);
  const [all, unreasoned] = await Promise.all([ask(search), reasons ? ask(others) : null]);
  if (key !== asked) return;
  counts.value = all;
  reasonCounts.value = (unreasoned ?? all).reasons;
}

/** Looks over what is shown for whatever may have happened. */
async function look(): Promise<void> {
  const now = shown.peek();
  if (!now) return;
  await attempt(async () => {
    // Not all that is done to a record is told: who works on it, and that it was erased, are not.
    if (now.current) await refreshRow(now.current);
    await now.list.lookForNew();
    await count(searchOf(now.filter, now.text, new Date(nowMs())), now.key);
  });
}

/** After a start the appliance reads the names of all records: those that a search missed meanwhile are looked for again. */
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

/** What goes on behind the page may fail: it is tried again with the next change. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    asApiError(error);
  }
}

/** Follows what happens until whoever is logged in, or the data space, changes: then nothing stays. */
function follow(): void {
  const whose = [operator.peek()?.id, mode.peek()].join();
  if (followed === whose) return;
  stopFollowing();
  followed = whose;
  const changes = createChanges(applyChanges);
  const stops = [
    onLive(changes.hear),
    effect(() => {
      // What happened before the connection stood was not told.
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

/** Changes are collected for so long, since they often come several at once. */
const COLLECT_MS = 1_000;

/** A record that something happened to. `status`: that it has now, where that was told. */
export interface Change {
  id: string;
  status: Status | null;
}

/** The record that an event is of; null: of none. */
export function changeOf({ data }: Pick<StreamEvent, 'data'>): Change | null {
  const told = ((data as { data?: unknown }).data ?? data) as Record<string, unknown>;
  const id = [told['id'], told['verification_id']].find((one) => typeof one === 'string' && /^(?:kyb_)?ver_/.test(one));
  if (typeof id !== 'string') return null;
  return { id, status: STATUSES.find((status) => status === told['status']) ?? null };
}

/** Collects what changes, and gives it to `apply`, one round after the other. */
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
