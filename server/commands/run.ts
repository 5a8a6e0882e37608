import type { Appliance } from '../appliance/appliance.ts';
import { ownValue } from '../lib/own.ts';
import { AUDIT_USAGE, auditCommand } from './audit.ts';
import { AUTHENTICITY_USAGE } from './authenticity/command.ts';
import { BACKUP_USAGE, backupCommand } from './backup.ts';
import { CLOCK_USAGE, clockCommand } from './clock.ts';
import { EVIDENCE_USAGE, evidenceCommand } from './evidence.ts';
import { FACES_USAGE, facesCommand } from './faces/command.ts';
import { HUB_USAGE, hubCommand } from './hub.ts';
import { type CommandIo, tellFailure } from './io.ts';
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
import { TRUST_USAGE, trustCommand } from './trust.ts';
import { UPDATE_USAGE } from './update.ts';
import { updatePartsCommand } from './update-parts.ts';
import { VERIFY_USAGE, verifyCommand } from './verify.ts';
import { VERIFY_DATA_USAGE, verifyDataCommand } from './verify-data.ts';

interface Command {
  usage: string;
  /** Runs the command in an open appliance; missing for commands that open none, or a temporary one (server/cli.ts). */
  run?(appliance: Appliance, args: string[], io: CommandIo): Promise<number>;
}

const COMMANDS: Record<string, Command> = {
  keys: { usage: KEYS_USAGE, run: keysCommand },
  operators: { usage: OPERATORS_USAGE, run: operatorsCommand },
  lan: { usage: LAN_USAGE, run: lanCommand },
  hub: { usage: HUB_USAGE, run: hubCommand },
  lists: { usage: LISTS_USAGE, run: listsCommand },
  registers: { usage: REGISTERS_USAGE, run: registersCommand },
  trust: { usage: TRUST_USAGE, run: trustCommand },
  faces: { usage: FACES_USAGE, run: facesCommand },
  screen: { usage: SCREEN_USAGE, run: screenCommand },
  verify: { usage: VERIFY_USAGE, run: verifyCommand },
  retention: { usage: RETENTION_USAGE, run: retentionCommand },
  clock: { usage: CLOCK_USAGE, run: clockCommand },
  audit: { usage: AUDIT_USAGE, run: auditCommand },
  'verify-data': { usage: VERIFY_DATA_USAGE, run: verifyDataCommand },
  backup: { usage: BACKUP_USAGE, run: backupCommand },
  update: { usage: UPDATE_USAGE, run: updatePartsCommand },
  evidence: { usage: EVIDENCE_USAGE, run: evidenceCommand },
  replay: { usage: REPLAY_USAGE, run: replayCommand },
  authenticity: { usage: AUTHENTICITY_USAGE },
  selftest: { usage: SELFTEST_USAGE },
  profile: { usage: PROFILE_USAGE },
  'setup-code': { usage: SETUP_CODE_USAGE, run: setupCodeCommand },
  service: { usage: SERVICE_USAGE },
};

/** Usage of every command, one or more lines each. A clone runs them with `npm start`, an installation with its own program. */
export const USAGE = [
  ...(process.env['CUSTOS_HOME'] ? ['custos start'] : []),
  ...Object.values(COMMANDS).map(({ usage }) => usage),
].join('\n');

/** Runs one command. Returns its exit status: 0 done, 1 failed, 2 not understood. */
export async function runCommand(appliance: Appliance, args: string[], io: CommandIo): Promise<number> {
  const [name = '', ...rest] = args;
  const run = ownValue(COMMANDS, name)?.run;
  if (!run) {
    io.err(`${USAGE}\n`);
    return 2;
  }
  try {
    return await run(appliance, rest, io);
  } catch (error) {
    const status = tellFailure(error, io, USAGE);
    if (status !== null) return status;
    appliance.log.error('command.failed', {}, error);
    io.err('The command failed. See the log in the data folder for the cause.\n');
    return 1;
  }
}
