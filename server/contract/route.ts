import { z } from 'zod';
import type { IdPrefix } from '../lib/ids.ts';
import type { Scope } from '../vocabulary/scopes.ts';
import { idField } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One answer that is not a problem. Without a schema and a type it has no body. */
export interface RouteAnswer {
  description: string;
  schema?: z.ZodType;
  /** The media type, if the answer is not JSON. */
  type?: string;
  headers?: readonly string[];
}

/** One route. The router, the OpenAPI document, the access tests and the console's client are generated from it. */
export interface Route {
  /** Method and path, as the OpenAPI document writes them. */
  at: `${Method} /${string}`;
  summary: string;
  description?: string;
  /** The scope that the caller needs; of several, any one is enough. */
  scope?: Scope | readonly Scope[];
  /** A scope needed in addition. */
  also?: Scope;
  /** The route works for live data only: the error text for a test key and for an operator in test mode. */
  live?: string | null;
  /** Who may call it without a scope. */
  open?: OpenTo;
  /** Over the office network, where the caller is unknown, a route that is open on this machine needs one of these scopes. */
  office?: readonly Scope[];
  /** The rate limit that counts it in addition to the limit on all requests. Screenings are counted only by their number, references by address. */
  counts?: 'creates' | 'inspections' | 'screenings' | 'references';
  /** The path parameters. */
  path?: z.ZodObject;
  query?: z.ZodObject;
  /** Accepts an Idempotency-Key. */
  once?: true;
  /** Accepts Last-Event-ID, after which a stream resumes. */
  resumes?: true;
  /** Schema of a JSON body. */
  body?: z.ZodType;
  /** Schema of a form. */
  form?: z.ZodType;
  /** The body is one JPEG file of at most so many bytes. */
  jpegBytesMax?: number;
  /** The body may take long to arrive. */
  slow?: true;
  /** The text of the problem for an invalid body, or for an invalid query if the route has no body. */
  invalid?: string;
  answers: Readonly<Record<number, RouteAnswer>>;
  /** Failure statuses beyond those that the row implies. */
  problems?: readonly number[];
}

/**
 * `anybody`: nothing to protect. `pages`: the appliance's own pages in a browser. `session`: a logged-in operator, even with a one-time password.
 * `own password`: a logged-in operator who has set a password. `applicant`: the device that claimed a capture session.
 */
export type OpenTo = 'anybody' | 'pages' | 'session' | 'own password' | 'applicant';

/** The chapters of the OpenAPI document. */
export const TAGS = {
  Verifications: 'Verifications of people (KYC): documents, selfies, checks and their result.',
  'Capture sessions': 'Applicants capture documents and face by themselves.',
  'KYB verifications': 'Verifications of companies (KYB): registers, ownership, owners and officers.',
  Review: 'The work of reviewers: assignments, decisions, corrections and notes.',
  Evidence: 'Reports, evidence bundles and pictures of a verification.',
  Screenings: 'Names screened against the watchlists, one by one or in batches.',
  Alerts: 'Monitoring of verified people and companies, and alerts from new lists.',
  Watchlists: 'Versions of watchlists: import, activation and rollback.',
  Registers: 'Versions of company registers: import, activation and rollback.',
  'Trust lists':
    'Certificates that prove chips, seals and mobile documents: import, comparison, confirmation and activation.',
  Policy: 'The rules for decisions, and previews of changes.',
  Search: 'Verifications found by name, reference, id, state or reason.',
  Events: 'The event log, in pages and as a stream.',
  Webhooks: 'Endpoints, deliveries and allowed origins.',
  'API keys': 'The API keys of your programs, and their scopes.',
  Audit: 'The tamper-evident log of who did what.',
  Statistics: 'Counts for management and regulators: verifications, reasons, hits and times.',
  Backups: 'Backups of the appliance: create, list and follow them.',
  Retention: 'Retention of records, and data subject requests.',
  Operators: 'The people who log in to the console, and their sessions.',
  System: "The appliance's state, settings, keys and updates.",
} as const;

export type TaggedRoute = Route & { tag: keyof typeof TAGS };

/** Returns the rows of a resource, by operation id. `shared`: what they have in common: their tag in the document, and usually their scope. */
export function routes<const S extends Partial<TaggedRoute> & Pick<TaggedRoute, 'tag'>>(shared: S) {
  return <const T extends Record<string, Partial<Route>>>(rows: T): { [K in keyof T]: Omit<S, keyof T[K]> & T[K] } => {
    const whole = Object.entries(rows).map(([id, row]) => [id, { ...shared, ...row }]);
    return Object.fromEntries(whole) as { [K in keyof T]: Omit<S, keyof T[K]> & T[K] };
  };
}

/** How the two kinds of verifications differ in the routes that both have. */
export const KINDS = {
  kyc: { path: '/v1/verifications', prefix: 'ver', title: 'KYC', tag: 'Verifications' },
  kyb: { path: '/v1/kyb/verifications', prefix: 'kyb_ver', title: 'KYB', tag: 'KYB verifications' },
} as const;

export type Kind = keyof typeof KINDS;

/** The members of `T`, with the `_` in each name replaced by `Name`. */
export type Named<T, Name extends string> = {
  [K in keyof T & string as K extends `${infer Before}_${infer After}` ? `${Before}${Name}${After}` : never]: T[K];
};

/** Returns the rows of `table` under new names: `get_Import` becomes `getRegisterImport` if `name` is `Register`. */
export function named<const Name extends string, T extends object>(name: Name, table: T): Named<T, Name> {
  return Object.fromEntries(Object.entries(table).map(([key, it]) => [key.replace('_', name), it])) as Named<T, Name>;
}

/** Returns the rows that `make` returns for each kind: `get_Report` becomes `getReport` for people and `getKybReport` for companies. */
export function ofBothKinds<T extends object>(make: (kind: Kind) => T): Named<T, ''> & Named<T, 'Kyb'> {
  return { ...named('', make('kyc')), ...named('Kyb', make('kyb')) };
}

const MEDIA = { body: 'application/json', form: 'multipart/form-data' };

/** Returns the media types of the bodies that a route accepts, in the order of its row, each with its schema. */
export function bodiesOf(row: Route): [type: string, schema: z.ZodType][] {
  return Object.keys(row).flatMap((key) => {
    const schema = key === 'body' || key === 'form' ? row[key] : undefined;
    return schema ? [[MEDIA[key as keyof typeof MEDIA], schema]] : [];
  });
}

/** Returns the schema of path parameters that are ids. `prefixes`: the id prefix of each parameter, by name. */
export function ids<const T extends Record<string, IdPrefix>>(prefixes: T) {
  const fields = Object.entries(prefixes).map(([name, prefix]) => [name, idField(prefix)]);
  return z.object(Object.fromEntries(fields) as { [K in keyof T]: ReturnType<typeof idField> });
}

/** Identifies one version of a list or register, or all of its versions. */
export const codeOrId = z.object({
  id: z.string().meta({ description: 'Its code, or the id of one of its versions' }),
});

/** The error text for a test key that tries to change lists or registers, which affect live records. */
export const LISTS_ARE_LIVE = 'A test key cannot change lists. Use a live key with the scope lists:write.';
