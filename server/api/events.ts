import { Router } from 'express';
import { eventQuerySchema } from '../contract/events.ts';
import type { EventLog } from '../events/log.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { principalOf } from './authorise.ts';
import { readVisible } from './event-access.ts';
import type { Guard } from './guard.ts';
import { linkHeader } from './page.ts';
import { addRoute, produces } from './route.ts';
import { parseQuery } from './validate.ts';

const PATH = '/v1/events';

/** `GET /v1/events`: the log read forward from a cursor, oldest first, for receivers that cannot be called. */
export function eventsRouter(deps: { guard: Guard; events: Pick<EventLog, 'readAfter' | 'seqOf'> }): Router {
  const router = Router();
  addRoute(router, PATH, {
    get: [
      ...deps.guard.allow('events:read'),
      produces('application/json'),
      (req, res) => {
        const query = parseQuery(eventQuerySchema, req.query, 'Some parameters of the feed are not valid. See errors.');
        const principal = principalOf(res);
        const { events, hasMore } = readVisible(deps.events, principal, {
          seq: seqOfCursor(deps.events, query.starting_after, principal.livemode) ?? 0,
          limit: query.limit ?? LIMITS.listPageDefault,
        });
        const link = linkHeader(PATH, query, { firstId: undefined, lastId: events.at(-1)?.id, hasMore });
        if (link !== null) res.setHeader('Link', link);
        // Bodies are JSON already, and go out as the receivers of webhooks get them.
        const data = `[${events.map((event) => event.body).join(',')}]`;
        const head = JSON.stringify({ object: 'list', url: PATH, has_more: hasMore });
        res.type('application/json').send(`${head.slice(0, -1)},"data":${data}}`);
      },
    ],
  });
  return router;
}

/** The place of an event id, null without one. Throws `invalid_cursor` where it is no event of this mode. */
export function seqOfCursor(
  events: Pick<EventLog, 'seqOf'>,
  cursor: string | undefined,
  livemode: boolean,
): number | null {
  if (cursor === undefined) return null;
  const seq = events.seqOf(cursor, livemode);
  if (seq !== null) return seq;
  throw new AppError('invalid_cursor', 'There is no event with this id. Leave the cursor out to start anew.');
}
