import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { type ActivationRules, activate, activateStaged, type ListAudit, type ListChange } from './import/activate.ts';
import { checkOptions, type ImportOptions } from './import/options.ts';
import type { ImportProgress } from './import/progress.ts';
import { type StagedList, stageList } from './import/stage-list.ts';
import { discardStaged } from './store/discard.ts';
import { activeVersion, deactivateList, getVersion, setListAgeLimit } from './store/versions.ts';
import type { ListVersion } from './types.ts';

export interface ListsDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  audit: ListAudit;
  /**
   * Called after another version of these lists has come into force, before the act that did it ends: the search takes it
   * over, and stored subjects are screened again.
   */
  onActivated?(changes: readonly ListChange[]): Promise<void> | void;
}

export interface ImportResult extends ListVersion {
  /** False where this very content was there already; it is then active again, and no second copy is made. */
  created: boolean;
}

/** An import that runs or waits for its turn. */
export interface RunningImport {
  /** Names of the files, without their folders. */
  files: string[];
  startedAtMs: number;
  /** Null while it waits. */
  progress: ImportProgress | null;
}

/** What can be done with lists. One act at a time: a second one waits for the first. `actor` is for the audit log. */
export interface Lists {
  /**
   * Imports a list and makes it the active version of its code. Its entries are stored unseen and come into force in one
   * transaction, so that a broken file changes nothing. The same content again becomes active again, and takes over a
   * `publishedAt` that is given. Throws `list_invalid` with the file, the line and the reason; `invalid_request` for a
   * bad option.
   */
  importList(options: ImportOptions, actor: string): Promise<ImportResult>;
  /** Searches this version of its list from now on: rolls back or forward. Throws `not_found`. */
  activate(versionId: string, actor: string): Promise<ListVersion>;
  /** Searches no version of this list from now on; all of them stay. Throws `not_found` where none was searched. */
  remove(code: string, actor: string): Promise<void>;
  /** Sets after how many days the list counts as too old; null: the appliance's limit. Throws `not_found`. */
  setAgeLimit(code: string, ageDaysMax: number | null, actor: string): void;
  /** The imports under way, oldest first. */
  running(): RunningImport[];
}

/** Deletes what imports left that the former process did not survive, and gives what can be done with lists. */
export async function openLists(deps: ListsDeps): Promise<Lists> {
  await discardStaged(deps.db);
  const inTurn = createQueue();
  const running = new Set<RunningImport>();
  const activated = async (changes: readonly ListChange[]): Promise<void> => {
    const real = changes.filter(({ fromVersionId, toVersionId }) => fromVersionId !== toVersionId);
    if (real.length > 0) await deps.onActivated?.(real);
  };
  return {
    async importList(options, actor) {
      checkOptions(options, deps.clock);
      const entry: RunningImport = {
        files: options.paths.map(fileName),
        startedAtMs: deps.clock.now(),
        progress: null,
      };
      running.add(entry);
      try {
        return await inTurn(async () => {
          const watched = { ...options, onProgress: noting(entry, options) };
          const [result] = await importAll(deps, [watched], actor, activated);
          return must(result, 'one list was imported');
        });
      } finally {
        running.delete(entry);
      }
    },
    activate: (versionId, actor) =>
      inTurn(async () => {
        await activated([transact(deps.db, () => activate(deps, versionId, actor))]);
        return getVersion(deps.db, versionId);
      }),
    remove: (code, actor) => inTurn(async () => activated([transact(deps.db, () => removeList(deps, code, actor))])),
    setAgeLimit(code, ageDaysMax, actor) {
      transact(deps.db, () => {
        setListAgeLimit(deps.db, code, ageDaysMax);
        const details = { list: code, ...(ageDaysMax === null ? {} : { days: ageDaysMax }) };
        deps.audit.append({ actor, action: 'watchlist.age_limit_set', details });
      });
    },
    running: () => [...running],
  };
}

/** Stages every list, then brings all of them into force at once, or none. */
async function importAll(
  deps: ListsDeps,
  imports: readonly ImportOptions[],
  actor: string,
  activated: (changes: readonly ListChange[]) => Promise<void>,
): Promise<ImportResult[]> {
  await discardStaged(deps.db);
  try {
    const staged: { list: StagedList; rules: ActivationRules }[] = [];
    for (const options of imports)
      staged.push({ list: await stageList(deps, options, actor), rules: rulesOf(options) });
    const changes = transact(deps.db, () => staged.map(({ list, rules }) => activateStaged(deps, list, rules, actor)));
    await activated(changes);
    return staged.map(({ list }) => ({ ...getVersion(deps.db, list.id), created: list.created }));
  } finally {
    // What a failure left, and versions that are kept no longer.
    await discardStaged(deps.db);
  }
}

function removeList(deps: ListsDeps, code: string, actor: string): ListChange {
  const before = activeVersion(deps.db, code);
  if (!before) throw new AppError('not_found', 'No list with this code is searched.');
  deactivateList(deps.db, code);
  deps.audit.append({ actor, action: 'watchlist.removed', subjectId: before.id, details: { list: code } });
  return { code, fromVersionId: before.id, toVersionId: null };
}

function rulesOf({ acceptSmaller, allowOlder, ageDaysMax }: ImportOptions): ActivationRules {
  return {
    ...(acceptSmaller === undefined ? {} : { acceptSmaller }),
    ...(allowOlder === undefined ? {} : { allowOlder }),
    ...(ageDaysMax === undefined ? {} : { ageDaysMax }),
  };
}

function noting(entry: RunningImport, options: ImportOptions): (progress: ImportProgress) => void {
  return (progress) => {
    entry.progress = progress;
    options.onProgress?.(progress);
  };
}

const fileName = (path: string): string => path.replace(/^.*[\\/]/, '');

/** Runs each work after the one before it has ended, however it ended. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
