import { setTimeout as sleep } from 'node:timers/promises';
import { ENTRY_KEY, type EntryProcess } from './entry-process.ts';

const POLL_MS = 10;
const SETTLE_TIMEOUT_MS = 300_000;

/** An answer with an unexpected status. */
export class AnswerError extends Error {
  readonly status: number;
  constructor(method: string, path: string, status: number, text: string) {
    super(`${method} ${path} was answered with ${status}: ${text.slice(0, 400)}`);
    this.status = status;
  }
}

/** A client that uses the key of the entry. Every call throws unless the answer reports success. */
export interface EntryClient {
  get<Body>(path: string): Promise<Body>;
  /** Sends a form unchanged, and anything else as JSON. */
  send<Body>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Body>;
  post<Body>(path: string, body?: unknown): Promise<Body>;
  /** Polls until a verification is neither pending nor processing, and returns its status. Throws after `timeoutMs`. */
  ended(self: string, everyMs?: number, timeoutMs?: number): Promise<string>;
}

export function entryClient({ base }: Pick<EntryProcess, 'base'>, key = ENTRY_KEY): EntryClient {
  const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new AnswerError(method, path, answer.status, text);
    return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Body;
  };
  return {
    get: (path) => ask('GET', path),
    send: ask,
    post: (path, body) => ask('POST', path, body),
    async ended(self, everyMs = POLL_MS, timeoutMs = SETTLE_TIMEOUT_MS) {
      const untilMs = performance.now() + timeoutMs;
      while (performance.now() < untilMs) {
        const { status } = await ask<{ status: string }>('GET', self);
        if (status !== 'pending' && status !== 'processing') return status;
        await sleep(everyMs);
      }
      throw new Error(`${self} did not end`);
    },
  };
}
