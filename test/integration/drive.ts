import { request } from 'node:http';
import { expect } from 'vitest';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import { allowOrigin } from '../../server/webhooks/origins.ts';
import { checkAnswer } from '../support/checked-answer.ts';
import type { TestClock } from '../support/clock.ts';
import { type FormParts, form } from '../support/form.ts';
import type { TestServer } from '../support/server.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed if it is JSON, otherwise the text. */
  body: Awaited<ReturnType<Response['json']>>;
}

export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** A request whose answer is checked against the OpenAPI document. */
export async function send(server: TestServer, path: string, init: RequestInit = {}): Promise<Answer> {
  return toAnswer(await server.fetch(path, init));
}

export function sendJson(server: TestServer, path: string, body: unknown, key = server.key): Promise<Answer> {
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  return send(server, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Adds an address's origin to the list for the `webhook_url` of verifications, without the check of destinations. */
export function listOrigin({ appliance }: TestServer, url: string): void {
  allowOrigin(appliance, new URL(url).origin, { livemode: true, actor: 'test' });
}

/** The same with another method, or with additional headers. */
export function sendBody(
  server: TestServer,
  path: string,
  body: unknown,
  {
    method = 'POST',
    key = server.key,
    ...more
  }: { method?: string; key?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const headers = { ...bearer(key), 'content-type': 'application/json', ...more.headers };
  return send(server, path, { method, headers, body: JSON.stringify(body) });
}

export function create(server: TestServer, parts: FormParts, headers: Record<string, string> = {}): Promise<Answer> {
  return send(server, '/v1/verifications', { method: 'POST', body: form(parts), headers });
}

/** The header with an idempotency key. */
export const withKey = (idempotencyKey: string): Record<string, string> => ({ 'idempotency-key': idempotencyKey });

/** Reads the record. A check that did not run must be `null` with a finding, and the errors must explain why the record is not completed. */
export async function read(server: TestServer, id: string, key = server.key): Promise<VerificationAnswer> {
  const { status, body, text } = await send(server, `/v1/verifications/${id}`, { headers: bearer(key) });
  if (status !== 200) throw new Error(`reading was answered with ${status}: ${text}`);
  const record = body as VerificationAnswer;
  for (const [name, check] of Object.entries({ face_match: record.face_match, ...record.checks })) {
    if (check.passed === null) expect(check.findings, `${name} did not run and does not say why`).not.toEqual([]);
  }
  expect(record.errors.length > 0).toBe(record.status === 'failed' || record.status === 'needs_review');
  expect(record.policy_version).toBe(record.status === 'pending' || record.status === 'processing' ? null : 1);
  return record;
}

/** Creates a verification and returns its id. */
export async function submit(server: TestServer, parts: FormParts, key = server.key): Promise<string> {
  const { status, body, text } = await create(server, parts, bearer(key));
  if (status !== 201) throw new Error(`creating was answered with ${status}: ${text}`);
  return body.id;
}

/** Creates a verification, waits for its end, and reads it. */
export async function verify(server: TestServer, parts: FormParts, key = server.key): Promise<VerificationAnswer> {
  const id = await submit(server, parts, key);
  await server.settle();
  return read(server, id, key);
}

/** Waits for all jobs under a test clock, which it moves to the next due time. */
export async function settleMoving(server: TestServer, clock: TestClock): Promise<void> {
  let settled = false;
  const ending = server.settle().then(() => {
    settled = true;
  });
  while (!settled) {
    clock.advance(server.appliance.queue.nextDueMs() ?? 0);
    server.appliance.runner.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ending;
}

export const codesOf = (items: readonly { code: string }[]): string[] => items.map(({ code }) => code);

/** The numbers of an appliance's rows, files and keys of verifications. */
export async function holdings({ appliance }: TestServer): Promise<Record<string, number>> {
  const count = (table: string): number =>
    appliance.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  return {
    verifications: count('verifications'),
    documents: count('documents'),
    jobs: count('jobs'),
    events: count('events'),
    idempotency: count('idempotency'),
    keys: appliance.keys.dataKeyIds().length,
    files: (await appliance.vault.fileOwners()).length,
  };
}

export const NOTHING = { verifications: 0, documents: 0, jobs: 0, events: 0, idempotency: 0, keys: 0, files: 0 };

/** One part of a multipart body, with the headers exactly as given. */
export interface RawPart {
  name: string;
  value: string | Buffer;
  fileName?: string;
  type?: string;
}

export function multipart(parts: RawPart[], boundary = 'drive-boundary'): { body: Buffer; type: string } {
  const chunks = parts.flatMap(({ name, value, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Creates with a multipart body, given byte for byte. */
export function createRaw(
  server: TestServer,
  parts: RawPart[],
  headers: Record<string, string> = {},
  boundary?: string,
): Promise<Answer> {
  return postForm(server, '/v1/verifications', parts, headers, boundary);
}

/** Posts a multipart body, given byte for byte. */
export function postForm(
  server: TestServer,
  path: string,
  parts: RawPart[],
  headers: Record<string, string> = {},
  boundary?: string,
): Promise<Answer> {
  const { body, type } = multipart(parts, boundary);
  const init = { method: 'POST', body: new Uint8Array(body), headers: { 'content-type': type, ...headers } };
  return send(server, path, init);
}

export const KYB = '/v1/kyb/verifications';

/** The smallest description of a company; the company and its name are fictitious. */
export const LEAST_COMPANY = { legal_name: 'Nordlicht Handels GmbH', country: 'DE', address: { country: 'DE' } };

/** Creates a KYB verification with a JSON body, given as an object or as text. */
export function createCompany(
  server: TestServer,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(server, KYB, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A request with any Host header, which `fetch` does not allow. */
export async function sendAsHost(server: TestServer, path: string, host: string): Promise<Answer> {
  const headers = { ...bearer(server.key), host };
  const answer = await new Promise<Response>((resolve, reject) => {
    request(`${server.baseUrl}${path}`, { headers }, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { statusCode = 0 } = incoming;
      resolve(
        new Response(Buffer.concat(chunks), {
          status: statusCode,
          headers: incoming.headers as Record<string, string>,
        }),
      );
    })
      .once('error', reject)
      .end();
  });
  await checkAnswer('GET', path, answer.clone());
  return toAnswer(answer);
}

async function toAnswer(answer: Response): Promise<Answer> {
  const { status, headers } = answer;
  const text = await answer.text();
  const isJson = /\/(?:problem\+)?json/.test(headers.get('content-type') ?? '');
  return { status, headers, text, body: isJson ? JSON.parse(text) : text };
}
