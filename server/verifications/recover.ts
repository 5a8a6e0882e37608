import { AppError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from './deps.ts';
import { documentIds } from './documents.ts';
import { idsOfRecords, matchKeys } from './records-and-keys.ts';

/**
 * Runs before the first request, and after pending erasures. It makes rows, keys and files consistent after a process that ended
 * at any moment. Uploads, files and keys that no row names are dropped (their 201 was never sent), and jobs return to the queue.
 * @param sessions the ids of open capture sessions, which have keys and files too, with the files that each names
 * Throws `master_key_missing`, and changes nothing, if a record has lost its key: continuing would hide the loss.
 */
export async function recover(
  deps: VerificationDeps,
  log: Logger,
  sessions: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<void> {
  const records = idsOfRecords(deps.db);
  const keyed = deps.keys.dataKeyIds().filter((id) => !sessions.has(id));
  const { keyless, unnamed } = matchKeys(records, keyed);
  refuseLostKeys(keyless);
  const known = new Set(records);
  const uploads = await deps.vault.unfinishedUploads();
  let files = 0;
  for (const owner of await deps.vault.fileOwners()) {
    const named = sessions.get(owner);
    if (named) {
      files += await dropUnnamedFiles(deps, owner, named);
      continue;
    }
    if (known.has(owner)) {
      // A file gets its final name while its upload still exists, so files of other records all have their rows. Checking every
      // record would take seconds.
      if (uploads.owners?.has(owner) ?? true) files += await dropUnnamedFiles(deps, owner, documentIds(deps, owner));
      continue;
    }
    await deps.vault.removeFiles(owner);
    files += 1;
  }
  // The last step that uses the uploads' names: if a start ends earlier, the next start repeats it.
  await uploads.clear();
  for (const id of unnamed) deps.keys.deleteDataKey(id);
  const keys = unnamed.length + dropFaceKeys(deps);
  const jobs = deps.queue.releaseAll();
  if (uploads.count + files + keys + jobs > 0)
    log.warn('start.recovered', { uploads: uploads.count, files, keys, jobs });
}

/** Returns how many there were. */
async function dropUnnamedFiles({ vault }: VerificationDeps, id: string, named: readonly string[]): Promise<number> {
  const unnamed = (await vault.filesOf(id)).filter((documentId) => !named.includes(documentId));
  await vault.removeFiles(id, unnamed);
  return unnamed.length;
}

/** Drops keys of faces that do not exist, or no longer exist. Returns how many there were. */
function dropFaceKeys({ db, keys }: VerificationDeps): number {
  const held = new Set(db.prepare('SELECT DISTINCT verification_id FROM face_marks').pluck().all());
  const unheld = keys.faceKeyIds().filter((id) => !held.has(id));
  for (const id of unheld) keys.deleteFaceKey(id);
  return unheld.length;
}

function refuseLostKeys([first]: readonly string[]): void {
  if (first === undefined) return;
  throw new AppError(
    'master_key_missing',
    `The key database has no key for ${first}. Restore keys.db from the backup that belongs to this data.`,
  );
}

/**
 * Runs before the main database is migrated. Throws `invalid_configuration` if the database is new although keys of records
 * exist. Continuing would treat the keys and files as leftovers and destroy them.
 */
export function refuseLostDatabase(deps: Pick<VerificationDeps, 'db' | 'keys'>): void {
  if (deps.db.pragma('user_version', { simple: true }) !== 0) return;
  const records = deps.keys.dataKeyIds().length;
  if (records === 0) return;
  throw new AppError(
    'invalid_configuration',
    `custos.db is missing or empty, but keys.db contains the keys of ${records} records. Restore custos.db from the backup that belongs to this data.`,
  );
}
