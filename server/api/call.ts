import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Route } from '../contract/route.ts';
import type { Cursor } from '../db/page.ts';
import type { IdPrefix } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { principalOf } from './authorise.ts';
import { checkCursors, cursorOf, linkHeader, type PageQuery } from './page.ts';
import { parseOrThrow, parseQuery, refuseParameters } from './validate.ts';

type BodyOf<R> = R extends { body: infer S extends z.ZodType } ? z.output<S> : unknown;
type QueryOf<R> = R extends { query: infer S extends z.ZodType } ? z.output<S> : unknown;

/** An answer that is not all told by its row. */
export class Reply<T = unknown> {
  readonly body: T;
  /** The first of the row unless given. */
  readonly status: number | undefined;
  readonly location: string | undefined;
  constructor(body: T, { status, location }: { status?: number; location?: string } = {}) {
    this.body = body;
    this.status = status;
    this.location = location;
  }
}

/** One request of a route, read by what its row says. */
export class Call<R = Route> {
  readonly row: R & Route;
  readonly req: Request;
  readonly res: Response;

  constructor(row: R & Route, req: Request, res: Response) {
    this.row = row;
    this.req = req;
    this.res = res;
  }

  /** A parameter of the path, as it came. */
  param(name: string): string {
    return String(this.req.params[name]);
  }

  get id(): string {
    return this.param('id');
  }

  /** Its own path, with the ids that were given. */
  get path(): string {
    return this.row.at.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(this.param(name)));
  }

  /** The parsed body. Throws `invalid_request`. */
  get body(): BodyOf<R> {
    const { body, invalid = 'The request is not valid. See errors.' } = this.row;
    return parseOrThrow(body as z.ZodType, this.req.body, invalid) as BodyOf<R>;
  }

  /** The parsed query. Throws `invalid_request`, `unknown_parameter`. */
  get query(): QueryOf<R> {
    const { query, invalid = 'Some query parameters are not valid. See errors.' } = this.row;
    return parseQuery(query as z.ZodObject, this.req.query, invalid) as QueryOf<R>;
  }

  get livemode(): boolean {
    return principalOf(this.res).livemode;
  }

  /** The key or operator that asks. */
  get actor(): string {
    return principalOf(this.res).actorId;
  }

  get who(): { livemode: boolean; actor: string } {
    return { livemode: this.livemode, actor: this.actor };
  }

  /** A list that is no longer than one answer, and so takes no parameters. Throws `unknown_parameter`. */
  whole<D>(data: D[]): { object: 'list'; url: string; has_more: false; data: D[] } {
    if (this.req.method === 'GET') refuseParameters(this.req.query);
    return { object: 'list', url: this.path, has_more: false, data };
  }

  /**
   * The page that the query asks for, of items whose ids have this prefix, with its `Link` header. `read` is given the cursor and the other fields of
   * the query. Throws `invalid_request`, `invalid_cursor`.
   */
  page<T extends { id: string }, D>(
    prefix: IdPrefix,
    read: (page: Omit<QueryOf<R>, keyof PageQuery> & Cursor & { limit: number }) => { data: T[]; hasMore: boolean },
    present: (item: T) => D,
  ) {
    const query = this.query as QueryOf<R> & Parameters<typeof linkHeader>[1];
    checkCursors(query, prefix);
    const { limit = LIMITS.listPageDefault, starting_after: _after, ending_before: _before, ...filters } = query;
    const { data, hasMore } = read({ ...filters, limit, ...cursorOf(query) });
    return this.linked(query, { data, hasMore, firstId: data[0]?.id }, present);
  }

  /** A page that was read, with its `Link` header; `shown`: the query as the links repeat it. */
  linked<T extends { id: string }, D>(
    shown: Parameters<typeof linkHeader>[1],
    { data, hasMore, firstId }: { data: T[]; hasMore: boolean; firstId?: string | undefined },
    present: (item: T) => D,
  ): { object: 'list'; url: string; has_more: boolean; data: D[] } {
    const link = linkHeader(this.path, shown, { firstId, lastId: data.at(-1)?.id, hasMore });
    if (link !== null) this.res.setHeader('Link', link);
    return { object: 'list', url: this.path, has_more: hasMore, data: data.map(present) };
  }
}
