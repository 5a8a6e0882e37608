import { expect } from 'vitest';
import { checkAnswer } from '../support/checked-answer.ts';
import type { WireRequest } from './forms/odd-wire.ts';
import type { RawAnswer } from './raw-http.ts';

/** Refusals of a whole request, in which no single field is at fault. */
const OF_THE_WHOLE: readonly string[] = [
  'malformed_body',
  'malformed_http',
  'headers_too_large',
  'expectation_failed',
  'body_too_large',
  'unsupported_media_type',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'not_acceptable',
  'method_not_allowed',
  'misdirected_host',
  'unauthorized',
  'cross_site_request',
  'request_timeout',
  'queue_full',
  'disk_full',
];

/**
 * Whether the request got no answer because its sender left before its body was complete. Throws if any other request
 * gets no answer, and if an answer has no body.
 */
export function isOutsideOurs(request: WireRequest, answer: RawAnswer | null, hint: string): answer is null {
  const isBroken = ['too_short', 'too_long', 'cut', 'chunked_badly'].includes(request.framing ?? '');
  if (answer === null) {
    expect(isBroken, `${hint}: no answer`).toBe(true);
    return true;
  }
  expect(answer.body.length, `${hint}: ${answer.status} without a body`).toBeGreaterThan(0);
  return false;
}

export interface Told {
  status: number;
  code: string | null;
  fields: (string | undefined)[];
  text: string;
  body: Record<string, unknown>;
}

/**
 * Throws unless the OpenAPI document describes this answer, no bug caused it, and a refusal names each faulty field.
 * With `wholeBodyIsJson`, a fault of its form counts as a fault of the whole request.
 */
export async function expectTold(
  { method, path }: { method: string; path: string },
  answer: RawAnswer,
  hint: string,
  { wholeBodyIsJson = false } = {},
): Promise<Told> {
  const text = answer.body.toString();
  const told = `${hint}: ${answer.status} ${text.slice(0, 600)}`;
  expect(answer.status, told).toBeLessThan(500);
  const response = new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  await checkAnswer(method, path, response).catch((error: Error) => {
    throw new Error(`${told}\n${error.message}`);
  });
  const body = JSON.parse(text) as Told['body'];
  if (answer.status < 400) return { status: answer.status, code: null, fields: [], text: told, body };
  const code = String(body['code']);
  const fields = (body['errors'] as { field?: string }[]).map(({ field }) => field);
  const isNoObject = code === 'malformed_json' || text.includes('"The value must be an object."');
  const ofTheWhole = OF_THE_WHOLE.includes(code) || (wholeBodyIsJson && isNoObject);
  if (!ofTheWhole) {
    expect(fields.length, told).toBeGreaterThan(0);
    for (const field of fields) expect(typeof field, told).toBe('string');
  }
  return { status: answer.status, code, fields, text: told, body };
}
