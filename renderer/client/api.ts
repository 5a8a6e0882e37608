import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Problem } from '../../server/contract/problem.ts';
import type { Method } from '../../server/contract/route.ts';
import type { AnswerOf, Asked, BodyOf, RowOf } from './api-types.ts';

/** A failed request: the appliance's problem, or `unreachable` if it did not answer. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** Returns the error of a request. Throws any other error again, because it is a bug. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data instead. */
  form?: FormData;
  /** Sent as it is. */
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Called when an answer shows that the session has ended. */
let onSignedOut: () => void = () => {};
/** Increases with each session: a refusal of a request from an earlier session does not affect this one. */
let sessions = 0;

export function sessionBegan(): void {
  sessions += 1;
}

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Returns the answer's JSON, or undefined for an empty answer. Throws `ApiError`. */
export function request<M extends Method, const P extends Asked<M>>(
  method: M,
  path: P,
  options: RequestOptions = {},
): Promise<AnswerOf<M, P>> {
  return requestJson(method, path, options);
}

/** Without the types of the routes: to follow them through an asynchronous function is too much for the compiler. */
async function requestJson(method: Method, path: string, options: RequestOptions) {
  const response = await send(method, path, 'application/json', options);
  return response.status === 204 ? undefined : await response.json();
}

/** Returns the bytes of a file and the name that the appliance gives it. Throws `ApiError`. */
export async function fetchFile(
  path: string,
  accept = '*/*',
  options: RequestOptions & { method?: Method } = {},
): Promise<{ blob: Blob; name: string | null }> {
  const response = await send(options.method ?? 'GET', path, accept, options);
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
  return { blob: await response.blob(), name };
}

/** Returns an open answer, for streams. Throws `ApiError`. */
export async function send(method: Method, path: string, accept: string, options: RequestOptions): Promise<Response> {
  const { body, form, file, headers, signal } = options;
  const sentIn = sessions;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        Accept: accept === 'application/json' ? accept : `${accept}, application/problem+json`,
        ...modeHeader(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(form && { body: form }),
      ...(file && { body: file }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(path);
  }
  if (response.ok) return response;
  throw refused(await readProblem(response, path), sentIn);
}

interface UploadOptions {
  /** Called with the share of the bytes sent, 0..1. */
  onProgress?: (share: number) => void;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends a form with large files by `POST` and reports progress, which fetch cannot do. Throws `ApiError`. */
export function upload<const P extends Asked<'POST'>>(
  path: P,
  form: FormData,
  options: UploadOptions = {},
): Promise<AnswerOf<'POST', P>> {
  const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<'POST', P>>();
  const sentIn = sessions;
  const xhr = new XMLHttpRequest();
  xhr.open('POST', path);
  for (const [name, value] of Object.entries({ Accept: 'application/json', ...modeHeader(), ...options.headers })) {
    xhr.setRequestHeader(name, value);
  }
  xhr.upload.onprogress = (event) => {
    if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
  };
  xhr.onload = () => {
    const answer = parsed(xhr.responseText);
    if (xhr.status >= 200 && xhr.status < 300) resolve(answer as AnswerOf<'POST', P>);
    else reject(refused(isProblem(answer) ? answer : unknownProblem(xhr.status, path), sentIn));
  };
  xhr.onerror = () => reject(unreachable(path));
  xhr.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
  options.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
  xhr.send(form);
  return promise;
}

export const get = <const P extends Asked<'GET'>>(path: P, signal?: AbortSignal): Promise<AnswerOf<'GET', P>> =>
  request('GET', path, signal ? { signal } : {});
export const post = <const P extends Asked<'POST'>>(
  path: P,
  body?: BodyOf<'POST', P>,
  signal?: AbortSignal,
): Promise<AnswerOf<'POST', P>> => request('POST', path, { body: body ?? {}, ...(signal && { signal }) });
export const put = <const P extends Asked<'PUT'>>(path: P, body: BodyOf<'PUT', P>): Promise<AnswerOf<'PUT', P>> =>
  request('PUT', path, { body });
export const patch = <const P extends Asked<'PATCH'>>(
  path: P,
  body: BodyOf<'PATCH', P>,
): Promise<AnswerOf<'PATCH', P>> => request('PATCH', path, { body });
export const del = <const P extends Asked<'DELETE'>>(path: P): Promise<AnswerOf<'DELETE', P>> =>
  request('DELETE', path);

/** Live data is the appliance's default. */
function modeHeader(): Record<string, string> {
  return mode.value === 'test' ? { 'Custos-Mode': 'test' } : {};
}

async function readProblem(response: Response, path: string): Promise<Problem> {
  const answer = parsed(await response.text().catch(() => ''));
  return isProblem(answer) ? answer : unknownProblem(response.status, path);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'errors' in value;

function refused(problem: Problem, sentIn: number): ApiError {
  if (problem.status === 401 && !problem.instance.startsWith('/session') && sentIn === sessions) onSignedOut();
  return new ApiError(problem);
}

export const unreachable = (path: string): ApiError =>
  new ApiError({ ...unknownProblem(0, path), code: 'unreachable' });

function unknownProblem(status: number, path: string): Problem {
  return {
    type: 'about:blank',
    title: '',
    status,
    detail: `HTTP ${status}`,
    instance: path.split('?')[0] ?? path,
    code: 'unexpected_answer',
    request_id: '',
    errors: [],
  };
}

/** The mode shown: live or test. Each visit begins in live mode, so nobody works in the wrong one by accident. */
export const mode = signal<'live' | 'test'>('live');

/**
 * The state of a page's request: loading, loaded or refused. During a reload the old data stays. It also stays if the appliance is briefly
 * unavailable: `failed` says so, and no work in progress is lost.
 */
type ResourceState<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T; stale: boolean; failed: ApiError | null }
  | { status: 'error'; error: ApiError };

export interface Resource<T> {
  state: ReadonlySignal<ResourceState<T>>;
  /** Returns the loaded data; null while loading and after a refusal. */
  known(): T | null;
  /** Requests again; the shown data stays until the answer arrives. */
  reload(): Promise<void>;
  /** Sets data that arrived in another way. */
  set(data: T): void;
}

/**
 * Requests when the component appears, and again when one of `deps` changes. Ignores an answer that arrives too late.
 * @param load makes the request; throws `ApiError`
 */
export function useResource<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Resource<T> {
  const resource = useMemo(() => createResource(load), deps);
  useEffect(() => {
    void resource.reload();
    return resource.stop;
  }, [resource]);
  return resource;
}

/** The same for a `GET` of this path; requests again when one of `also` changes. */
export const useGet = <const P extends Asked<'GET'>>(
  path: P,
  ...also: readonly unknown[]
): Resource<AnswerOf<'GET', P>> => useResource((signal) => get(path, signal), [path, ...also]);

/** The same for the rows of a list that fits in one answer. */
export const useGetRows = <const P extends Asked<'GET'>>(path: P): Resource<RowOf<P>[]> =>
  useResource(async (signal) => ((await get(path, signal)) as { data: RowOf<P>[] }).data, [path]);

/** Whether the error says nothing about the requested data: the appliance does not answer, is busy, or has a fault. */
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
        const failed = asApiError(error);
        const now = state.peek();
        state.value =
          now.status === 'ready' && isPassing(failed) ? { ...now, failed } : { status: 'error', error: failed };
      }
    },
    set(data) {
      // A running request began before this data was set.
      running?.abort();
      state.value = { status: 'ready', data, stale: false, failed: null };
    },
    stop: () => running?.abort(),
  };
}
