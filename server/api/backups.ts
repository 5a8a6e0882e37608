import type { Appliance } from '../appliance/appliance.ts';
import type { Backup } from '../backup/backups.ts';
import type { BackupAnswer, backupRoutes } from '../contract/backups.ts';
import { AppError } from '../lib/errors.ts';
import { Reply } from './call.ts';
import type { Handlers } from './mount.ts';

/** Routes to list and make backups. The target folder is configured and never set over HTTP. Backups hold both modes, so a test key has no access. */
export function backupHandlers({ backups }: Pick<Appliance, 'backups'>): Handlers<typeof backupRoutes> {
  return {
    listBackups: (call) => call.whole(backups.list().map(present)),
    createBackup(call) {
      const begun = backups.begin(call.body, call.actor);
      return new Reply(present(begun), { location: `${call.path}/${begun.id}` });
    },
    getBackup(call) {
      const found = backups.list().find(({ id }) => id === call.id);
      if (found) return present(found);
      throw new AppError('not_found', 'There is no backup with this id. List the backups.');
    },
  };
}

function present({ id, status, createdAt, sizeBytes, progress, problem }: Backup): BackupAnswer {
  return {
    id,
    object: 'backup',
    status,
    created_at: createdAt,
    size_bytes: sizeBytes,
    progress: progress && { done_bytes: progress.doneBytes, total_bytes: progress.totalBytes },
    problem,
  };
}
