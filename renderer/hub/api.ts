import { useEffect } from 'preact/hooks';
import type { Method } from '../../server/contract/route.ts';
import { type ApiError, type Resource, send, useResource } from '../client/api.ts';

const BASE = '/hub-api/v1/';

/** Returns the JSON of the hub's answer. Throws `ApiError`. */
export async function ask<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const options = { ...(body !== undefined && { body }), ...(signal && { signal }) };
  const answer = await send(method, BASE + path, 'application/json', options);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Sends a file as it is. Throws `ApiError`. */
export async function sendFile<T>(path: string, file: File): Promise<T> {
  const answer = await send('POST', BASE + path, 'application/json', { file });
  return (await answer.json()) as T;
}

/** Requests when the component appears, when the path changes, and again and again while the hub's database is away. */
export const useHub = <T>(path: string): Resource<T> =>
  useAgain(useResource((signal) => ask<T>('GET', path, undefined, signal), [path]));

/** The same for the rows of a list. */
export const useHubRows = <T>(path: string): Resource<T[]> =>
  useAgain(useResource(async (signal) => (await ask<{ data: T[] }>('GET', path, undefined, signal)).data, [path]));

/** How long a page waits for the hub's database before it asks again. */
export const AGAIN_MS = 5_000;
export const isDatabaseAway = (error: ApiError): boolean => error.code === 'database_unavailable';

function useAgain<T>(resource: Resource<T>): Resource<T> {
  const state = resource.state.value;
  const error = state.status === 'error' ? state.error : state.status === 'ready' ? state.failed : null;
  useEffect(() => {
    if (error === null || !isDatabaseAway(error)) return;
    const timer = setTimeout(() => void resource.reload(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [error, resource]);
  return resource;
}

export const hubAddress = (path: string): string => BASE + path;
