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

/** An answer whose status or headers differ from the route's row. */
export class Reply<T = unknown> {
  readonly body: T;
  /** The row's first status if undefined. */
  readonly status: number | undefined;
  readonly location: string | undefined;
  constructor(body: T, { status, location }: { status?: number; location?: string } = {}) {
    this.body = body;
    this.status = status;
    this.location = location;
  }
}

/** One request to a route, parsed by the route's row. */
export class Call<R = Route> {
  readonly row: R & Route;
  readonly req: Request;
  readonly res: Response;

  constructor(row: R & Route, req: Request, res: Response) {
    this.row = row;
    this.req = req;
    this.res = res;
  }

  /** Returns a path parameter as it arrived. */
  param(name: string): string {
    return String(this.req.params[name]);
  }

  get id(): string {
    return this.param('id');
  }

  /** The request's own path, with its ids filled in. */
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

  /** The id of the key or operator that sent the request. */
  get actor(): string {
    return principalOf(this.res).actorId;
  }

  get who(): { livemode: boolean; actor: string } {
    return { livemode: this.livemode, actor: this.actor };
  }

  /** Returns a list that fits in one answer and so takes no parameters. Throws `unknown_parameter`. */
  whole<D>(data: D[]): { object: 'list'; url: string; has_more: false; data: D[] } {
    if (this.req.method === 'GET') refuseParameters(this.req.query);
    return { object: 'list', url: this.path, has_more: false, data };
  }

  /**
   * Returns the page that the query asks for, with its `Link` header. Throws `invalid_request`, `invalid_cursor`.
   * @param prefix the id prefix of the items
   * @param read receives the cursor and the other fields of the query
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

  /**
   * Returns a page that was read, with its `Link` header.
   * @param shown the query as the links repeat it
   */
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
