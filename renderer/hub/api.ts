import type { Method } from '../../server/contract/route.ts';
import { type Resource, send, useResource } from '../client/api.ts';

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

/** Requests when the component appears, and again when the path changes. */
export const useHub = <T>(path: string): Resource<T> =>
  useResource((signal) => ask<T>('GET', path, undefined, signal), [path]);

/** The same for the rows of a list. */
export const useHubRows = <T>(path: string): Resource<T[]> =>
  useResource(async (signal) => (await ask<{ data: T[] }>('GET', path, undefined, signal)).data, [path]);

export const hubAddress = (path: string): string => BASE + path;
