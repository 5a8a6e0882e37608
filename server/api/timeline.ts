import { createActorNames } from '../access/actor-names.ts';
import type { Appliance } from '../appliance/appliance.ts';
import { ofBothKinds } from '../contract/route.ts';
import type { timelineRoutes } from '../contract/timeline.ts';
import { isoTime } from '../lib/clock.ts';
import { timelineOf } from '../verifications/timeline.ts';
import type { Call } from './call.ts';
import type { Handlers } from './mount.ts';
import { whichOf } from './records.ts';

type Deps = Parameters<typeof timelineOf>[0] & Pick<Appliance, 'access'>;

/** Route for everything that happened to a record. */
export function timelineHandlers(deps: Deps): Handlers<typeof timelineRoutes> {
  return ofBothKinds((kind) => ({
    get_Timeline(call: Call) {
      const page = call.whole([]);
      const { data, hasMore } = timelineOf(deps, whichOf(kind, call));
      const nameActor = createActorNames(deps.access);
      const entries = data.map(({ atMs, actor, ...entry }) => ({
        at: isoTime(atMs),
        ...entry,
        actor: actor === null ? null : nameActor(actor),
      }));
      return { ...page, has_more: hasMore, data: entries };
    },
  }));
}
