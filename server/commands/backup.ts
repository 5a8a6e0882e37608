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

/** What is told of the keys of a backup, by what became of them. */
const KEYS_TOLD: Record<KeysKept, string> = {
  kept: 'The keys were put into CUSTOS_BACKUP_KEYS_DIR.',
  no_folder:
    'The keys were NOT backed up: set CUSTOS_BACKUP_KEYS_DIR. Without them the backup opens on this machine alone.',
  no_recovery_key:
    'The keys were NOT backed up: run "custos backup recovery-key" first. Without them the backup opens on this machine alone.',
  recovery_key_changed:
    'The keys were NOT backed up: the recovery key was changed from outside the appliance. Make another one with "custos backup recovery-key --replace".',
  failed: 'The keys could NOT be backed up. The log says why.',
};

/** `custos backup create|list|recovery-key`, which need the appliance; the others work without it (`offlineBackupCommand`). */
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
  io.out(`${sizeBytes} bytes: the database, ${files} files of records, ${registers} of registers\n`);
  if (count('erased') > 0) io.out(`${count('erased')} files were erased meanwhile and left out.\n`);
  if (count('not_wanted') > 0) io.out(`${count('not_wanted')} files of registers were left out as asked.\n`);
  if (count('missing') > 0) io.err(`${count('missing')} files that records name are MISSING in the data folder.\n`);
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
  io.err(`The recovery key, shown this once. Write it down and keep it away from the backups: with both archives it opens
everything on any machine, and nothing else does. Its fingerprint: ${fingerprint}\n`);
  return 0;
}

/** A line that rewrites itself. */
export function showProgress(io: CommandIo): (progress: BackupProgress) => void {
  return ({ doneBytes, totalBytes }) => {
    const percent = Math.min(100, Math.floor((100 * doneBytes) / Math.max(1, totalBytes)));
    io.err(`\r${percent} %  ${Math.floor(doneBytes / 2 ** 20)} MiB`);
  };
}
