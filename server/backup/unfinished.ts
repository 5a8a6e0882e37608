import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../lib/errors.ts';

/** Present in a folder while a backup is being restored into it. */
export const UNFINISHED_MARK = 'restore-unfinished';

/** Throws `invalid_configuration` if a restore into this folder did not finish: its content is incomplete. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED_MARK))) return;
  throw new AppError(
    'invalid_configuration',
    'A restore into this folder did not finish, so it cannot be used as a data folder. Empty it and restore again.',
  );
}
