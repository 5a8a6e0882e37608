import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../appliance/config.ts';
import type { BaseDeps } from '../audit/deps.ts';
import { lockFolder } from '../db/open.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { ownValue } from '../lib/own.ts';
import { type Rights, rightsOf, withRightsOf } from '../lib/rights.ts';
import { applyTree } from '../updates/apply.ts';
import { currentVersion } from '../updates/home.ts';
import { readJournal, readResult } from '../updates/journal.ts';
import { addedLanguages } from '../updates/languages.ts';
import { packFault } from '../updates/manifest.ts';
import { type Here, planProgram } from '../updates/plan.ts';
import { type OpenPack, openPack } from '../updates/read-pack.ts';
import { fingerprintOf, trustedKeys } from '../updates/trusted-keys.ts';
import { type CommandIo, invalidCommand, misused, tellFailure } from './io.ts';
import { makeKeyPair } from './packs.ts';
import { describePack, packUpdate, UPDATE_KEYS, UPDATE_PACK_USAGE } from './update-pack.ts';
import type { ServiceControl } from './update-service.ts';

export const UPDATE_USAGE = `custos update verify PACK
custos update apply PACK [--only program|lists|languages] [--accept-smaller] [--allow-older] [--without-backup]
custos update status
${UPDATE_PACK_USAGE}`;

/** Dependencies of the command; tests replace them. */
export interface UpdateDeps extends Pick<BaseDeps, 'clock' | 'log'> {
  here: Here;
  service: ServiceControl;
  /** Runs another command of this program as a separate process with these rights. Returns its exit status. */
  runSelf(args: string[], rights: Rights | null): Promise<number>;
}

const ACTIONS: Record<string, (config: Config, args: string[], io: CommandIo, deps: UpdateDeps) => Promise<void>> = {
  verify,
  apply,
  status: async (config, _args, io, deps) => status(config, io, deps),
  pack: (_config, args, io, { clock, here }) => packUpdate(args, io, { clock, version: here.version }),
  keys: async (_config, args, io) => makeKeyPair(args, io, UPDATE_KEYS),
};

/** `custos update ...`. Returns 0 done, 1 failed, 2 not understood. */
export async function updateCommand(config: Config, args: string[], io: CommandIo, deps: UpdateDeps): Promise<number> {
  const [, name = '', ...rest] = args;
  try {
    const action = ownValue(ACTIONS, name);
    if (!action) throw misused(UPDATE_USAGE);
    await action(config, rest, io, deps);
    return 0;
  } catch (error) {
    const status = tellFailure(error, io, UPDATE_USAGE);
    if (status === null) throw error;
    return status;
  }
}

const open = (config: Config, path: string, { clock }: UpdateDeps): Promise<OpenPack> =>
  openPack(path, { publicKeys: makersOf(config), nowMs: clock.now() });

/** Only the environment says whom root trusts: the configuration file belongs to the service, and its administrators can change it. */
const makersOf = (config: Config): string[] =>
  trustedKeys(
    rightsOf(config.dataDir) === null || config.source.variableOf('update_keys') !== null ? config.updateKeys : [],
  );

async function verify(config: Config, args: string[], io: CommandIo, deps: UpdateDeps): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  using pack = await open(config, onePath(positionals, io), deps);
  io.out(describePack(pack.manifest));
  io.out(`signed by  ${fingerprintOf(pack.signedBy)}, which this appliance trusts\n`);
  const { program } = pack.manifest;
  if (program) io.out(`here       ${foretell(() => planProgram(program, deps.here), deps.here)}\n`);
}

function foretell(plan: () => { way: string }, here: Here): string {
  try {
    const { way } = plan();
    if (way === 'tree') return `"custos update apply" would update ${here.version} to it`;
    return way === 'installer' ? 'you can apply it on the screen System, Updates' : notAnInstallation;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

const notAnInstallation =
  'this program runs from its source code and does not update itself: get the new source code the same way as before';

function onePath(positionals: readonly string[], io: CommandIo): string {
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw misused(UPDATE_USAGE);
  return resolve(io.cwd, path);
}

const PARTS = ['program', 'lists', 'languages'] as const;

async function apply(config: Config, args: string[], io: CommandIo, deps: UpdateDeps): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      'accept-smaller': { type: 'boolean', default: false },
      'allow-older': { type: 'boolean', default: false },
      'without-backup': { type: 'boolean', default: false },
    },
  });
  const { only } = values;
  if (only !== undefined && !PARTS.some((part) => part === only)) {
    throw invalidCommand(`--only takes one of: ${PARTS.join(', ')}.`);
  }
  const path = onePath(positionals, io);
  using pack = await open(config, path, deps);
  const { program, lists, languages } = pack.manifest;
  const isWanted = (part: (typeof PARTS)[number]): boolean => only === undefined || only === part;
  // Checked before any other part is applied: a package that cannot be applied completely is not applied in part, unless the user asks for that.
  const plan = program && isWanted('program') ? planProgram(program, deps.here) : null;
  if (plan && plan.way !== 'tree')
    throw packFault(
      'pack_other_platform',
      notAnInstallation,
      undefined,
      'To apply its other parts, name one with --only.',
    );
  const rights = rightsOf(config.dataDir);
  const parts = PARTS.filter(
    (part) => part !== 'program' && isWanted(part) && (part === 'lists' ? lists : languages).length > 0,
  );
  if (parts.length > 0) {
    const flags = (['accept-smaller', 'allow-older'] as const)
      .filter((flag) => values[flag])
      .map((flag) => `--${flag}`);
    const code = await deps.runSelf(['update', 'parts', path, '--only', parts.join(','), ...flags], rights);
    if (code !== 0)
      throw new AppError(
        'update_failed',
        'The lists or languages were not applied, so the update stopped. See the messages above.',
      );
  }
  if (!program || plan?.way !== 'tree') {
    if (parts.length === 0)
      throw packFault(
        'pack_invalid',
        'it contains none of the requested parts',
        undefined,
        'Run "custos update verify" to see what it contains.',
      );
    return;
  }
  await applyProgram(
    { config, pack, tree: plan.tree, version: program.version.to, backup: !values['without-backup'] },
    io,
    deps,
  );
}

interface ProgramOrder {
  config: Config;
  pack: OpenPack;
  tree: Parameters<typeof applyTree>[0]['tree'];
  version: string;
  backup: boolean;
}

async function applyProgram(
  { config, backup, ...order }: ProgramOrder,
  io: CommandIo,
  deps: UpdateDeps,
): Promise<void> {
  const { dataDir } = config;
  const home = deps.here.home ?? '';
  if (!existsSync(dataDir)) {
    throw new AppError(
      'invalid_configuration',
      `There is no data folder ${dataDir}. Set CUSTOS_DATA_DIR to the data folder of this appliance, or start Custos once.`,
    );
  }
  const say = (line: string): void => io.err(`${line}\n`);
  if (backup && config.backup.dir !== null) {
    say('Making a backup');
    if ((await deps.runSelf(['backup', 'create'], rightsOf(dataDir))) !== 0) {
      throw new AppError(
        'update_failed',
        'The backup before the update failed, so nothing was changed. Solve the problem, or skip the backup with --without-backup.',
      );
    }
  }
  const started = await stopRunning(dataDir, home, deps.service, say);
  using _started = atEnd(() => started.again());
  const { clock, log } = deps;
  await applyTree(order, { home, dataDir, clock, log, trialMs: LIMITS.updateTrialMs, say });
  io.out(`Version ${order.version} is installed.\n`);
}

/** Stops the process that runs on the data folder in an orderly way, if possible. Throws `folder_in_use`. */
async function stopRunning(
  dataDir: string,
  home: string,
  service: ServiceControl,
  say: (line: string) => void,
): Promise<{ again(): void }> {
  if (!(await isRunning(dataDir))) return { again: () => {} };
  if (!service.runs(home)) {
    throw new AppError(
      'folder_in_use',
      'Custos is running on this data folder. Stop it (press Ctrl-C where it was started, or as root run: systemctl stop custos), then apply the update again. Nothing was changed.',
    );
  }
  say('Stopping the service');
  service.stop();
  return {
    again() {
      say('Starting the service');
      service.start();
    },
  };
}

async function isRunning(dataDir: string): Promise<boolean> {
  try {
    await withRightsOf(dataDir, async () => lockFolder(join(dataDir, 'lock.db')).release());
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

function status(config: Config, io: CommandIo, { here }: UpdateDeps): void {
  const inForce = here.home === null ? null : currentVersion(here.home);
  io.out(`version    ${inForce ?? here.version}${here.home === null ? ', from source code' : `, in ${here.home}`}\n`);
  const keys = makersOf(config);
  io.out(
    `trusts     ${keys.length === 0 ? 'no publisher: set CUSTOS_UPDATE_KEYS' : keys.map(fingerprintOf).join(', ')}\n`,
  );
  for (const { code, madeAt } of addedLanguages(config.dataDir, keys)) {
    const isUsed = config.languages.includes(code);
    io.out(`language   ${code} of ${madeAt}${isUsed ? '' : ' (not used: add it to CUSTOS_LANGUAGES)'}\n`);
  }
  const journal = readJournal(config.dataDir);
  if (journal)
    io.out(`under way  from ${journal.from} to ${journal.to}; if it was interrupted, the next start resolves it\n`);
  const result = readResult(config.dataDir);
  if (result) io.out(`last       from ${result.from} to ${result.to}: ${result.reason ?? 'succeeded'}\n`);
}
