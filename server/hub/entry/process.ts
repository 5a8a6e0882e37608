import { homedir } from 'node:os';
import { join } from 'node:path';
import { misused, outputsOf, tellFailure } from '../../commands/io.ts';
import { systemClock } from '../../lib/clock.ts';
import { refuseDumps } from '../../lib/dumps.ts';
import { AppError } from '../../lib/errors.ts';
import { createLogger, type Logger } from '../../lib/log.ts';
import { openLogFile } from '../../lib/log-file.ts';
import { type HubConfig, readHubConfig } from './config.ts';
import { HUB_OPERATORS_USAGE, hubOperatorsCommand } from './operators-command.ts';
import { runHub } from './run.ts';

/** The hub as a process: `npm run hub` and `custos start-hub` run it, and with arguments a command for its operators. */
async function main(): Promise<void> {
  const config = readHubConfig(process.env, { isRoot: process.getuid?.() === 0, homeDir: homedir() });
  const [command, ...args] = process.argv.slice(2);
  if (command !== undefined) return runCommand(config, command, args);
  const log = createLogger(systemClock, openLogFile(join(config.dataDir, 'logs', 'hub.log')));
  endOnBug(log);
  const running = await runHub(config, { clock: systemClock, log });
  say(`The hub "${config.name}" is running at ${running.url}`);
  say(`Branches connect to ${running.addresses.join(' ')}`);
  say(`Data folder: ${config.dataDir}`);
  say(`Database:    ${running.postgres ?? 'as in CUSTOS_HUB_DATABASE_URL'}`);
  say(
    `Master key:  ${config.masterKeyFile} (back it up with ${config.keysDir}: the hub cannot be opened without them)`,
  );
  if (running.setupCode !== null) {
    say(`Setup code for the first administrator (valid once, until the next start): ${running.setupCode}`);
  }
  log.info('start.listening', {});
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      say('Stopping after the work in progress ends.');
      running.stop().then(() => process.exit(0), fail);
    });
  }
  say('Press Ctrl-C to stop.');
}

/** Runs a command of the hub instead of the hub. */
async function runCommand(config: HubConfig, command: string, args: readonly string[]): Promise<void> {
  const io = outputsOf(process, process.cwd());
  try {
    if (command !== 'operators') throw misused(HUB_OPERATORS_USAGE);
    await hubOperatorsCommand(config, { clock: systemClock, log: createLogger(systemClock, () => {}) }, args, io);
  } catch (error) {
    const status = tellFailure(error, io, HUB_OPERATORS_USAGE);
    if (status === null) throw error;
    process.exitCode = status;
  }
}

/** An unexpected error ends the process, and its supervisor starts it again: everything promised is in the database. */
function endOnBug(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.error('process.failed', { kind: event }, error);
      process.stderr.write(
        'The hub failed and is stopping. See the log in the data folder for the cause, then start it again.\n',
      );
      process.exit(1);
    });
  }
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(
    `${error instanceof AppError || !(error instanceof Error) ? String((error as Error).message) : error.stack}\n`,
  );
  process.exit(1);
}

refuseDumps();
main().catch(fail);
