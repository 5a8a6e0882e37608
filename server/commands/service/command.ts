import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../../appliance/config.ts';
import { AppError } from '../../lib/errors.ts';
import { type CommandIo, invalidCommand } from '../io.ts';
import { checkHome, readText, runsSystemd, systemdVersion } from './machine.ts';
import { NETWORKS, type Network, PLACES } from './places.ts';
import { type InstallFacts, planInstall, planUninstall } from './plan.ts';
import { type Choices, readSettings, settingsWith } from './settings-file.ts';
import { serviceStatus } from './status.ts';
import { describeStep, doStep, type Machine, type Step, StepFailure } from './steps.ts';

export const SERVICE_USAGE = `custos service install [--network loopback|local|any] [--passphrase-file FILE] [--dry-run]
custos service status
custos service uninstall [--dry-run]`;

/** Dependencies of the command; tests replace them. */
export interface ServiceDeps {
  machine: Machine;
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** `CUSTOS_HOME`: the headless installation of this program; null for a clone. */
  home: string | null;
  version: string;
  /** Returns the configuration of this process. Throws `AppError`. */
  readConfig(): Config;
}

/** The example path of an installation, if there is none yet. */
const SHOWN_HOME = '/opt/custos';
/** A version that every supported system has, for when systemd cannot be asked (Debian 12). */
const SHOWN_SYSTEMD = 252;

/** `custos service ...`: Custos as a systemd service. Returns 0 done, 1 failed, 2 not understood; for `status` see `serviceStatus`. */
export async function serviceCommand(deps: ServiceDeps, args: readonly string[], io: CommandIo): Promise<number> {
  const [, action, ...rest] = args;
  try {
    if (deps.platform !== 'linux') {
      io.err(
        'Custos runs as a service only on Linux with systemd. On other systems the desktop app starts at login.\n',
      );
      return action === 'status' ? 4 : 1;
    }
    if (action === 'install') return install(deps, rest, io);
    if (action === 'uninstall') return uninstall(deps, rest, io);
    if (action === 'status' && rest.length === 0) {
      return await serviceStatus({ machine: deps.machine, version: deps.version, config: configFor(deps) }, io);
    }
    throw invalidCommand(`Use one of:\n${SERVICE_USAGE}`);
  } catch (error) {
    return explain(error, io);
  }
}

function install(deps: ServiceDeps, args: string[], io: CommandIo): number {
  const { values } = parseArgs({
    args,
    options: {
      network: { type: 'string' },
      'passphrase-file': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const choices = { network: networkOf(values.network), passphraseFile: values['passphrase-file'] };
  if (values['dry-run']) return showInstall(factsOf(deps, choices), io);
  const home = checkMachine(deps);
  checkHome(deps.machine, home);
  const facts = factsOf(deps, choices);
  doAll(planInstall(facts), deps.machine, io);
  io.out(`\n${nextSteps(facts)}`);
  return 0;
}

function uninstall(deps: ServiceDeps, args: string[], io: CommandIo): number {
  const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
  if (values['dry-run']) {
    for (const step of planUninstall(deps.home ?? SHOWN_HOME, true)) io.out(`${describeStep(step)}\n`);
    return 0;
  }
  const home = checkMachine(deps);
  const { machine } = deps;
  const { dataDir, masterKeyFile } = readSettings(readText(machine, PLACES.settings) ?? '');
  doAll(planUninstall(home, existsSync(machine.root + PLACES.unit)), machine, io);
  io.out(`
The service is removed. These stay: the data in ${dataDir}, the settings in ${PLACES.settingsFolder}, the user "${PLACES.user}".
${masterKeyFile === null ? '' : `The master key is in ${masterKeyFile}: no record can be read without it.\n`}`);
  return 0;
}

/** Returns the installation's folder. Throws `invalid_command` if nothing can be done on this machine. */
function checkMachine({ machine, isRoot, home }: ServiceDeps): string {
  if (home === null) {
    throw invalidCommand(
      'A service needs a headless installation that only root can change. "npm run package:headless" builds its ' +
        `archive. Unpack it into ${SHOWN_HOME.replace('/custos', '')} and run ${SHOWN_HOME}/custos service install. Add --dry-run to see the steps without running them.`,
    );
  }
  if (!runsSystemd(machine)) {
    throw invalidCommand(
      'This machine does not use systemd. Run Custos with "custos start", by hand or under another supervisor. Add --dry-run to see the unit.',
    );
  }
  if (!isRoot) throw invalidCommand('This command needs root. Run it with sudo.');
  return home;
}

function factsOf({ machine, home }: ServiceDeps, choices: Choices): InstallFacts {
  const settings = readText(machine, PLACES.settings);
  const { dataDir } = readSettings(settingsWith(settings, choices));
  return {
    home: home ?? SHOWN_HOME,
    choices,
    systemd: runsSystemd(machine) ? systemdVersion(machine) : SHOWN_SYSTEMD,
    hasUser: machine.run('getent', ['passwd', PLACES.user]).code === 0,
    settings,
    hasMasterKey: existsSync(machine.root + PLACES.masterKey),
    hasData: existsSync(machine.root + join(dataDir, 'keys.db')),
  };
}

function showInstall(facts: InstallFacts, io: CommandIo): number {
  const steps = planInstall(facts);
  for (const step of steps) io.out(`${describeStep(step)}\n`);
  for (const step of steps) if (step.kind === 'file') io.out(`\n--- ${step.path}\n${step.content}`);
  io.out(`\n--- then\n${nextSteps(facts)}`);
  return 0;
}

function doAll(steps: readonly Step[], machine: Machine, io: CommandIo): void {
  for (const step of steps) {
    doStep(step, machine);
    io.out(`${describeStep(step)}\n`);
  }
}

function nextSteps({ settings, choices }: InstallFacts): string {
  const { network, host, masterKeyFile } = readSettings(settingsWith(settings, choices));
  const isElsewhere = host !== null && !['127.0.0.1', '::1', 'localhost'].includes(host);
  const warning = `CUSTOS_HOST is ${host}, but the service accepts connections from this machine only. Add --network local.\n`;
  return `${isElsewhere && network === 'loopback' ? warning : ''}Next:
  custos service status                  shows whether the service answers, and its address
  sudo custos setup-code                 prints the setup code for the first administrator, to type on the console's first page
  sudo custos keys create --label NAME   creates an API key for your program
${masterKeyFile === null ? '' : `  Keep a copy of ${masterKeyFile} away from the data: no record can be read without it.\n`}`;
}

function networkOf(name: string | undefined): Network | undefined {
  if (name === undefined) return undefined;
  const found = NETWORKS.find((known) => known === name);
  if (found === undefined) throw invalidCommand(`--network takes one of ${NETWORKS.join(', ')}.`);
  return found;
}

/** Null if the user may not read the service's settings: the defaults would describe another appliance. */
function configFor({ home, readConfig }: ServiceDeps): Config | null {
  try {
    const settings = join(home ?? '/', 'custos.env');
    if (lstatSync(settings, { throwIfNoEntry: false })) accessSync(settings, constants.R_OK);
    return readConfig();
  } catch {
    return null;
  }
}

function explain(error: unknown, io: CommandIo): number {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
    io.err(`${(error as Error).message}\n${SERVICE_USAGE}\n`);
    return 2;
  }
  if (!(error instanceof AppError) && !(error instanceof StepFailure) && typeof code !== 'string') throw error;
  io.err(`${(error as Error).message}\n`);
  return error instanceof AppError ? 2 : 1;
}
