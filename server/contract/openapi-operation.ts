import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Scope } from '../access/scopes.ts';
import { ERROR_KINDS } from '../lib/errors.ts';
import { idField } from './fields.ts';
import { problemSchema } from './problem.ts';

/** Of every route, those among them that are told before it is known. */
const COMMON_STATUSES = [400, 408, 417, 421, 431, 500];
/** Of every route that needs a key or a session. To look these up may be what a full disk refuses. */
const KEY_STATUSES = [401, 403, 405, 406, 429, 503];

/** Either name: the second one where the page came over TLS. */
const COOKIE = [{ session: [] }, { tlsSession: [] }];

interface Operation {
  summary: string;
  description?: string;
  /** Of several, any will do. */
  scope?: Scope | readonly Scope[];
  /** Needed besides. */
  also?: Scope;
  /** For whoever is logged in, whatever their role; no key opens it. */
  session?: true;
  tag: string;
  params?: ZodOpenApiOperationObject['requestParams'];
  /** By media type. */
  body?: Record<string, z.ZodType>;
  success: Record<number, { description: string; schema?: z.ZodType; type?: string; headers?: string[] }>;
  /** Failures beyond the common ones. */
  problems?: number[];
}

/** One response header, as text. */
const HEADERS: Record<string, string> = {
  Location: 'Where the record can be read',
  'Idempotent-Replayed': 'true where this is the answer of a former request',
  Link: 'The neighbouring pages (RFC 8288)',
};

/** One operation of the document, with the failures that all have. */
export function operation(id: string, input: Operation): ZodOpenApiOperationObject {
  const responses: ZodOpenApiOperationObject['responses'] = {};
  for (const [status, answer] of Object.entries(input.success)) {
    responses[status as '200'] = {
      description: answer.description,
      ...(answer.headers ? { headers: describeHeaders(answer.headers) } : {}),
      ...(answer.type === undefined && answer.schema === undefined
        ? {}
        : { content: { [answer.type ?? 'application/json']: { schema: answer.schema ?? z.string() } } }),
    };
  }
  const ofKey = input.scope === undefined && !input.session ? [] : KEY_STATUSES;
  // A path with a parameter may be badly encoded.
  const ofPath = input.params?.path ? [400] : [];
  const statuses = [...new Set([...COMMON_STATUSES, ...ofKey, ...ofPath, ...(input.problems ?? [])])].sort();
  for (const status of statuses) {
    responses[String(status) as '400'] = {
      description: describeStatus(status),
      content: { 'application/problem+json': { schema: problemSchema } },
    };
  }
  return {
    operationId: id,
    summary: input.summary,
    tags: [input.tag],
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.session ? { security: COOKIE } : {}),
    ...(input.scope === undefined
      ? {}
      : { security: [{ bearer: [] }, ...COOKIE], 'x-scope': [input.scope].flat().join(' or ') }),
    ...(input.also === undefined ? {} : { 'x-also-scope': input.also }),
    ...(input.params ? { requestParams: input.params } : {}),
    ...(input.body ? { requestBody: { required: true, content: describeBody(input.body) } } : {}),
    responses,
  };
}

function describeBody(body: Record<string, z.ZodType>) {
  return Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, { schema }]));
}

function describeHeaders(names: string[]) {
  return Object.fromEntries(
    names.map((name) => [name, { description: HEADERS[name] ?? name, schema: { type: 'string' as const } }]),
  );
}

/** The codes that a status can have. */
function describeStatus(status: number): string {
  const codes = Object.entries(ERROR_KINDS).filter(([, kind]) => kind.status === status && !('local' in kind));
  return codes.map(([code, kind]) => `${code}: ${kind.title}`).join('; ');
}

export const idParam = (prefix: string) => ({ path: z.object({ id: idField(prefix) }) });
/** Of streams, which resume behind it. */
export const lastEventId = z.object({ 'Last-Event-ID': idField('evt').exactOptional() });
export const JSON_TYPE = 'application/json';
export const idempotencyKey = z.object({
  'Idempotency-Key': z.uuid().exactOptional().meta({ description: 'One UUID for each new request; kept 7 days' }),
});
