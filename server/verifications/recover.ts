import { AppError } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from './deps.ts';
import { documentIds } from './documents.ts';
import { idsOfRecords, matchKeys } from './records-and-keys.ts';

/**
 * Before the first request, and after pending erasures: brings rows, keys and files of a process that ended at any moment back into step. Uploads, files and
 * keys that no row names are dropped (their 201 was never sent), and jobs go back to the queue. Throws
 * `master_key_missing`, and changes nothing, where a record has lost its key: going on would hide the loss.
 */
export async function recover(deps: VerificationDeps, log: Logger): Promise<void> {
  const records = idsOfRecords(deps.db);
  const { keyless, unnamed } = matchKeys(records, deps.keys.dataKeyIds());
  refuseLostKeys(keyless);
  const known = new Set(records);
  const uploads = await deps.vault.unfinishedUploads();
  let files = 0;
  for (const owner of await deps.vault.fileOwners()) {
    if (known.has(owner)) {
      // A file gets its final name while its upload is there: all others have their rows. To look through each record would take seconds.
      if (uploads.owners?.has(owner) ?? true) files += await dropUnnamedFiles(deps, owner);
      continue;
    }
    await deps.vault.removeFiles(owner);
    files += 1;
  }
  // Last of what is done by their names: a start that ends before is followed by one that does it again.
  await uploads.clear();
  for (const id of unnamed) deps.keys.deleteDataKey(id);
  const keys = unnamed.length + dropFaceKeys(deps);
  const jobs = deps.queue.releaseAll();
  if (uploads.count + files + keys + jobs > 0)
    log.warn('start.recovered', { uploads: uploads.count, files, keys, jobs });
}

/** Returns how many there were. */
async function dropUnnamedFiles(deps: VerificationDeps, id: string): Promise<number> {
  const named = new Set(documentIds(deps, id));
  const unnamed = (await deps.vault.filesOf(id)).filter((documentId) => !named.has(documentId));
  await deps.vault.removeFiles(id, unnamed);
  return unnamed.length;
}

/** Of faces that are not there, or no more. Returns how many there were. */
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
 * Before the main database is brought into its form: throws `invalid_configuration` where it is new although keys of records are there.
 * Going on would take the keys and files for leftovers and destroy them.
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
