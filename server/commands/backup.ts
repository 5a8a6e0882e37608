import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Appliance } from '../appliance/appliance.ts';
import type { BackupResult } from '../backup/backups.ts';
import type { KeysKept } from '../backup/key-archives.ts';
import type { BackupProgress } from '../backup/write-data.ts';
import { type CommandIo, misused } from './io.ts';

export const BACKUP_USAGE = `custos backup create [--to DIR] [--without-registers]
custos backup list
custos backup recovery-key [--replace]
custos backup verify FILE [--keys FILE] [--recovery-key-file FILE] [--accept-signer FINGERPRINT]
custos backup restore FILE --to FOLDER [--keys FILE] [--recovery-key-file FILE] [--master-key-file FILE]
  [--accept-signer FINGERPRINT]`;

const ACTOR = 'cli';

/** What is printed about the keys of a backup, by where they were written. */
const KEYS_TOLD: Record<KeysKept, string> = {
  kept: 'The keys were backed up to CUSTOS_BACKUP_KEYS_DIR.',
  no_folder:
    'The keys were NOT backed up. Set CUSTOS_BACKUP_KEYS_DIR: without the keys the backup opens only on this machine.',
  no_recovery_key:
    'The keys were NOT backed up. Run "custos backup recovery-key" first: without the keys the backup opens only on this machine.',
  recovery_key_changed:
    'The keys were NOT backed up. The recovery key was changed outside the appliance. Create a new one with "custos backup recovery-key --replace".',
  failed: 'The keys could NOT be backed up. See the log for the cause.',
};

/** `custos backup create|list|recovery-key`, which need the appliance. The other actions work without it (`offlineBackupCommand`). */
export async function backupCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'create') return create(appliance, rest, io);
  if (action === 'list' && rest.length === 0) return list(appliance, io);
  if (action === 'recovery-key') return makeRecoveryKey(appliance, rest, io);
  throw misused(BACKUP_USAGE);
}

async function create({ backups }: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' }, 'without-registers': { type: 'boolean' } } });
  const options = {
    ...(values.to === undefined ? {} : { to: resolve(io.cwd, values.to) }),
    ...(values['without-registers'] ? { registers: false } : {}),
  };
  const result = await backups.create(options, ACTOR, showProgress(io));
  io.err('\r');
  io.out(`${result.path}\n`);
  tellResult(result, io);
  return 0;
}

function tellResult({ files, registers, leftOut, sizeBytes, keys }: BackupResult, io: CommandIo): void {
  const count = (why: string): number => leftOut.filter((it) => it.why === why).length;
  io.out(`${sizeBytes} bytes: the database, ${files} record files, ${registers} register files\n`);
  if (count('erased') > 0) io.out(`${count('erased')} files were erased during the backup and left out.\n`);
  if (count('not_wanted') > 0) io.out(`${count('not_wanted')} register files were left out as requested.\n`);
  if (count('missing') > 0)
    io.err(`${count('missing')} files that belong to records are MISSING in the data folder.\n`);
  (keys === 'kept' ? io.out : io.err)(`${KEYS_TOLD[keys]}\n`);
}

function list({ backups }: Appliance, io: CommandIo): number {
  for (const { id, status, createdAt, sizeBytes, problem } of backups.list()) {
    io.out(
      `${[id, createdAt, status, sizeBytes === null ? '' : `${sizeBytes} bytes`, problem ?? ''].join('  ').trimEnd()}\n`,
    );
  }
  for (const { message } of backups.warnings()) io.err(`${message}\n`);
  return 0;
}

async function makeRecoveryKey({ backups }: Appliance, args: string[], io: CommandIo): Promise<number> {
  const { values } = parseArgs({ args, options: { replace: { type: 'boolean' } } });
  const { secretText, fingerprint } = await backups.recoveryKeys.make(ACTOR, values.replace === true);
  io.out(`${secretText}\n`);
  io.err(`This is the recovery key. It is shown only once. Write it down and keep it away from the backups. With a backup and its key archive
it opens all data on any machine, and nothing else does. Its fingerprint: ${fingerprint}\n`);
  return 0;
}

/** Returns a function that shows progress in one line, which it rewrites. */
export function showProgress(io: CommandIo): (progress: BackupProgress) => void {
  return ({ doneBytes, totalBytes }) => {
    const percent = Math.min(100, Math.floor((100 * doneBytes) / Math.max(1, totalBytes)));
    io.err(`\r${percent} %  ${Math.floor(doneBytes / 2 ** 20)} MiB`);
  };
}
