import { batch, signal } from '@preact/signals';
import type { SearchAnswer, SearchCountsRequest } from '../../../server/contract/search.ts';
import { type ApiError, asApiError, post } from '../../client/api.ts';
import type { Order } from './filter.ts';
import { kept, type QueueItem } from './item.ts';

/** The first page is small, so it appears quickly; later pages have the maximum size. */
const FIRST_PAGE = 60;
const NEXT_PAGE = 200;
/** New records are counted up to this number; the console says if there may be more. */
export const FRESH_MAX = 100;

/** What follows the last row: nothing, more to load, loading, or an error. */
type Tail = 'end' | 'more' | 'loading' | ApiError;

export type QueueList = ReturnType<typeof createQueueList>;

/** The records found by one search, as far as loaded, in order. */
export function createQueueList(search: SearchCountsRequest, order: Order) {
  const length = signal(0);
  const version = signal(0);
  const tail = signal<Tail>('end');
  const fresh = signal(0);
  const complete = signal(true);
  const rows: QueueItem[] = [];
  const places = new Map<string, number>();
  let running = new AbortController();

  const ask = (limit: number, after: string | null = null): Promise<SearchAnswer> =>
    post('/v1/search', { ...search, order, limit, ...(after !== null && { starting_after: after }) }, running.signal);
  const append = (items: readonly QueueItem[]): void => {
    for (const item of items) {
      // A record that moved while pages were loading stays where it was first seen.
      if (places.has(item.id)) continue;
      places.set(item.id, rows.length);
      rows.push(item);
    }
    batch(() => {
      length.value = rows.length;
      version.value += 1;
    });
  };
  const show = (items: readonly QueueItem[]): void => {
    places.clear();
    rows.length = 0;
    append(items);
  };
  /** Returns how many records of the first page are not shown. Those after the last loaded record have just not been loaded yet. */
  const strangers = (page: readonly { id: string }[]): number => {
    const strange = page.map(({ id }) => !places.has(id));
    const newest = tail.peek() === 'end' ? strange : strange.slice(0, strange.lastIndexOf(false) + 1 || undefined);
    return newest.filter(Boolean).length;
  };
  const tailOf = ({ has_more }: SearchAnswer): Tail => (has_more ? 'more' : 'end');

  const list = {
    /** Number of loaded records. */
    length,
    /** Increases with every change of a row. The rows are not a signal: with 100,000 of them each change would copy them all. */
    version,
    at: (index: number): QueueItem | undefined => rows[index],
    tail,
    /** Number of new records that are not shown yet, up to `FRESH_MAX`. */
    fresh,
    /** false: names are still being read, and records may be missing. */
    complete,
    /** -1: not found. */
    indexOf: (id: string): number => places.get(id) ?? -1,
    /** Starts again. Throws `ApiError`, and keeps the shown rows. */
    async reload(): Promise<void> {
      running.abort();
      running = new AbortController();
      if (tail.peek() === 'loading') tail.value = 'more';
      const page = await ask(FIRST_PAGE);
      show(page.data.map(kept));
      tail.value = tailOf(page);
      fresh.value = 0;
      complete.value = page.complete;
    },
    /** Requests the next page, one request at a time. */
    async more(): Promise<void> {
      if (tail.peek() === 'end' || tail.peek() === 'loading') return;
      const { signal: aborted } = running;
      tail.value = 'loading';
      try {
        const page = await ask(NEXT_PAGE, rows.at(-1)?.id);
        if (aborted.aborted) return;
        append(page.data.map(kept));
        tail.value = tailOf(page);
      } catch (error) {
        if (aborted.aborted) return;
        tail.value = asApiError(error);
      }
    },
    /** Checks for new records, and updates changed records of the first page. Returns the ids of that page. Throws `ApiError`. */
    async lookForNew(): Promise<ReadonlySet<string>> {
      if (rows.length === 0) {
        await list.reload();
        return new Set(places.keys());
      }
      const page = await ask(FRESH_MAX);
      complete.value = page.complete;
      for (const item of page.data) list.patch(item.id, kept(item));
      if (order === 'newest') fresh.value = strangers(page.data);
      // Otherwise they are added at the end, where they disturb nobody.
      else if (tail.peek() === 'end') tail.value = 'more';
      return new Set(page.data.map(({ id }) => id));
    },
    /** Updates a changed record. */
    patch(id: string, change: Partial<QueueItem>): void {
      const at = places.get(id);
      const before = at === undefined ? undefined : rows[at];
      if (at === undefined || !before || isSame(before, change)) return;
      rows[at] = { ...before, ...change };
      version.value += 1;
    },
    remove(id: string): void {
      if (places.has(id)) show(rows.filter((item) => item.id !== id));
    },
    stop: () => running.abort(),
  };
  return list;
}

function isSame(item: QueueItem, change: Partial<QueueItem>): boolean {
  return Object.entries(change).every(
    ([key, value]) => JSON.stringify(item[key as keyof QueueItem]) === JSON.stringify(value),
  );
}
