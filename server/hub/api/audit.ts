import type { Handlers } from '../../api/mount.ts';
import type { hubAuditRoutes } from '../../contract/hub-console.ts';
import { isoTime } from '../../lib/clock.ts';
import { LIMITS } from '../../lib/limits.ts';
import { listOperators } from '../access/operators.ts';
import { type AuditGap, acknowledgeGap, auditGap } from '../audit/anchor.ts';
import { checkAudit, listAudit } from '../audit/log.ts';
import { listBranches } from '../branch-list.ts';
import { transact } from '../db/transact.ts';
import type { HubConsole } from './deps.ts';

/** Routes for the audit log of the hub. */
export function hubAuditHandlers({ access, hub }: HubConsole): Handlers<typeof hubAuditRoutes> {
  return {
    listHubAudit: ({ query: { limit = LIMITS.listPageDefault, before, subject } }) =>
      transact(
        hub.pool,
        'all',
        async (tx) => {
          const entries = await listAudit(tx, {
            before: before === undefined ? undefined : Number(before),
            subject,
            limit: limit + 1,
          });
          const people = (await listOperators(access, tx)).map(({ id, name }) => [id, name] as const);
          const branches = (await listBranches(tx)).map(({ id, name }) => [id, name] as const);
          const names = new Map([...people, ...branches]);
          const data = entries.slice(0, limit).map(({ atMs, ...entry }) => ({
            ...entry,
            at: isoTime(atMs),
            actor_name: names.get(entry.actor) ?? null,
          }));
          return { object: 'list', data, has_more: entries.length > limit, gap: presentGap(auditGap(hub.anchor)) };
        },
        { readOnly: true },
      ),
    acknowledgeHubAudit: ({ actor }) => acknowledgeGap(hub.anchor, actor),
    async checkHubAudit() {
      // One moment for all of its queries: entries may arrive meanwhile.
      const options = { readOnly: true, isolation: 'repeatable read' } as const;
      const { count, brokenAt } = await transact(hub.pool, 'all', (tx) => checkAudit(tx, access), options);
      return { entries: count, first_broken: brokenAt };
    },
  };
}

const presentGap = (gap: AuditGap | null) => gap && { anchored: gap.count, anchored_at: gap.at, found: gap.found };
