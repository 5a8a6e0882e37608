import type { Request, Response } from 'express';
import { listQuerySchema } from '../contract/verification.ts';
import type { IdPrefix } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ListQuery } from '../verifications/store.ts';
import { principalOf } from './authorise.ts';
import { checkCursors, cursorOf, linkHeader } from './page.ts';
import { parseQuery } from './validate.ts';

/** Verifications of one kind, as they are listed. */
export interface RecordPages<T extends { id: string }> {
  path: string;
  prefix: IdPrefix;
  list(query: ListQuery): { data: T[]; hasMore: boolean };
  present(record: T): unknown;
}

/** Answers with the page that the request asks for. Throws `invalid_request`, `invalid_cursor`. */
export function sendRecordPage<T extends { id: string }>(req: Request, res: Response, pages: RecordPages<T>): void {
  const query = parseQuery(listQuerySchema, req.query, 'Some parameters of the list are not valid. See errors.');
  checkCursors(query, pages.prefix);
  const { data, hasMore } = pages.list({
    livemode: principalOf(res).livemode,
    limit: query.limit ?? LIMITS.listPageDefault,
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.assignee === undefined ? {} : { assignee: query.assignee }),
    ...cursorOf(query),
  });
  const link = linkHeader(pages.path, query, { firstId: data[0]?.id, lastId: data.at(-1)?.id, hasMore });
  if (link !== null) res.setHeader('Link', link);
  res.json({ object: 'list', url: pages.path, has_more: hasMore, data: data.map((record) => pages.present(record)) });
}
