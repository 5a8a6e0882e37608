import { transact } from '../../../server/hub/db/transact.ts';
import type { Hub } from '../../../server/hub/open.ts';

/** Cuts the newest entries off together with the head, as somebody can who writes to the database. */
export const cutOff = (hub: Hub, entries: number): Promise<void> =>
  transact(hub.pool, 'all', async (tx) => {
    await tx.query('DELETE FROM audit WHERE seq > (SELECT count FROM audit_head) - $1', [entries]);
    await tx.query('UPDATE audit_head SET (count, mac) = (SELECT seq, mac FROM audit ORDER BY seq DESC LIMIT 1)');
  });
