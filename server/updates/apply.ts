import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BaseDeps } from '../audit/deps.ts';
import { lockFolder } from '../db/open.ts';
import { isDiskFull } from '../lib/disk-full.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { rightsOf, withRightsOf } from '../lib/rights.ts';
import { compareVersions, currentVersion, switchTo } from './home.ts';
import { endJournal, lockUpdates, type UpdateResult, writeJournal } from './journal.ts';
import { type ProgramTree, packFault } from './manifest.ts';
import type { OpenPack } from './read-pack.ts';
import { dropSnapshot, giveBackSnapshot, takeSnapshot } from './snapshot.ts';
import { settle } from './start.ts';
import { runTrial } from './trial.ts';
import { removeVersions, unpackTree } from './unpack.ts';

export interface ApplyOrder {
  pack: OpenPack;
  tree: ProgramTree;
  version: string;
}

export interface ApplyDeps extends Pick<BaseDeps, 'clock' | 'log' | 'dataDir'> {
  home: string;
  trialMs: number;
  /** Reports progress to a person. */
  say(line: string): void;
}

const WAIT_MS = 100;

/**
 * Puts the program of a verified package into force. Nothing is accepted between the snapshot and the change of `current`, so going back loses
 * nothing; the update is complete at that change. Whenever the process ends, the next start of the version that `current` names settles the rest
 * (`openStartSnapshot`). Throws `folder_in_use` if an appliance is running, `disk_full`, `update_failed`; the previous version then stays in force.
 */
export async function applyTree(order: ApplyOrder, deps: ApplyDeps): Promise<void> {
  const { home, dataDir, say } = deps;
  const asOwner = <T>(work: () => T): Promise<T> => withRightsOf(dataDir, async () => work());
  let folder: { release(): void } | null = await asOwner(() => openSettled(deps));
  let updates: { release(): void } | null = null;
  try {
    updates = await asOwner(() => lockUpdates(dataDir));
    // Read this only now: an update that was in progress when the order was read may have completed.
    const from = versionBefore(home, order.version);
    const { id } = order.pack.manifest;
    const ended = (outcome: UpdateResult['outcome'], reason: string | null): UpdateResult => {
      return { id, from, to: order.version, outcome, reason, endedAtMs: deps.clock.now(), noted: false };
    };
    await asOwner(() => writeJournal(dataDir, { id, from, to: order.version, home, begunAtMs: deps.clock.now() }));
    try {
      removeVersions(home, [from]);
      say(`Unpacking version ${order.version}`);
      await unpackTree(order.pack, order.tree, home, order.version);
      say('Copying the databases');
      await asOwner(() => takeSnapshot(dataDir));
      say(`Testing version ${order.version} on the data, with no access for users`);
      folder.release();
      folder = null;
      const rights = rightsOf(dataDir);
      const problem = await runTrial({ home, version: order.version, rights, timeoutMs: deps.trialMs });
      folder = await withRightsOf(dataDir, () => lockAgain(dataDir));
      if (problem !== null)
        throw new AppError(
          'update_failed',
          `Version ${order.version} was tested and does not work here: ${problem}. Everything was restored, and version ${from} stays installed. Report this to the publisher of the update.`,
        );
      switchTo(home, order.version);
    } catch (error) {
      // Another process holds the folder: the next start that gets the folder goes back.
      if (folder === null) throw error;
      // Otherwise the update is complete. Whether it survives a power failure is unknown; the journal settles that.
      if (currentVersion(home) !== order.version) {
        await asOwner(() => {
          giveBackSnapshot(dataDir);
          endJournal(dataDir, ended('rolled_back', reasonOf(error)));
        });
        removeVersions(home, [from]);
      }
      throw error;
    }
    await asOwner(() => {
      dropSnapshot(dataDir);
      endJournal(dataDir, ended('applied', null));
    });
    removeVersions(home, [from, order.version]);
  } finally {
    folder?.release();
    updates?.release();
  }
}

/** Returns the version in force, which a failed update goes back to. Throws `update_invalid` if `next` is not newer. */
function versionBefore(home: string, next: string): string {
  const from = currentVersion(home);
  if (from === null) {
    throw packFault('pack_other_platform', `${home} is not an installation`, undefined, 'Reinstall Custos.');
  }
  const order = compareVersions(next, from);
  if (order === 0) throw packFault('pack_same', `it contains version ${next}, which was installed in the meantime`);
  if (order < 0)
    throw packFault('pack_older', `it contains version ${next}, but ${from} was installed in the meantime`);
  return from;
}

/** Takes the data folder and settles anything that was interrupted. */
function openSettled(deps: ApplyDeps): { release(): void } {
  const lock = lockFolder(join(deps.dataDir, 'lock.db'));
  try {
    settle(deps);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (isDiskFull(error)) return 'The disk is full. Free some space, then apply the update again.';
  return `The new version could not be installed (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`;
}

/** The trial process may need a moment to end. */
async function lockAgain(dataDir: string): Promise<{ release(): void }> {
  for (let waitedMs = 0; ; waitedMs += WAIT_MS) {
    try {
      return lockFolder(join(dataDir, 'lock.db'));
    } catch (error) {
      if (!(error instanceof AppError) || waitedMs >= LIMITS.updateLockWaitMs) throw error;
      await setTimeout(WAIT_MS);
    }
  }
}
