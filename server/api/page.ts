import type { Cursor } from '../db/page.ts';
import { type AppError, itemError } from '../lib/errors.ts';
import { given } from '../lib/given.ts';
import { type IdPrefix, isId } from '../lib/ids.ts';

export interface PageQuery {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

/** Converts the query's cursors for the stores. */
export function cursorOf({ starting_after, ending_before }: PageQuery): Cursor {
  return given({ startingAfter: starting_after, endingBefore: ending_before });
}

/** Throws `invalid_cursor` if both cursors are set or one does not have the form of an id. */
export function checkCursors(query: PageQuery, prefix: IdPrefix): void {
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw cursorFault('ending_before', 'cannot be combined with starting_after; send one of them');
  }
  for (const field of ['starting_after', 'ending_before'] as const) {
    const cursor = query[field];
    if (cursor !== undefined && !isId(prefix, cursor)) {
      throw cursorFault(field, `is not an id; use one that begins with ${prefix}_ from a previous page`);
    }
  }
}

/** Returns the `Link` header (RFC 8288) of a page: `next` leads to older items, `prev` to newer items; null if there is neither. */
export function linkHeader(
  path: string,
  query: PageQuery & Record<string, string | number | boolean | undefined>,
  page: { firstId: string | undefined; lastId: string | undefined; hasMore: boolean },
): string | null {
  const backwards = query.ending_before !== undefined;
  const links: string[] = [];
  const link = (rel: string, cursor: Record<string, string>): void => {
    const { starting_after: _after, ending_before: _before, ...rest } = query;
    const given = Object.entries({ ...rest, ...cursor }).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    links.push(`<${path}?${search}>; rel="${rel}"`);
  };
  const { firstId, lastId, hasMore } = page;
  if (lastId !== undefined && (backwards || hasMore)) link('next', { starting_after: lastId });
  if (firstId !== undefined && (backwards ? hasMore : query.starting_after !== undefined)) {
    link('prev', { ending_before: firstId });
  }
  return links.length > 0 ? links.join(', ') : null;
}

/** Returns an error about a cursor. `text` completes "starting_after ...". */
export function cursorFault(field: string, text: string): AppError {
  return itemError('invalid_cursor', { code: 'invalid_cursor', message: `${field} ${text}.`, field });
}
