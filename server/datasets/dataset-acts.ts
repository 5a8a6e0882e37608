import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import type { NewId } from '../lib/ids.ts';
import { createActQueue } from './act-queue.ts';
import { type BegunImport, begun, createImportLedger, type ImportLedger } from './imports.ts';
import type { ImportProgress } from './progress.ts';

/** What an import of one kind needs, and what the operations on it do. The last three run inside a transaction. */
interface Work<Options, Result, Version, More extends unknown[]> {
  /** The word for several in messages: `registers`. */
  noun: string;
  /** Throws `invalid_request` if an option is not valid. */
  check(options: Options): void;
  /** `signal` ends it. */
  run(options: Options, actor: string, signal: AbortSignal): Promise<Result>;
  /** Called after another version came into force. */
  changed(): void;
  activate(versionId: string, actor: string, ...more: More): Version;
  remove(code: string, actor: string): void;
  limitAge(code: string, ageDaysMax: number | null, actor: string): void;
}

interface ImportOptions {
  paths: readonly string[];
  onProgress?: (progress: ImportProgress) => void;
}

/** The operations of one kind. One runs at a time: a second one waits for the first. */
export interface OpenActs<Options, Result, Version, More extends unknown[]> {
  begin(options: Options, actor: string): BegunImport<Result>;
  activate(versionId: string, actor: string, ...more: More): Promise<Version>;
  remove(code: string, actor: string): Promise<void>;
  setAgeLimit(code: string, ageDaysMax: number | null, actor: string): Promise<void>;
  imports: ImportLedger;
  /** Gives running work this many milliseconds to end, then ends it. */
  close(timeoutMs: number): Promise<void>;
}

/** Returns the operations on the versions of one kind whose imports run in a thread. */
export function openDatasetActs<
  Options extends ImportOptions,
  Result extends { version: { id: string }; created: boolean },
  Version,
  More extends unknown[],
>(
  deps: { db: Db; clock: Clock; newId: NewId },
  work: Work<Options, Result, Version, More>,
): OpenActs<Options, Result, Version, More> {
  const { db } = deps;
  const closing = new AbortController();
  const { run: inTurn, ...queue } = createActQueue(
    () => Promise.resolve(),
    () => {},
  );
  const imports = createImportLedger(deps, work.noun);
  return {
    begin(options, actor) {
      work.check(options);
      return imports.track(
        options.paths,
        (steps) => inTurn(() => work.run(begun(steps, options), actor, closing.signal)),
        ({ version: { id }, created }) => [{ id, created }],
      );
    },
    activate: (versionId, actor, ...more) =>
      inTurn(async () => {
        const { version } = transact(db, () => ({ version: work.activate(versionId, actor, ...more) }));
        work.changed();
        return version;
      }),
    remove: (code, actor) =>
      inTurn(async () => {
        transact(db, () => work.remove(code, actor));
        work.changed();
      }),
    setAgeLimit: (code, ageDaysMax, actor) =>
      inTurn(async () => transact(db, () => work.limitAge(code, ageDaysMax, actor))),
    imports,
    async close(timeoutMs) {
      await queue.close(timeoutMs);
      closing.abort();
      await queue.settled();
    },
  };
}
