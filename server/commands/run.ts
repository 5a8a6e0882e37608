import type { Appliance } from '../context.ts';
import { AppError } from '../lib/errors.ts';
import { ownValue } from '../lib/own.ts';
import { AUDIT_USAGE, auditCommand } from './audit.ts';
import { BACKUP_USAGE, backupCommand } from './backup.ts';
import { CLOCK_USAGE, clockCommand } from './clock.ts';
import { EVIDENCE_USAGE, evidenceCommand } from './evidence.ts';
import { FACES_USAGE, facesCommand } from './faces/command.ts';
import type { CommandIo } from './io.ts';
import { KEYS_USAGE, keysCommand } from './keys.ts';
import { LAN_USAGE, lanCommand } from './lan.ts';
import { LISTS_USAGE, listsCommand } from './lists.ts';
import { OPERATORS_USAGE, operatorsCommand } from './operators.ts';
import { PROFILE_USAGE } from './profile.ts';
import { REGISTERS_USAGE, registersCommand } from './registers.ts';
import { REPLAY_USAGE, replayCommand } from './replay.ts';
import { RETENTION_USAGE, retentionCommand } from './retention.ts';
import { SCREEN_USAGE, screenCommand } from './screen.ts';
import { SELFTEST_USAGE } from './selftest.ts';
import { SERVICE_USAGE } from './service/command.ts';
import { SETUP_CODE_USAGE, setupCodeCommand } from './setup-code.ts';
import { UPDATE_USAGE } from './update.ts';
import { updatePartsCommand } from './update-parts.ts';
import { VERIFY_USAGE, verifyCommand } from './verify.ts';
import { VERIFY_DATA_USAGE, verifyDataCommand } from './verify-data.ts';

type Command = (appliance: Appliance, args: string[], io: CommandIo) => Promise<number>;

const COMMANDS: Record<string, Command> = {
  keys: keysCommand,
  operators: operatorsCommand,
  lan: lanCommand,
  lists: listsCommand,
  registers: registersCommand,
  faces: facesCommand,
  retention: retentionCommand,
  clock: clockCommand,
  audit: auditCommand,
  'verify-data': verifyDataCommand,
  backup: backupCommand,
  evidence: evidenceCommand,
  replay: replayCommand,
  verify: verifyCommand,
  screen: screenCommand,
  update: updatePartsCommand,
  'setup-code': setupCodeCommand,
};

/** Of a headless installation's launcher: a clone is started by npm. */
const START_USAGE = 'custos start';

export const USAGE = [
  ...(process.env['CUSTOS_HOME'] ? [START_USAGE] : []),
  KEYS_USAGE,
  OPERATORS_USAGE,
  LAN_USAGE,
  LISTS_USAGE,
  REGISTERS_USAGE,
  FACES_USAGE,
  SCREEN_USAGE,
  VERIFY_USAGE,
  RETENTION_USAGE,
  CLOCK_USAGE,
  AUDIT_USAGE,
  VERIFY_DATA_USAGE,
  BACKUP_USAGE,
  UPDATE_USAGE,
  EVIDENCE_USAGE,
  REPLAY_USAGE,
  SELFTEST_USAGE,
  PROFILE_USAGE,
  SETUP_CODE_USAGE,
  SERVICE_USAGE,
].join('\n');

/** Does one command of the command line. Returns its exit status: 0 done, 1 not, 2 not understood. */
export async function runCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = args;
  const command = name === undefined ? undefined : ownValue(COMMANDS, name);
  if (!command) {
    io.err(`${USAGE}\n`);
    return 2;
  }
  try {
    return await command(appliance, rest, io);
  } catch (error) {
    return explain(appliance, error, io);
  }
}

function explain(appliance: Appliance, error: unknown, io: CommandIo): number {
  const code = (error as { code?: unknown }).code;
  if (error instanceof AppError) {
    io.err(`${error.message}\n`);
    return error.code === 'invalid_command' ? 2 : 1;
  }
  // What util.parseArgs says of an option that it does not know.
  if (error instanceof Error && typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
    io.err(`${error.message}\n${USAGE}\n`);
    return 2;
  }
  appliance.log.error('command.failed', {}, error);
  io.err('The command failed. The log in the data folder says why.\n');
  return 1;
}
