import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERROR_KINDS } from '../lib/errors.ts';
import { idField } from './fields.ts';
import { problemSchema } from './problem.ts';
import { codesOf, problemsOf } from './problem-codes.ts';
import { bodiesOf, type OpenTo, TAGS, type TaggedRoute } from './route.ts';
import { ROUTES } from './routes.ts';

/** Either cookie name; the second one if the page came over TLS. */
const COOKIE = [{ session: [] }, { tlsSession: [] }];

const OPEN_TO: Record<OpenTo, string> = {
  anybody: 'Needs no key.',
  pages: 'Needs no key and no session.',
  session: 'Requires a logged-in operator.',
  applicant: 'Requires the cookie of a claimed capture session.',
  'own password': 'Requires a logged-in operator who has changed the one-time password.',
};

/** One response header, as text. */
const HEADERS: Record<string, string> = {
  Location: 'The path of the record',
  'Idempotent-Replayed': 'true: this repeats the response to an earlier request',
  Link: 'The neighbouring pages (RFC 8288)',
};

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .uuid()
    .exactOptional()
    .meta({ description: 'A new UUID for each new request. Stored for 7 days' }),
});
/** For streams, which resume after it. */
const lastEventId = z.object({ 'Last-Event-ID': idField('evt').exactOptional() });

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Returns the OpenAPI description of `/v1`, generated from the table of routes and the schemas that validate requests. */
export function makeOpenApi(version: string): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const [id, row] of Object.entries<TaggedRoute>(ROUTES)) {
    const [method = '', path = ''] = row.at.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(id, row) };
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Custos',
      version,
      description:
        'Identity (KYC) and business (KYB) verification on your own premises. Every failure is a problem document (RFC 9457). Times are ISO 8601 in UTC. Ids are opaque.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The administrator of this appliance' },
    },
    servers: [{ url: '/', description: 'The appliance that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, sk_live_... or sk_test_...' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'custos_session',
          description:
            "An operator's session, for the appliance's own pages. Requests need Sec-Fetch-Site: same-origin or the appliance's own Origin, and no Authorization header. The header Custos-Mode: test selects the test data.",
        },
        tlsSession: { type: 'apiKey', in: 'cookie', name: '__Host-custos_session', description: 'The same over TLS' },
      },
    },
    paths,
  });
}

function operation(id: string, row: TaggedRoute): ZodOpenApiOperationObject {
  const responses: ZodOpenApiOperationObject['responses'] = {};
  for (const [status, { description, headers, type, schema }] of Object.entries(row.answers)) {
    responses[status as '200'] = {
      description,
      ...(headers ? { headers: describeHeaders(headers) } : {}),
      ...(type === undefined && schema === undefined
        ? {}
        : { content: { [type ?? 'application/json']: { schema: schema ?? z.string() } } }),
    };
  }
  for (const status of problemsOf(row)) {
    responses[String(status) as '400'] = {
      description: describeStatus(row, status),
      content: { 'application/problem+json': { schema: problemSchema } },
    };
  }
  const { query, path, once, resumes } = row;
  const header = once ? idempotencyKey : resumes ? lastEventId : undefined;
  const bodies = bodiesOf(row).map(([type, schema]) => [type, { schema }]);
  return {
    operationId: id,
    summary: row.summary,
    tags: [row.tag],
    description: [row.description ?? [], accessOf(row)].flat().join(' '),
    security: securityOf(row),
    ...(row.scope === undefined ? {} : { 'x-scope': [row.scope].flat().join(' or ') }),
    ...(row.also === undefined ? {} : { 'x-also-scope': row.also }),
    ...(path || query || header
      ? { requestParams: { ...(path && { path }), ...(query && { query }), ...(header && { header }) } }
      : {}),
    ...(bodies.length > 0 ? { requestBody: { required: true, content: Object.fromEntries(bodies) } } : {}),
    responses,
  };
}

/** Returns what authenticates a route's caller. An empty list makes the route public. */
function securityOf({ scope, open, office }: TaggedRoute) {
  if (scope) return [{ bearer: [] }, ...COOKIE];
  if (office) return [{}, { bearer: [] }, ...COOKIE];
  return open === 'session' || open === 'own password' ? COOKIE : [];
}

/** Describes who may call the route and which rate limit counts the request. */
function accessOf({ scope = [], also, open, office, live, counts }: TaggedRoute): string {
  const scopeText = (scopes: string | readonly string[]) => `\`${[scopes].flat().join('` or `')}\``;
  return [
    scope.length > 0 && `Needs the scope ${scopeText(scope)}${also ? ` and the scope \`${also}\`` : ''}.`,
    open && OPEN_TO[open],
    office && `From another machine in the office network, it needs the scope ${scopeText(office)}.`,
    live,
    counts && `Counts against the limit of ${counts} per minute.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function describeHeaders(names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [name, { description: HEADERS[name] ?? name, schema: { type: 'string' as const } }]),
  );
}

/** Describes the codes that a route can return with a status. */
const describeStatus = (row: TaggedRoute, status: number): string =>
  codesOf(row, status)
    .map((code) => `${code}: ${ERROR_KINDS[code].title}`)
    .join('; ');
