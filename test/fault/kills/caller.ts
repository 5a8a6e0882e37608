import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { Gone } from './killed-child.ts';

/** The key of all requests, before and after a kill, so the same Idempotency-Key means the same request. */
export const KEY = `sk_live_${'k'.repeat(43)}`;
/** How often a caller polls for a state. */
const POLL_MS = 5;

export interface Asked {
  body?: FormData | object;
  /** The request's Idempotency-Key. */
  key?: string;
  method?: string;
  /** The API key; `KEY` by default. */
  as?: string;
  /** A status that counts as a success too. */
  or?: number;
}

/** Sends a request to a server at its port and returns the body of a 2xx. Throws `Gone` if the server is gone; any other answer is a failure. */
export type Call = <Body = unknown>(path: string, asked?: Asked) => Promise<Body>;

export function callerOf(port: number): Call {
  return async <Body>(path: string, { body, key, method, as = KEY, or }: Asked = {}): Promise<Body> => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${as}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    let response: Response;
    let text: string;
    try {
      response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        ...sent,
      });
      text = await response.text();
    } catch {
      throw new Gone();
    }
    expect(response.ok || response.status === or, `${path}: ${response.status} ${text}`).toBe(true);
    return (text === '' ? null : JSON.parse(text)) as Body;
  };
}

/** Polls until the answer is sufficient. */
export async function until<Body>(call: Call, path: string, isEnough: (body: Body) => boolean): Promise<Body> {
  for (;;) {
    const body = await call<Body>(path);
    if (isEnough(body)) return body;
    await wait(POLL_MS);
  }
}

const RESULTS = ['completed', 'failed', 'needs_review'];

/** Polls until the verification has a result. */
export const untilResult = (call: Call, self: string): Promise<{ status: string }> =>
  until<{ status: string }>(call, self, ({ status }) => RESULTS.includes(status));
