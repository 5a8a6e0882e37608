import { besideModule } from '../../../models/threads/beside.ts';
import type { ImportProgress } from '../../datasets/progress.ts';
import type { DatasetDeps } from '../../datasets/versions.ts';
import { transact } from '../../db/transact.ts';
import { askThread } from '../../lib/ask-thread.ts';
import type { Clock } from '../../lib/clock.ts';
import { conflict } from '../../lib/errors.ts';
import { given } from '../../lib/given.ts';
import type { NewId } from '../../lib/ids.ts';
import { hasVersion, removeVersion } from '../store/folder.ts';
import {
  activeRegisterVersion,
  confirmRegisterVersion,
  getRegisterVersion,
  insertRegisterVersion,
  listRegisterVersions,
  registerStore,
  retireRegisterVersions,
  setRegisterAgeLimit,
  setRegisterName,
} from '../store/versions.ts';
import type { RegisterVersion } from '../types.ts';
import type { RegisterOptions } from './options.ts';
import type { RegisterAnswer, RegisterOrder } from './read-register.ts';

export interface RegisterImportDeps extends DatasetDeps {
  /** The folder of the versions' files. */
  folder: string;
  clock: Clock;
  newId: NewId;
  /** Reads the register. By default, in a separate thread. */
  read?: typeof readInThread;
}

export interface RegisterImport {
  version: RegisterVersion;
  /** False if this same content was already stored. It becomes active again, and no second copy is made. */
  created: boolean;
  /** Versions that are no longer kept, whose files still exist. */
  retired: string[];
}

/**
 * Builds the file of a version separately, then brings it into force in one transaction. A failure changes nothing in the version
 * in force, and leaves nothing of the new one.
 */
export async function importRegister(
  deps: RegisterImportDeps,
  options: RegisterOptions,
  actor: string,
  signal: AbortSignal,
): Promise<RegisterImport> {
  const order = orderOf(deps, options);
  const answer = await (deps.read ?? readInThread)(order, signal, options.onProgress ?? (() => {}));
  try {
    return transact(deps.db, () => {
      if ('known' in answer) return activateKnown(deps, answer.known, options, actor);
      const { read } = answer;
      const before = activeRegisterVersion(deps.db, read.code);
      if (before) registerStore.checkSuccession(before, read, options);
      insertRegisterVersion(deps.db, { ...read, importedAtMs: deps.clock.now(), importedBy: actor });
      return { ...takeIntoForce(deps, read.id, options, actor), created: true };
    });
  } catch (error) {
    removeVersion(deps.folder, order.id);
    throw error;
  }
}

function orderOf({ db, folder, clock, newId }: RegisterImportDeps, options: RegisterOptions): RegisterOrder {
  const { paths, code, name, publishedAt, columns, completeFor } = options;
  return {
    id: newId('reg'),
    folder,
    paths,
    options: given({ code, name, publishedAt, columns, completeFor }),
    nowMs: clock.now(),
    known: listRegisterVersions(db)
      .filter(({ id }) => hasVersion(folder, id))
      .map(({ id, code, contentHash, importerVersion }) => ({ id, code, contentHash, importerVersion })),
  };
}

/** Applies the operator's options to content that is already stored. */
function activateKnown(
  deps: RegisterImportDeps,
  { id, name }: { id: string; name: string },
  options: RegisterOptions,
  actor: string,
): RegisterImport {
  const { db, clock } = deps;
  const known = getRegisterVersion(db, id);
  const before = activeRegisterVersion(db, known.code);
  const { publishedAt = known.publishedAt } = options;
  if (before) registerStore.checkSuccession(before, { ...known, publishedAt }, options);
  const told = given({ publishedAt: options.publishedAt, completeFor: options.completeFor });
  confirmRegisterVersion(db, known, { ...told, importedAtMs: clock.now() });
  setRegisterName(db, known.code, name);
  return { ...takeIntoForce(deps, id, options, actor), created: false };
}

function takeIntoForce(
  deps: RegisterImportDeps,
  id: string,
  { ageDaysMax }: RegisterOptions,
  actor: string,
): Omit<RegisterImport, 'created'> {
  const { db } = deps;
  const { code } = activateRegister(deps, id, actor);
  if (ageDaysMax !== undefined) setRegisterAgeLimit(db, code, ageDaysMax);
  const retired = retireRegisterVersions(db, code);
  return { version: getRegisterVersion(db, id), retired };
}

/** Makes a version the one that is searched. Call it inside a transaction. Throws `not_found`, `state_conflict`. */
export function activateRegister(deps: RegisterImportDeps, id: string, actor: string): RegisterVersion {
  const version = getRegisterVersion(deps.db, id);
  if (!hasVersion(deps.folder, id)) {
    throw conflict('The file of this version is missing from the data folder. Import the version again.');
  }
  registerStore.activate(deps, version, actor);
  return getRegisterVersion(deps.db, id);
}

/**
 * Reads a register in a separate thread (`readRegister`), so that nothing else waits for it. If that fails, or `signal` ends it,
 * nothing of the new version is left.
 */
export async function readInThread(
  order: RegisterOrder,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<RegisterAnswer> {
  try {
    return await askThread(besideModule(import.meta.url, 'worker'), order, { signal, onProgress });
  } catch (error) {
    removeVersion(order.folder, order.id);
    throw error;
  }
}
