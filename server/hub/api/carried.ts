import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { sendDownload } from '../../api/download.ts';
import type { Handlers } from '../../api/mount.ts';
import type { hubCarriedRoutes } from '../../contract/hub-console.ts';
import { isoTime } from '../../lib/clock.ts';
import { LIMITS } from '../../lib/limits.ts';
import { makeCarried, takeCarried } from '../carried.ts';
import { transact } from '../db/transact.ts';
import { listCarriedFiles } from '../lists.ts';
import type { HubConsole } from './deps.ts';
import { receiveFile, withSpool } from './spool.ts';

/** Routes for files that people carry between the hub and branches without a network. */
export function hubCarriedHandlers({ hub, spoolFolder }: HubConsole): Handlers<typeof hubCarriedRoutes> {
  return {
    async listHubCarriedFiles() {
      const rows = await transact(hub.pool, 'all', listCarriedFiles, { readOnly: true });
      const data = rows.map(({ size, content, carried_at, ...file }) => ({
        ...file,
        size_bytes: size,
        content: JSON.parse(content) as Record<string, unknown>,
        carried_at: isoTime(carried_at),
      }));
      return { object: 'list', data };
    },
    takeHubCarriedFile: ({ req, actor }) =>
      withSpool(spoolFolder, async (folder) => {
        const path = join(folder, 'carried.zip');
        await receiveFile(req, path, LIMITS.hubCarriedBytesMax);
        const { branch, enrolment, taken, refused } = await takeCarried(hub, { actor, path });
        return { branch, enrolment, taken, refused };
      }),
    makeHubCarriedFile: ({ id, actor, res }) =>
      withSpool(spoolFolder, async (folder) => {
        const path = join(folder, 'carried.zip');
        const { name } = await makeCarried(hub, { actor, branch: id, path, folder });
        await sendDownload(res, { type: 'application/zip', name }, createReadStream(path));
      }),
  };
}
