import type { Appliance } from '../appliance/appliance.ts';
import type { eventRoutes } from '../contract/events.ts';
import type { EventLog } from '../events/log.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { principalOf } from './authorise.ts';
import { readVisible } from './event-access.ts';
import type { Handlers } from './mount.ts';
import { linkHeader } from './page.ts';

/** Route that reads the event log forward from a cursor, oldest first, for receivers that cannot be called. */
export function eventHandlers({
  events: log,
}: Pick<Appliance, 'events'>): Handlers<Pick<typeof eventRoutes, 'listEvents'>> {
  return {
    listEvents({ path, query, res }) {
      const principal = principalOf(res);
      const { events, hasMore } = readVisible(log, principal, {
        seq: seqOfCursor(log, query.starting_after, principal.livemode) ?? 0,
        limit: query.limit ?? LIMITS.listPageDefault,
      });
      const link = linkHeader(path, query, { firstId: undefined, lastId: events.at(-1)?.id, hasMore });
      if (link !== null) res.setHeader('Link', link);
      // The bodies are JSON already; they go out as webhook receivers get them.
      const data = `[${events.map((event) => event.body).join(',')}]`;
      const head = JSON.stringify({ object: 'list', url: path, has_more: hasMore });
      res.type('application/json').send(`${head.slice(0, -1)},"data":${data}}`);
    },
  };
}

/** Returns the position of an event id; null if there is none. Throws `invalid_cursor` if it is not an event of this mode. */
export function seqOfCursor(
  events: Pick<EventLog, 'seqOf'>,
  cursor: string | undefined,
  livemode: boolean,
): number | null {
  if (cursor === undefined) return null;
  const seq = events.seqOf(cursor, livemode);
  if (seq !== null) return seq;
  throw new AppError(
    'invalid_cursor',
    'There is no event with this id. Leave out the cursor to start from the beginning.',
  );
}
