import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError, get } from './api.ts';

/**
 * What a page asked the appliance for: not yet there, there, or refused. While it is asked for again the old data stays,
 * and so it does where the appliance is only away for a moment: `failed` says so, and nothing that is being done is lost.
 */
export type ResourceState<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T; stale: boolean; failed: ApiError | null }
  | { status: 'error'; error: ApiError };

export interface Resource<T> {
  state: ReadonlySignal<ResourceState<T>>;
  /** What has come; null: nothing yet, or a refusal. */
  known(): T | null;
  /** Asks again; what is shown stays until the answer is there. */
  reload(): Promise<void>;
  /** Puts an answer in place that came by another way. */
  set(data: T): void;
}

/**
 * Asks when the component appears, and again whenever one of `deps` changes; an answer that comes too late is dropped.
 *
 * @param load asks the appliance; throws `ApiError`
 */
export function useResource<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Resource<T> {
  const resource = useMemo(() => createResource(load), deps);
  useEffect(() => {
    void resource.reload();
    return resource.stop;
  }, [resource]);
  return resource;
}

/** The same of what a `GET` of this path answers; asked again also when one of `also` changes. */
export const useGet = <T>(path: string, ...also: readonly unknown[]): Resource<T> =>
  useResource((signal) => get<T>(path, signal), [path, ...also]);

/** The same of the rows of a list that comes whole. */
export const useGetRows = <T>(path: string): Resource<T[]> =>
  useResource(async (signal) => (await get<{ data: T[] }>(path, signal)).data, [path]);

/** Whether it says nothing of what was asked for: the appliance does not answer, is busy, or is at fault. */
const isPassing = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

function createResource<T>(load: (signal: AbortSignal) => Promise<T>): Resource<T> & { stop: () => void } {
  const state = signal<ResourceState<T>>({ status: 'loading' });
  let running: AbortController | null = null;
  return {
    state,
    known: () => (state.value.status === 'ready' ? state.value.data : null),
    async reload() {
      running?.abort();
      const controller = new AbortController();
      running = controller;
      const before = state.peek();
      if (before.status === 'ready') state.value = { ...before, stale: true };
      if (before.status === 'error') state.value = { status: 'loading' };
      try {
        const data = await load(controller.signal);
        if (!controller.signal.aborted) state.value = { status: 'ready', data, stale: false, failed: null };
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        const now = state.peek();
        state.value =
          now.status === 'ready' && isPassing(error) ? { ...now, failed: error } : { status: 'error', error };
      }
    },
    set(data) {
      // What is under way was asked before this was so.
      running?.abort();
      state.value = { status: 'ready', data, stale: false, failed: null };
    },
    stop: () => running?.abort(),
  };
}
