import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { DATABASE, KEYS } from '../backup/content.ts';
import { openReadOnly } from '../db/open.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import { currentVersion } from './home.ts';
import { endJournal, lockUpdates, readJournal } from './journal.ts';
import { dropSnapshot, giveBackSnapshot, hasSnapshot, takeSnapshot } from './snapshot.ts';

/**
 * Decides when the changes of a start are final:
 * - `opened`: the start has succeeded when the appliance is open;
 * - `until_confirmed`: when the caller confirms, which must be before anything is accepted;
 * - `held`: never; it is the trial of a new version, and the process that runs the trial holds a snapshot and restores everything.
 */
export type StartKind = 'opened' | 'until_confirmed' | 'held';

/** Undoes a start that changes the schema of the databases. */
export interface StartSnapshot {
  /** Call this before the databases are opened. `forms`: the schema versions that this program migrates them to. Throws `disk_full`. */
  beforeMigrating(forms: { main: number; keys: number }): void;
  /** Marks the start as successful. Durable when it returns. */
  confirm(): void;
  /** Undoes the start unless it was confirmed. Both databases are closed. Never throws: the next start does what is left. */
  giveBack(): void;
}

type StartDeps = Pick<BaseDeps, 'clock' | 'log' | 'dataDir'>;

/**
 * First settles a start or an update that was interrupted: undoes it, unless `current` already names the new version. Nothing can have been accepted
 * since its snapshot, so going back loses nothing. The caller holds the data folder. Throws `folder_in_use` while an update is being applied.
 */
export function openStartSnapshot({ dataDir, clock, log }: StartDeps, kind: StartKind): StartSnapshot {
  if (kind === 'held') {
    refuseUnlessTried(dataDir);
    return { beforeMigrating: () => {}, confirm: () => {}, giveBack: () => {} };
  }
  settle({ dataDir, clock, log });
  let taken = false;
  return {
    beforeMigrating({ main, keys }) {
      if (!isOlder(join(dataDir, DATABASE), main) && !isOlder(join(dataDir, KEYS), keys)) return;
      takeSnapshot(dataDir);
      taken = true;
      log.info('start.snapshot_taken');
    },
    confirm() {
      if (taken) dropSnapshot(dataDir);
      taken = false;
    },
    giveBack() {
      if (!taken) return;
      taken = false;
      try {
        giveBackSnapshot(dataDir);
        log.warn('start.undone');
      } catch (error) {
        log.error('start.not_undone', {}, error);
      }
    },
  };
}

/** Settles what was interrupted. */
export function settle({ dataDir, clock, log }: StartDeps): void {
  const journal = readJournal(dataDir);
  if (journal === null) {
    if (giveBackSnapshot(dataDir)) log.warn('start.former_undone');
    return;
  }
  // The lock ends with the process that holds it: a process that gets it knows that no update is in progress.
  const lock = lockUpdates(dataDir);
  using _lock = atEnd(() => lock.release());
  const cameThrough = currentVersion(journal.home) === journal.to;
  if (cameThrough) dropSnapshot(dataDir);
  else giveBackSnapshot(dataDir);
  const { id, from, to } = journal;
  endJournal(dataDir, {
    id,
    from,
    to,
    outcome: cameThrough ? 'applied' : 'interrupted',
    reason: cameThrough
      ? null
      : 'The update was interrupted, and the previous version is still installed. Apply the update again.',
    endedAtMs: clock.now(),
    noted: false,
  });
  log.warn('update.settled', { outcome: cameThrough ? 'applied' : 'interrupted' });
}

/** A trial changes the databases for good, so only a process that can restore them may run it. */
function refuseUnlessTried(dataDir: string): void {
  if (readJournal(dataDir) !== null && hasSnapshot(dataDir) && isHeld(dataDir)) return;
  throw new AppError('invalid_command', 'Only "custos update apply" starts a trial. Run that command.');
}

function isHeld(dataDir: string): boolean {
  try {
    lockUpdates(dataDir).release();
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** Returns whether a database holds data in an older schema version than `form`. */
function isOlder(path: string, form: number): boolean {
  if (!existsSync(path)) return false;
  const db = openReadOnly(path);
  using _db = atEnd(() => db.close());
  const found = db.pragma('user_version', { simple: true }) as number;
  return found > 0 && found < form;
}
