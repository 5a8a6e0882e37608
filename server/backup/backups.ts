import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { archiveName, isWithin, listArchives, prepareFolder, removeOldest } from './folder.ts';
import { archiveKey, encodeHeader, masterKeyId } from './format.ts';
import { makeArchive } from './in-thread.ts';
import { type KeysKept, openKeyArchives } from './key-archives.ts';
import { openRecoveryKeys, type RecoveryKeys } from './recovery-keys.ts';
import { keptRecoveryKey } from './recovery-store.ts';
import { unprovenRestore } from './unproven.ts';
import { type BackupWarning, backupWarning } from './warnings.ts';
import { type BackupProgress, type DataAnswer, WORK_FOLDER } from './write-data.ts';

export interface BackupSettings {
  /** The default folder for backups; null: no automatic backups. */
  dir: string | null;
  /** The folder for the keys, separate from the data; null: none. */
  keysDir: string | null;
  intervalMs: number;
  /** How many backups are kept in `dir`. */
  kept: number;
  /** Whether backups include the files of registers. */
  registers: boolean;
}

export interface BackupsDeps extends Pick<BaseDeps, 'db' | 'keys' | 'clock' | 'newId' | 'audit' | 'log' | 'dataDir'> {
  /** Returns the current settings. */
  settings: () => BackupSettings;
}

/** One backup, as shown to people. */
export interface Backup {
  id: string;
  status: 'running' | 'completed' | 'failed';
  createdAt: string;
  sizeBytes: number | null;
  /** Set while it runs. */
  progress: BackupProgress | null;
  /** Why it failed, for a person. */
  problem: string | null;
}

export interface BackupResult extends Omit<DataAnswer, 'digest'> {
  id: string;
  path: string;
  keys: KeysKept;
  /** How many older ones it removed. */
  removed: number;
}

export interface BackupOptions {
  /** A folder other than the configured one; nothing is ever removed from it. */
  to?: string;
  registers?: boolean;
}

export interface Backups {
  /**
   * Makes a backup while the appliance keeps working. Throws `state_conflict` if one is running or there is no folder, `disk_full`, `backup_failed`.
   */
  create(options: BackupOptions, actor: string, onProgress?: (progress: BackupProgress) => void): Promise<BackupResult>;
  /** Starts a backup without waiting for its end; `list` reports the outcome. */
  begin(options: BackupOptions, actor: string): Backup;
  /** Returns the backups in the configured folder, the one that is running, and those that failed since the start; newest first. */
  list(): Backup[];
  recoveryKeys: RecoveryKeys;
  /** Await this after the folder of the keys changed: the new folder gets the keys, and the former one keeps none that an erasure would not reach. */
  keysMoved(former: string): Promise<void>;
  /** Await this after every action that destroys keys; see `KeyArchives.rewrite`. */
  rewriteKeyArchives(): Promise<{ rewritten: number; failed: number }>;
  /** Returns the problems that an administrator should fix. */
  warnings(): BackupWarning[];
  counts(): { lastSuccessMs: number | null; failures: number };
  /** Makes a backup if one is due. Call it periodically. */
  tick(): Promise<void>;
  /** Starts automatic backups. */
  start(): void;
  /** Aborts a running backup: nothing of it is left. */
  close(): Promise<void>;
}

const SYSTEM = 'system';

export function openBackups(deps: BackupsDeps): Backups {
  const { audit, clock, dataDir, db, keys, log, newId, settings } = deps;
  const { publicKey } = keys.signing;
  const closing = new AbortController();
  const keyArchives = openKeyArchives({ keys, clock, log, dataDir, folder: () => settings().keysDir }, closing.signal);
  // Removes what an ended process left of a backup.
  rmSync(join(dataDir, WORK_FOLDER), { recursive: true, force: true });
  let running: { shown: Backup; done: Promise<unknown> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const failed: Backup[] = [];
  let failures = 0;
  let lastAttemptMs = Number.NEGATIVE_INFINITY;
  let lastFailed = false;

  const work = async (shown: Backup, options: BackupOptions, actor: string): Promise<BackupResult> => {
    const folder = folderOf(options);
    const { id, createdAt } = shown;
    const path = join(folder, archiveName('data', publicKey, id));
    const salt = randomBytes(32);
    const masterKey = masterKeyId(keys.backupKey);
    const header = encodeHeader({
      kind: 'data',
      id,
      createdAt,
      signer: publicKey,
      salt: salt.toString('hex'),
      masterKey,
    });
    const order = {
      kind: 'data',
      path,
      header,
      key: archiveKey(keys.backupKey, salt, header),
      dataDir,
      registers: options.registers ?? settings().registers,
    } as const;
    prepareFolder(folder, publicKey);
    const onProgress = (progress: BackupProgress): void => {
      shown.progress = progress;
    };
    const { digest: _, ...answer } = await makeArchive(order, keys.signing, { signal: closing.signal, onProgress });
    const kept = await keyArchives.add(id);
    const removed = options.to === undefined ? removeOldest(folder, 'data', publicKey, settings().kept) : 0;
    const missing = answer.leftOut.filter(({ why }) => why === 'missing').length;
    const details = { bytes: answer.sizeBytes, files: answer.files, missing, keys: kept };
    transact(db, () => audit.append({ actor, action: 'backup.created', subjectId: id, details }));
    log.info('backup.created', { backup: id, ...details, removed });
    if (missing > 0) log.warn('backup.files_missing', { backup: id, missing });
    return { id, path, keys: kept, removed, ...answer };
  };

  const folderOf = ({ to }: BackupOptions): string => {
    const folder = to ?? settings().dir;
    if (folder === null) {
      throw conflict(
        'No backup folder is set. Set one under System, Settings (CUSTOS_BACKUP_DIR), or give one with --to.',
      );
    }
    const { keysDir } = settings();
    if (isWithin(dataDir, folder) || (keysDir !== null && isWithin(keysDir, folder))) {
      throw conflict('A backup must not be in the data folder or in the folder with its keys. Choose another folder.');
    }
    return folder;
  };

  const fail = (shown: Backup, error: unknown): void => {
    failures += 1;
    lastFailed = true;
    const problem = error instanceof AppError ? error.message : 'The backup failed. See the log for the cause.';
    Object.assign(shown, { status: 'failed', progress: null, problem });
    failed.unshift(shown);
    failed.splice(LIMITS.backupFailuresKept);
    log.error('backup.failed', { backup: shown.id }, error);
  };

  const launch = (options: BackupOptions, actor: string): { shown: Backup; done: Promise<BackupResult> } => {
    if (running) throw conflict('A backup is in progress. Wait until it ends.');
    folderOf(options);
    const nowMs = clock.now();
    lastAttemptMs = nowMs;
    const shown: Backup = {
      id: newId('bak'),
      status: 'running',
      createdAt: isoTime(nowMs),
      sizeBytes: null,
      progress: null,
      problem: null,
    };
    const done = work(shown, options, actor).then(
      (result) => {
        running = null;
        lastFailed = false;
        Object.assign(shown, { status: 'completed', progress: null, sizeBytes: result.sizeBytes });
        return result;
      },
      (error: unknown) => {
        running = null;
        // The process is closing: this is not a failure.
        if (!closing.signal.aborted) fail(shown, error);
        throw error;
      },
    );
    running = { shown, done: done.catch(() => {}) };
    return { shown, done };
  };

  const stored = () => {
    const { dir } = settings();
    return dir === null ? [] : listArchives(dir, 'data', publicKey);
  };
  /** null: there are none, or the folder cannot be read. */
  const newestStored = () => {
    try {
      // A backup made while the clock was ahead would delay all others until its time.
      const latest = isoTime(clock.now() + LIMITS.clockStepMs);
      return stored().find(({ createdAt }) => createdAt <= latest) ?? null;
    } catch {
      return null;
    }
  };
  const newestMs = (): number | null => {
    const newest = newestStored();
    return newest && Date.parse(newest.createdAt);
  };
  const isDue = (): boolean => {
    const nowMs = clock.now();
    if (settings().dir === null || running || nowMs - lastAttemptMs < LIMITS.backupRetryMs) return false;
    return nowMs - (newestMs() ?? Number.NEGATIVE_INFINITY) >= settings().intervalMs;
  };
  /** Never throws: a timer calls it, and an error there would end the process. */
  const tick = async (): Promise<void> => {
    try {
      await keyArchives.retry();
      // The failure was already counted and logged.
      if (!closing.signal.aborted && isDue()) await launch({}, SYSTEM).done.catch(() => {});
    } catch (error) {
      // The backup did not even begin: the folder or the key database cannot be read.
      failures += 1;
      lastFailed = true;
      log.error('backup.failed', {}, error);
    }
  };

  const recoveryKeys = openRecoveryKeys({ db, keys, audit, clock }, async () => {
    const { rewritten, failed: left } = await keyArchives.rewrite();
    // Backups made before this would have no keys until the next one.
    const newest = rewritten + left === 0 ? newestStored() : null;
    if (newest) await keyArchives.add(newest.id);
  });

  return {
    async create(options, actor, onProgress) {
      const { shown, done } = launch(options, actor);
      const telling = onProgress && setInterval(() => shown.progress && onProgress(shown.progress), PROGRESS_MS);
      return done.finally(() => clearInterval(telling));
    },
    begin(options, actor) {
      const { shown, done } = launch(options, actor);
      done.catch(() => {});
      return { ...shown };
    },
    list() {
      const completed = stored().map(({ id, createdAt, sizeBytes }) => ({
        id,
        status: 'completed' as const,
        createdAt,
        sizeBytes,
        progress: null,
        problem: null,
      }));
      // A backup that is complete but still listed as running is writing its keys.
      const others = [...(running ? [running.shown] : []), ...failed];
      return [...others, ...completed.filter(({ id }) => id !== running?.shown.id)].sort((a, b) =>
        a.id < b.id ? 1 : -1,
      );
    },
    recoveryKeys,
    async keysMoved(former) {
      const newest = newestStored();
      if (newest === null || (await keyArchives.add(newest.id)) !== 'failed') await keyArchives.leave(former);
    },
    rewriteKeyArchives: keyArchives.rewrite,
    warnings() {
      const found: BackupWarning[] = [];
      const unproven = unprovenRestore(keys.db);
      if (unproven) {
        const message = `This appliance was restored at ${unproven.at} from keys that no recovery key confirms. Their signer is ${unproven.signer}. This warning is permanent.`;
        found.push(backupWarning('restored_unproven', message, unproven.at));
      }
      if (settings().dir === null) return [...found, ...keyArchives.warnings()];
      const newest = newestMs();
      if (lastFailed) found.push(backupWarning('failed', 'The last backup failed. See the log for the cause.'));
      else if (newest === null)
        found.push(backupWarning('none', 'There is no backup yet. Create one with "custos backup create".'));
      else if (clock.now() - newest > 2 * settings().intervalMs)
        found.push(
          backupWarning(
            'old',
            `The last backup was made at ${isoTime(newest)}, which is too long ago. See the log for the cause.`,
            isoTime(newest),
          ),
        );
      const recovery = keptRecoveryKey(keys);
      if (settings().keysDir === null)
        found.push(
          backupWarning('no_keys_folder', 'The keys are not backed up. Set backup_keys_dir (CUSTOS_BACKUP_KEYS_DIR).'),
        );
      else if (recovery === null)
        found.push(
          backupWarning(
            'no_recovery_key',
            'The keys are not backed up. Create a recovery key with "custos backup recovery-key".',
          ),
        );
      else if (recovery === 'changed')
        found.push(
          backupWarning(
            'recovery_key_changed',
            'The recovery key was changed outside the appliance, so the keys are not backed up. Find out who can write to the data folder, then create a new recovery key with "custos backup recovery-key --replace".',
          ),
        );
      else if (!recovery.namesAppliance)
        found.push(
          backupWarning(
            'recovery_key_unnamed',
            'The recovery key was made by an older version and does not identify this appliance, so a swapped backup could pass for yours. Create a new recovery key with "custos backup recovery-key --replace".',
          ),
        );
      return [...found, ...keyArchives.warnings()];
    },
    counts: () => ({ lastSuccessMs: newestMs(), failures }),
    tick,
    start() {
      // Handles a process that ended between destroying a key and rewriting its copies.
      void keyArchives.rewrite();
      void tick();
      timer = setInterval(() => void tick(), LIMITS.backupTickMs);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await running?.done;
      await keyArchives.settled();
    },
  };
}

const PROGRESS_MS = 250;
