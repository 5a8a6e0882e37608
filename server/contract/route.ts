import { z } from 'zod';
import type { IdPrefix } from '../lib/ids.ts';
import type { Scope } from '../vocabulary/scopes.ts';
import { idField } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One answer that is no problem; without a schema and a type it has no body. */
export interface RouteAnswer {
  description: string;
  schema?: z.ZodType;
  /** The media type, where the answer is no JSON. */
  type?: string;
  headers?: readonly string[];
}

/** What one route is: the router, the OpenAPI document, the tests of access and the console's client are made of it. */
export interface Route {
  /** Method and path, as the OpenAPI document writes it. */
  at: `${Method} /${string}`;
  summary: string;
  description?: string;
  /** A key or an operator needs it; of several, any will do. */
  scope?: Scope | readonly Scope[];
  /** Needed besides. */
  also?: Scope;
  /** It holds for live data alone: what a test key, and an operator in test mode, is told. */
  live?: string | null;
  /** Whom it is open to without a scope. */
  open?: OpenTo;
  /** Over the office network, where nobody is known, a route that is open here needs any of these. */
  office?: readonly Scope[];
  /** The limit that it counts against beside that of all requests; screenings count by their number alone, and references by address. */
  counts?: 'creates' | 'inspections' | 'screenings' | 'references';
  /** The parameters of the path. */
  path?: z.ZodObject;
  query?: z.ZodObject;
  /** Takes an Idempotency-Key. */
  once?: true;
  /** Takes Last-Event-ID, behind which a stream goes on. */
  resumes?: true;
  /** Of a JSON body. */
  body?: z.ZodType;
  /** Of a form. */
  form?: z.ZodType;
  /** Its body may take long to arrive. */
  slow?: true;
  /** What the problem says of a body, or else of a query, that is not valid. */
  invalid?: string;
  answers: Readonly<Record<number, RouteAnswer>>;
  /** Statuses of failures beyond those that the row itself implies. */
  problems?: readonly number[];
}

/** `anybody`: there is nothing to protect; `pages`: the appliance's own pages in a browser; `session`: whoever is logged in there, by a one-time password too. */
export type OpenTo = 'anybody' | 'pages' | 'session' | 'own password';

/** The chapters of the OpenAPI document. */
export const TAGS = {
  Verifications: 'Verifications of people (KYC): documents, selfies, checks and their result.',
  'KYB verifications': 'Verifications of companies (KYB): registers, ownership, owners and officers.',
  Review: 'The queue of agents: claims, decisions, corrections and notes.',
  Evidence: 'Reports, evidence packages and pictures of a verification.',
  Screenings: 'Names screened against the watchlists, one by one or in batches.',
  Alerts: 'Monitoring of verified people and companies, and alerts from new lists.',
  Watchlists: 'Versions of watchlists: import, activation and rollback.',
  Registers: 'Versions of company registers: import, activation and rollback.',
  Policy: 'The rules for decisions, and previews of changes.',
  Search: 'Full-text search over everything that a key can read.',
  Events: 'The event log, in pages and as a stream.',
  Webhooks: 'Endpoints, deliveries and allowed origins.',
  'API keys': 'Keys of programs, and their scopes.',
  Audit: 'The tamper-evident log of who did what.',
  Backups: 'Backups, and tests of restoring them.',
  Retention: 'Retention of records, and data subject requests.',
  Operators: 'The people who log in to the console, and their sessions.',
  System: "The appliance's state, settings, keys and updates.",
} as const;

export type TaggedRoute = Route & { tag: keyof typeof TAGS };

/** Makes the rows of a resource, by operation id; `shared` is what they have in common: their tag of the document, and mostly their scope. */
export function routes<const S extends Partial<TaggedRoute> & Pick<TaggedRoute, 'tag'>>(shared: S) {
  return <const T extends Record<string, Partial<Route>>>(rows: T): { [K in keyof T]: Omit<S, keyof T[K]> & T[K] } => {
    const whole = Object.entries(rows).map(([id, row]) => [id, { ...shared, ...row }]);
    return Object.fromEntries(whole) as { [K in keyof T]: Omit<S, keyof T[K]> & T[K] };
  };
}

/** What the two kinds of verifications have of their own in routes that both have. */
export const KINDS = {
  kyc: { path: '/v1/verifications', prefix: 'ver', title: 'KYC', tag: 'Verifications' },
  kyb: { path: '/v1/kyb/verifications', prefix: 'kyb_ver', title: 'KYB', tag: 'KYB verifications' },
} as const;

export type Kind = keyof typeof KINDS;

/** The members of `T`, with `Name` where a name of theirs has `_`. */
export type Named<T, Name extends string> = {
  [K in keyof T & string as K extends `${infer Before}_${infer After}` ? `${Before}${Name}${After}` : never]: T[K];
};

/** What `table` holds, under names of its own: `get_Import` is `getRegisterImport` where `name` is `Register`. */
export function named<const Name extends string, T extends object>(name: Name, table: T): Named<T, Name> {
  return Object.fromEntries(Object.entries(table).map(([key, it]) => [key.replace('_', name), it])) as Named<T, Name>;
}

/** What `make` gives of each kind: `get_Report` is `getReport` of people and `getKybReport` of companies. */
export function ofBothKinds<T extends object>(make: (kind: Kind) => T): Named<T, ''> & Named<T, 'Kyb'> {
  return { ...named('', make('kyc')), ...named('Kyb', make('kyb')) };
}

const MEDIA = { body: 'application/json', form: 'multipart/form-data' };

/** The media types of a body that a route takes, in the order of its row, each with its schema. */
export function bodiesOf(row: Route): [type: string, schema: z.ZodType][] {
  return Object.keys(row).flatMap((key) => {
    const schema = key === 'body' || key === 'form' ? row[key] : undefined;
    return schema ? [[MEDIA[key as keyof typeof MEDIA], schema]] : [];
  });
}

/** Parameters of a path that are ids, by name with the prefix of each. */
export function ids<const T extends Record<string, IdPrefix>>(prefixes: T) {
  const fields = Object.entries(prefixes).map(([name, prefix]) => [name, idField(prefix)]);
  return z.object(Object.fromEntries(fields) as { [K in keyof T]: ReturnType<typeof idField> });
}

/** Names a version of a list or register, or all of its versions. */
export const codeOrId = z.object({
  id: z.string().meta({ description: 'Its code, or the id of one of its versions' }),
});

/** What a test key is told that would change lists or registers, which decide over live records. */
export const LISTS_ARE_LIVE = 'A test key cannot change lists. Use a live key with the scope lists:write.';
