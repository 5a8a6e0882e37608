import { join } from 'node:path';
import type { Handlers } from '../../api/mount.ts';
import { presentOpenSettings, refuseFaultySettings } from '../../api/policy-settings.ts';
import type { HubRollout, hubRolloutRoutes } from '../../contract/hub-console.ts';
import { isoTime, isoTimeOrNull } from '../../lib/clock.ts';
import { LIMITS } from '../../lib/limits.ts';
import { listBranches } from '../branch-list.ts';
import { type Tx, transact } from '../db/transact.ts';
import { rotateHubKeys } from '../directives.ts';
import { getRollout, listPacks, listRollouts, type RolloutDetail } from '../lists.ts';
import { addPack, findPack, removePack } from '../packs.ts';
import { createRollout, type NewRollout, startWave, stopRollout } from '../rollouts.ts';
import { listsOf } from './branches.ts';
import type { HubConsole } from './deps.ts';
import { receiveFile, withSpool } from './spool.ts';

const MINUTE_MS = 60_000;

/** Routes for packs, for rollouts of packs and policies, and for the hub's keys. */
export function hubRolloutHandlers({ hub, spoolFolder }: HubConsole): Handlers<typeof hubRolloutRoutes> {
  const { pool } = hub;
  const act = (work: (tx: Tx) => Promise<string>): Promise<HubRollout> =>
    transact(pool, 'all', async (tx) => presentRollout(await getRollout(tx, await work(tx))));
  return {
    async listHubPacks() {
      const rows = await transact(pool, 'all', listPacks, { readOnly: true });
      const data = rows.map(({ sha256, kind, name, size, added_at }) => ({
        sha256: sha256.toString('hex'),
        kind,
        name,
        size_bytes: size,
        added_at: isoTime(added_at),
      }));
      return { object: 'list', data };
    },
    addHubPack: ({ req, query: { kind, name }, actor }) =>
      withSpool(spoolFolder, async (folder) => {
        const path = join(folder, 'pack');
        await receiveFile(req, path, LIMITS.updatePackBytesMax);
        const { sizeBytes, sha256 } = await addPack(hub, { actor, kind, name, path });
        return { sha256, kind, name, size_bytes: sizeBytes };
      }),
    removeHubPack: (call) =>
      transact(pool, 'all', (tx) => removePack(tx, hub, { actor: call.actor, sha256: call.param('sha256') })),
    async listHubRollouts() {
      const all = await transact(pool, 'all', listRollouts, { readOnly: true });
      return { object: 'list', data: all.map(presentRollout) };
    },
    async listHubPolicySettings() {
      const branches = await transact(pool, 'all', listBranches, { readOnly: true });
      return presentOpenSettings([...new Set(branches.flatMap(listsOf))].sort());
    },
    createHubRollout: ({ body: { name, order, healthy_minutes: minutes, waves }, actor }) =>
      act(async (tx) => {
        const whole = order.kind === 'policy' ? policyOrder(order) : await packOrder(tx, order.sha256);
        return createRollout(tx, hub, { actor, name, order: whole, healthyMs: minutes * MINUTE_MS, waves });
      }),
    startHubWave: ({ id, body: { wave }, actor }) =>
      act(async (tx) => {
        await startWave(tx, hub, { actor, rollout: id, wave });
        return id;
      }),
    stopHubRollout: ({ id, actor }) =>
      act(async (tx) => {
        await stopRollout(tx, hub, { actor, rollout: id });
        return id;
      }),
    rotateHubKeys: async ({ actor }) => ({ hub_key_id: await rotateHubKeys(hub, actor) }),
  };
}

type Order = NewRollout['order'];

function policyOrder({ note, changes }: Extract<Order, { kind: 'policy' }>['body']): Order {
  refuseFaultySettings(changes);
  return { kind: 'policy', body: { note, changes } };
}

async function packOrder(tx: Tx, sha256: string): Promise<Order> {
  const { kind, name, sizeBytes } = await findPack(tx, sha256);
  return { kind: 'pack', body: { pack: kind, name, sha256, size_bytes: sizeBytes } };
}

function presentRollout({ rollout, waves }: RolloutDetail): HubRollout {
  return {
    id: rollout.id,
    name: rollout.name,
    kind: rollout.kind,
    body: JSON.parse(rollout.body) as Record<string, unknown>,
    healthy_minutes: Math.round(rollout.healthy_ms / MINUTE_MS),
    created_at: isoTime(rollout.created_at),
    stopped_at: isoTimeOrNull(rollout.stopped_at),
    waves: waves.map(({ wave, starts, started_at, branches }) => ({
      wave,
      starts,
      started_at: isoTimeOrNull(started_at),
      branches: branches.map(({ branch, outcome, code, answered_at }) => ({
        branch,
        outcome,
        code,
        answered_at: isoTimeOrNull(answered_at),
      })),
    })),
  };
}
