import { join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { isoTime } from '../lib/clock.ts';
import { oneAtATime } from '../lib/turns.ts';
import { archiveName, listArchives, prepareFolder, removeOldest, type StoredArchive } from './folder.ts';
import { archiveKey, encodeHeader } from './format.ts';
import { makeArchive } from './in-thread.ts';
import { sealingSalt, sealingSecret } from './recovery-key.ts';
import { keptRecoveryKey } from './recovery-store.ts';
import { type BackupWarning, backupWarning } from './warnings.ts';

/** How many key archives are kept: one broken archive does not lose everything, and an erasure reaches every one. */
export const KEY_ARCHIVES_KEPT = 2;

export interface KeyArchivesDeps extends Pick<BaseDeps, 'keys' | 'clock' | 'log' | 'dataDir'> {
  /** The folder that holds them now, separate from the data; null: none. */
  folder: () => string | null;
}

/** What happened to the keys in a backup. */
export type KeysKept = 'kept' | 'no_folder' | 'no_recovery_key' | 'recovery_key_changed' | 'failed';

/**
 * The key archives, which open the other archives on another machine; they are sealed for the recovery key alone. No
 * other copy of the keys exists, so a key that an erasure destroys here is destroyed in every backup.
 */
export interface KeyArchives {
  /** Adds an archive under this backup's id and removes all but the newest. Never throws. */
  add(id: string): Promise<KeysKept>;
  /**
   * Rewrites every archive from the current keys, so none holds a destroyed key. Never throws: an archive that cannot
   * be reached counts as failed, and `retry` tries again.
   */
  rewrite(): Promise<{ rewritten: number; failed: number }>;
  /** Rewrites the archives if an earlier attempt failed, or if one knows of fewer erasures than the key database. */
  retry(): Promise<void>;
  /** Removes the archives from a folder that is no longer used: no erasure would reach them. Never throws. */
  leave(folder: string): Promise<void>;
  /** Resolves when nothing is being written. */
  settled(): Promise<unknown>;
  /** Returns why the keys are not safe, or not destroyed. */
  warnings(): BackupWarning[];
}

export function openKeyArchives(deps: KeyArchivesDeps, signal: AbortSignal): KeyArchives {
  const { clock, dataDir, keys, log } = deps;
  const countErasures = keys.db.prepare('SELECT count(*) FROM erased_records').pluck();
  const erasures = (): number => countErasures.get() as number;
  let mustRewrite = false;
  let addFailed = false;
  /** A former folder could not be cleared. */
  let leftBehind = false;
  /** One at a time: an older read must never replace a newer one. */
  const inTurn = oneAtATime();
  const storedIn = (folder: string): StoredArchive[] => listArchives(folder, 'keys', keys.signing.publicKey);
  const stored = (): StoredArchive[] => {
    const folder = deps.folder();
    return folder === null ? [] : storedIn(folder);
  };

  const write = async (id: string, path: string, recovery: string): Promise<void> => {
    const { ephemeral, secret } = sealingSecret(recovery);
    const header = encodeHeader({
      kind: 'keys',
      id,
      createdAt: isoTime(clock.now()),
      signer: keys.signing.publicKey,
      recovery,
      ephemeral,
      erasures: erasures(),
    });
    const key = archiveKey(secret, sealingSalt(recovery, ephemeral), header);
    await makeArchive({ kind: 'keys', path, header, key, masterKey: keys.masterKey, dataDir }, keys.signing, {
      signal,
    });
  };

  const rewriteOne = async ({ id, path }: StoredArchive, recovery: string): Promise<boolean> => {
    try {
      await write(id, path, recovery);
      return true;
    } catch (error) {
      if (!signal.aborted) log.error('backup.keys_rewrite_failed', { backup: id }, error);
      return false;
    }
  };

  const rewriteAll = async (): Promise<{ rewritten: number; failed: number }> => {
    const folder = deps.folder();
    // The next start rewrites them all.
    if (folder === null || signal.aborted) return { rewritten: 0, failed: 0 };
    mustRewrite = true;
    let recovery: ReturnType<typeof keptRecoveryKey>;
    let archives: StoredArchive[];
    try {
      recovery = keptRecoveryKey(keys);
      if (recovery === null) {
        mustRewrite = false;
        return { rewritten: 0, failed: 0 };
      }
      prepareFolder(folder, keys.signing.publicKey);
      archives = storedIn(folder);
      // They stay as they are until a person creates another recovery key.
      if (recovery === 'changed') return { rewritten: 0, failed: archives.length };
    } catch (error) {
      log.error('backup.keys_rewrite_failed', {}, error);
      return { rewritten: 0, failed: 1 };
    }
    let rewritten = 0;
    for (const archive of archives) if (await rewriteOne(archive, recovery.publicKey)) rewritten += 1;
    const failed = archives.length - rewritten;
    mustRewrite = failed > 0;
    return { rewritten, failed };
  };

  const areStale = (): boolean => {
    try {
      return stored().some(({ header }) => header.kind === 'keys' && header.erasures < erasures());
    } catch {
      return mustRewrite;
    }
  };

  const add = async (id: string): Promise<KeysKept> => {
    const folder = deps.folder();
    if (folder === null) return 'no_folder';
    const { publicKey } = keys.signing;
    try {
      const recovery = keptRecoveryKey(keys);
      if (recovery === null) return 'no_recovery_key';
      if (recovery === 'changed') return 'recovery_key_changed';
      prepareFolder(folder, publicKey);
      await write(id, join(folder, archiveName('keys', publicKey, id)), recovery.publicKey);
      removeOldest(folder, 'keys', publicKey, KEY_ARCHIVES_KEPT);
      addFailed = false;
      return 'kept';
    } catch (error) {
      log.error('backup.keys_failed', { backup: id }, error);
      addFailed = true;
      return 'failed';
    }
  };

  return {
    add: (id) => inTurn(() => add(id)),
    rewrite: () => inTurn(rewriteAll),
    retry: () =>
      inTurn(async () => {
        if (!signal.aborted && (mustRewrite || areStale())) await rewriteAll();
      }),
    leave: (folder) =>
      inTurn(async () => {
        try {
          removeOldest(folder, 'keys', keys.signing.publicKey, 0);
        } catch (error) {
          leftBehind = true;
          log.error('backup.keys_left', {}, error);
        }
      }),
    settled: () => inTurn(async () => {}),
    warnings() {
      const found: BackupWarning[] = [];
      if (addFailed)
        found.push(backupWarning('keys_failed', 'The keys could not be backed up. See the log for the cause.'));
      if (mustRewrite || leftBehind)
        found.push(
          backupWarning(
            'keys_remain',
            'A key archive that cannot be reached may still contain destroyed keys. Make its folder available again.',
          ),
        );
      return found;
    },
  };
}
