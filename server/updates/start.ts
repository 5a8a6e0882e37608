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
 * Who answers for what a start changes:
 * - `opened`: the start has succeeded when the appliance is open;
 * - `until_confirmed`: when whoever started it says so, which must be before anything is accepted;
 * - `held`: never; it is the trial of a new version, and who tries it holds a snapshot and puts everything back.
 */
export type StartKind = 'opened' | 'until_confirmed' | 'held';

/** What a start that changes the databases' form can be undone by. */
export interface StartSnapshot {
  /** To be called before the databases are opened. `forms`: those that this program brings them to. Throws `disk_full`. */
  beforeMigrating(forms: { main: number; keys: number }): void;
  /** The start has succeeded. Durable when it returns. */
  confirm(): void;
  /** Undoes the start unless it has been confirmed. Both databases are closed. Never throws: what is not done is done by the next start. */
  giveBack(): void;
}

type StartDeps = Pick<BaseDeps, 'clock' | 'log' | 'dataDir'>;

/**
 * First settles what a start or an update that was interrupted has left: it is undone, unless `current` names the new version already. Nothing
 * can have been accepted since its snapshot, so that nothing is lost by going back. The caller holds the data folder. Throws `folder_in_use`
 * while an update is being applied.
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

/** Brings the folder into step after what was interrupted. */
export function settle({ dataDir, clock, log }: StartDeps): void {
  const journal = readJournal(dataDir);
  if (journal === null) {
    if (giveBackSnapshot(dataDir)) log.warn('start.former_undone');
    return;
  }
  // It ends with the process that has it: whoever gets it knows that nobody applies any more.
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
      : 'The update was interrupted, and the previous version is still in force. Apply the update again.',
    endedAtMs: clock.now(),
    noted: false,
  });
  log.warn('update.settled', { outcome: cameThrough ? 'applied' : 'interrupted' });
}

/** A trial changes the databases for good: it is for nobody but who can put them back. */
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

/** Whether a database holds something, in an older form than `form`. */
function isOlder(path: string, form: number): boolean {
  if (!existsSync(path)) return false;
  const db = openReadOnly(path);
  using _db = atEnd(() => db.close());
  const found = db.pragma('user_version', { simple: true }) as number;
  return found > 0 && found < form;
}
