import type { Handlers } from '../../api/mount.ts';
import type { hubEnrolmentRoutes } from '../../contract/hub-console.ts';
import { isoTime, isoTimeOrNull } from '../../lib/clock.ts';
import { writeInvite } from '../../parcel/invite.ts';
import { transact } from '../db/transact.ts';
import { approveEnrolment, createInvite, refuseEnrolment } from '../enrolment.ts';
import { listEnrolments, listInvites } from '../lists.ts';
import type { HubConsole } from './deps.ts';

/** Routes by which an appliance becomes a branch. */
export function hubEnrolmentHandlers({ hub, site }: HubConsole): Handlers<typeof hubEnrolmentRoutes> {
  const { pool } = hub;
  return {
    async listHubInvites() {
      const rows = await transact(pool, 'all', listInvites, { readOnly: true });
      const data = rows.map(({ created_at, expires_at, ...invite }) => ({
        ...invite,
        created_at: isoTime(created_at),
        expires_at: isoTime(expires_at),
      }));
      return { object: 'list', data };
    },
    async createHubInvite({ body: { name }, actor }) {
      const invite = await transact(pool, 'all', (tx) => createInvite(tx, hub, { actor, name, site }));
      return { file_name: 'custos-hub-invite.txt', invite: writeInvite(invite), expires_at: invite.expires_at };
    },
    async listHubEnrolments() {
      const rows = await transact(pool, 'all', listEnrolments, { readOnly: true });
      const data = rows.map(({ appliance_key, requested_at, decided_at, ...enrolment }) => ({
        ...enrolment,
        appliance_key: appliance_key.toString('hex'),
        requested_at: isoTime(requested_at),
        decided_at: isoTimeOrNull(decided_at),
      }));
      return { object: 'list', data };
    },
    approveHubEnrolment: async ({ id, actor }) => ({
      branch: await transact(pool, 'all', (tx) => approveEnrolment(tx, hub, { actor, enrolment: id })),
    }),
    refuseHubEnrolment: ({ id, actor }) =>
      transact(pool, 'all', (tx) => refuseEnrolment(tx, hub, { actor, enrolment: id })),
  };
}
