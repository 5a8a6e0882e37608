import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type ApiError, asApiError, get } from './api.ts';
import type { AnswerOf, Asked, RowOf } from './api-types.ts';

/** A paged list, newest first: the loaded rows, and whether there are more. */
export type Pages<T extends { id: string }> = ReturnType<typeof createPages<T>>;

export interface ListAnswer<T> {
  data: T[];
  has_more: boolean;
}

/** Loads pages of a `GET` list with the cursor `starting_after`. `path` may have a query. */
export const usePages = <const P extends Asked<'GET'>>(path: P, limit = 50): Pages<RowOf<P>> =>
  useCursorPages((after, abort) => getPage(path, limit, after, abort) as Promise<ListAnswer<RowOf<P>>>, [path, limit]);

/** Returns one page. `after`: the cursor; null: the first page. Throws `ApiError`. */
export function getPage<const P extends Asked<'GET'>>(
  path: P,
  limit: number,
  after: string | null,
  abort: AbortSignal,
): Promise<AnswerOf<'GET', P>> {
  const cursor = after === null ? '' : `&starting_after=${encodeURIComponent(after)}`;
  return get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}` as P, abort);
}

/**
 * Loads pages with any request.
 * @param load requests the page after the row with the id `after`; null: the first page; throws `ApiError`
 */
export function useCursorPages<T extends { id: string }>(
  load: (after: string | null, abort: AbortSignal) => Promise<ListAnswer<T>>,
  deps: readonly unknown[],
): Pages<T> {
  const pages = useMemo(() => createPages(load), deps);
  useEffect(() => {
    void pages.reload();
    return pages.stop;
  }, [pages]);
  return pages;
}

function createPages<T extends { id: string }>(
  load: (after: string | null, abort: AbortSignal) => Promise<ListAnswer<T>>,
) {
  const rows = signal<readonly T[]>([]);
  const state = signal<'loading' | 'ready' | 'error'>('loading');
  const error = signal<ApiError | null>(null);
  const hasMore = signal(false);
  let running: AbortController | null = null;
  const ask = async (after: string | null): Promise<void> => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    state.value = 'loading';
    try {
      const page = await load(after, controller.signal);
      if (controller.signal.aborted) return;
      rows.value = after === null ? page.data : [...rows.value, ...page.data];
      hasMore.value = page.has_more;
      error.value = null;
      state.value = 'ready';
    } catch (thrown) {
      if (controller.signal.aborted) return;
      error.value = asApiError(thrown);
      state.value = 'error';
    }
  };
  return {
    rows,
    state,
    error,
    hasMore,
    /** Requests the next page, one request at a time. */
    more: async (): Promise<void> => {
      const last = rows.value.at(-1);
      if (hasMore.value && last && state.value !== 'loading') await ask(last.id);
    },
    /** Starts again; the rows stay until the first page arrives. */
    reload: (): Promise<void> => ask(null),
    stop: () => running?.abort(),
  };
}
