import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Config } from './appliance/config.ts';
import { authenticityCommand } from './commands/authenticity/command.ts';
import { offlineBackupCommand } from './commands/backup-offline.ts';
import { type CommandIo, outputsOf } from './commands/io.ts';
import { profileCommand } from './commands/profile.ts';
import { runCommand, USAGE } from './commands/run.ts';
import { selftestCommand } from './commands/selftest.ts';
import { type ServiceDeps, serviceCommand } from './commands/service/command.ts';
import { thisMachine } from './commands/service/machine.ts';
import { type UpdateDeps, updateCommand } from './commands/update.ts';
import { systemdControl } from './commands/update-service.ts';
import { trialCommand } from './commands/update-trial.ts';
import { openAppliance, thisProgram } from './context.ts';
import { askRunning } from './control.ts';
import type { ForkedProcess } from './desktop-link/transport.ts';
import { explainFailure, hostSurroundings, readHostConfig } from './host.ts';
import { atEnd } from './lib/at-end.ts';
import { systemClock } from './lib/clock.ts';
import { refuseDumps } from './lib/dumps.ts';
import { createLogger } from './lib/log.ts';
import { ownValue } from './lib/own.ts';
import { type Rights, takeRightsOf } from './lib/rights.ts';
import { readVersion } from './lib/version.ts';

/** The commands that need the engines. Only they load the models. */
const ENGINE_COMMANDS: readonly string[] = ['verify', 'replay'];

/** The commands that also change the program, which belongs to root if it runs as a service. They themselves switch to the owner of the data. */
const KEEPS_ROOT: readonly string[] = ['update'];

/**
 * The commands that do not use the operator's appliance: they open no data folder, or a temporary one. null: it does use the operator's appliance.
 */
const OWN_COMMANDS: Record<string, ((config: Config, args: string[], io: CommandIo) => Promise<number>) | null> = {
  update: (config, args, io) => updateCommand(config, args, io, updateDeps()),
  'update parts': null,
  'update trial': (config, args, io) =>
    trialCommand(config, args, io, { surroundings: hostSurroundings, version: readVersion() }),
  'backup verify': (config, args, io) => offlineBackupCommand(config, args, io, askLine),
  'backup restore': (config, args, io) => offlineBackupCommand(config, args, io, askLine),
  selftest: (config, args, io) => selftestCommand(config, args, io, hostSurroundings),
  authenticity: (config, args, io) => authenticityCommand(config, args, io, hostSurroundings),
  profile: (config, args, io) => profileCommand(config, args, io, hostSurroundings),
};

/**
 * `custos COMMAND ...`: sends the command to the appliance that runs on the data folder, or opens the folder itself if none runs. Results go to
 * standard output, everything else to standard error.
 */
async function main(args: string[]): Promise<number> {
  const io = outputsOf(process, process.cwd());
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help') {
    io.out(`${USAGE}\n`);
    return 0;
  }
  if (args[0] === '--version' || args[0] === 'version') {
    io.out(`custos ${readVersion()}\n`);
    return 0;
  }
  if (args[0] === 'service') return serviceCommand(serviceDeps(), args, io);
  const config = readHostConfig();
  const rights = KEEPS_ROOT.includes(args[0] ?? '') ? null : takeRightsOf(config.dataDir);
  if (rights) tellWhoWorked(rights, config.dataDir);
  const [name = '', action] = args;
  const own = ownValue(OWN_COMMANDS, Object.hasOwn(OWN_COMMANDS, `${name} ${action}`) ? `${name} ${action}` : name);
  if (own) return own(config, args, io);
  const answered = await askRunning(config.dataDir, args, io);
  if (answered !== null) return answered;
  if (args[0] === 'setup-code') {
    io.err(
      'No appliance is running on this data folder. Start it, then run the command again: only a running appliance has the code.\n',
    );
    return 1;
  }
  const appliance = await openAppliance(config, hostSurroundings(config));
  await using _appliance = atEnd(() => appliance.close(0));
  if (appliance.firstKey) io.err(`API key (shown only once, keep it): ${appliance.firstKey}\n`);
  if (ENGINE_COMMANDS.includes(args[0] ?? '')) {
    await appliance.engines.warm();
    if (args[0] === 'verify') appliance.runner.start();
  }
  return await runCommand(appliance, args, io);
}

/** Explains a failure as root: the usual reason is files that only root can open. */
function tellWhoWorked({ uid }: Rights, dataDir: string): void {
  process.once('exit', (code) => {
    if (code !== 1) return;
    process.stderr.write(
      `This command ran with the rights of user ${uid}, who owns ${dataDir}. That user must be able to open the files that you name.\n`,
    );
  });
}

function serviceDeps(): ServiceDeps {
  return {
    machine: thisMachine,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    home: process.env['CUSTOS_HOME'] || null,
    version: readVersion(),
    readConfig: readHostConfig,
  };
}

function updateDeps(): UpdateDeps {
  const isRoot = process.getuid?.() === 0;
  return {
    here: thisProgram(process.env),
    clock: systemClock,
    // It opens no appliance, so there is no log file.
    log: createLogger(systemClock, () => {}),
    service: systemdControl(thisMachine, isRoot),
    runSelf: async (args, rights) => {
      const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...args], {
        stdio: ['ignore', 'inherit', 'inherit'],
        ...rights,
      });
      const [code] = (await once(child, 'close')) as [number | null];
      return code ?? 1;
    },
  };
}

/** Reads a line from standard input; prompts for it on a terminal. */
async function askLine(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

refuseDumps();
// The reader of the output may close it early (`custos ... | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

function end(status: number): void {
  process.exitCode = status;
  // A process of Electron does not end by itself. Its output is written by then.
  if ((process as ForkedProcess).parentPort) process.stdout.write('', () => process.exit());
}

main(process.argv.slice(2)).then(end, (error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  end(1);
});
