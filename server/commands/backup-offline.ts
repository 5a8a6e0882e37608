import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../appliance/config.ts';
import type { KeysFrom, OpenKeys, RecoveryProof } from '../backup/open-keys.ts';
import { type Restored, restoreBackup } from '../backup/restore.ts';
import { type Verified, verifyBackup } from '../backup/verify.ts';
import { systemClock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { createIds } from '../lib/ids.ts';
import { BACKUP_USAGE, showProgress } from './backup.ts';
import { type CommandIo, invalidCommand, misused, tellFailure } from './io.ts';

/** Asks for a secret that must not be in the arguments, where others could see it. */
export type AskSecret = (question: string) => Promise<string>;

const OPTIONS = {
  to: { type: 'string' },
  keys: { type: 'string' },
  'recovery-key-file': { type: 'string' },
  'accept-signer': { type: 'string' },
  'master-key-file': { type: 'string' },
} as const;

/**
 * `custos backup verify|restore`: works on any machine, whether an appliance runs or not. Returns 0 if all is intact, 1 if something is not, 2 for
 * a command that is not understood.
 */
export async function offlineBackupCommand(
  config: Config,
  args: string[],
  io: CommandIo,
  askSecret: AskSecret,
): Promise<number> {
  try {
    return await run(config, args, io, askSecret);
  } catch (error) {
    const status = tellFailure(error, io, BACKUP_USAGE);
    if (status === null) throw error;
    return status;
  }
}

async function run(config: Config, args: string[], io: CommandIo, askSecret: AskSecret): Promise<number> {
  const { values, positionals } = parseArgs({ args: args.slice(1), allowPositionals: true, options: OPTIONS });
  const [action, file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw misused(BACKUP_USAGE);
  const path = resolve(io.cwd, file);
  const inCwd = (it: string): string => resolve(io.cwd, it);
  const secretFile = values['recovery-key-file'];
  const readProof = async (): Promise<RecoveryProof> => ({
    recoveryKey: await (secretFile === undefined ? askSecret('Recovery key: ') : readText(inCwd(secretFile))),
    acceptSigner: values['accept-signer'],
  });
  const keysFrom: KeysFrom =
    values.keys === undefined
      ? { kind: 'machine', dataDir: config.dataDir, masterKey: config.masterKey }
      : { kind: 'archive', path: inCwd(values.keys), ...(await readProof()) };
  if (action === 'verify') {
    tellVerified(await verifyBackup(path, keysFrom, readProof), io);
    return 0;
  }
  if (values.to === undefined) throw invalidCommand(`Give an empty folder with --to.\n${BACKUP_USAGE}`);
  const restored = await restoreBackup(
    {
      path,
      folder: inCwd(values.to),
      keysFrom,
      keyFile:
        values['master-key-file'] === undefined
          ? configuredKeyFile(config, values.keys)
          : inCwd(values['master-key-file']),
    },
    { clock: systemClock, newId: createIds(systemClock), onProgress: showProgress(io) },
  );
  io.err('\r');
  tellRestored(restored, inCwd(values.to), io);
  return restored.ok ? 0 : 1;
}

/** Returns the path of the configured key file. A passphrase is not a file; for a keystore it is the file that the desktop app checks first. */
function configuredKeyFile({ masterKey }: Config, keys: string | undefined): string {
  if (masterKey.kind === 'file') return masterKey.path;
  if (masterKey.kind === 'keystore') return join(dirname(masterKey.path), 'master.key');
  if (keys === undefined) return '';
  const detail =
    'The restore writes the master key to a file, but a passphrase is configured. Give a path for the file with --master-key-file.';
  throw invalidCommand(detail);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError('not_found', `The file ${path} cannot be read (${code}). Check the path.`, cause);
  }
}

/** What was compared with what. */
const NAMED_BY: Record<OpenKeys['signer']['namedBy'], string> = {
  machine: "matches this machine's own keys",
  'recovery key': 'your recovery key belongs to the same appliance',
  order: 'you accepted it: your recovery key does not identify an appliance, and nothing else confirms it',
};

const tellSigner = ({ fingerprint, namedBy }: OpenKeys['signer'], io: CommandIo): void =>
  io.out(`Made by the appliance ${fingerprint} (${NAMED_BY[namedBy]}).\n`);

function tellVerified(verified: Verified, io: CommandIo): void {
  io.out(`The backup is complete: ${verified.id}, made at ${verified.createdAt}, ${verified.sizeBytes} bytes.\n`);
  tellSigner(verified.signer, io);
  if (verified.kind === 'keys') {
    io.out(`It contains the keys of ${verified.records} records, and your recovery key opens it.\n`);
    return;
  }
  const { tables, registers, audit, leftOut } = verified.end;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  io.out(`${tables.length} tables with ${rows} rows, ${verified.files} record files, ${registers} register files\n`);
  io.out(`The audit log up to entry ${audit.count}. ${leftOut.length} files were left out when the backup was made.\n`);
}

function tellRestored(restored: Restored, folder: string, io: CommandIo): void {
  for (const { what, expected, found, problems } of restored.proofs) {
    io.out(`${problems.length === 0 ? 'OK    ' : 'FAILED'} ${what}: ${found} of ${expected}\n`);
    for (const problem of problems) io.out(`       ${problem}\n`);
  }
  if (!restored.ok) {
    io.err(
      'The restored data does not match the backup. The folder is marked as unfinished and cannot be used as a data folder.\n',
    );
    return;
  }
  const count = (why: string): number => restored.leftOut.filter((it) => it.why === why).length;
  if (restored.erased > 0) io.out(`${restored.erased} records that were erased after the backup stay erased.\n`);
  if (restored.lostEntries > 0)
    io.out(`${restored.lostEntries} audit log entries were written after the backup and are not in it.\n`);
  if (count('missing') > 0) io.out(`${count('missing')} files were already missing when the backup was made.\n`);
  if (count('not_wanted') > 0)
    io.out(`${count('not_wanted')} register files are not in the backup. Import those registers again.\n`);
  io.out(`Restored: ${restored.id}, made at ${restored.createdAt}, into ${folder}\n`);
  tellSigner(restored.signer, io);
  if (restored.keyFile !== null) io.out(`Master key: ${restored.keyFile}\n`);
  io.err(
    'Set CUSTOS_DATA_DIR to this folder. API keys and operators that were revoked after the backup work again: revoke them.\n',
  );
}
