import type * as Electron from 'electron';
import { appliancePaths } from './paths.ts';
import { prepareApp } from './prepare.ts';

/** As the first argument: the program is the command line, and what follows is the command. */
const COMMAND_ARGUMENT = '--command';
/** The first launcher of an AppImage may add it before the arguments of a person. */
const NO_SANDBOX = '--no-sandbox';
/** Commands that change a headless installation. The app updates itself, and is no service. */
const NOT_OF_THE_APP: readonly string[] = ['service', 'update'];

type CommandElectron = Pick<typeof Electron, 'app' | 'protocol' | 'utilityProcess'>;
type CommandProcess = Pick<NodeJS.Process, 'cwd' | 'env' | 'resourcesPath'> & {
  stderr: { write(text: string): unknown };
};

/**
 * Returns the command that this start is for; null: it opens the app. Only the first argument counts: whatever opens the app with an address or a
 * file cannot make it a command.
 */
export function commandOf(argv: readonly string[], isPackaged: boolean): string[] | null {
  // In a clone the program's folder comes before them.
  const given = argv.slice(isPackaged ? 1 : 2);
  const [first, ...command] = given[0] === NO_SANDBOX ? given.slice(1) : given;
  return first === COMMAND_ARGUMENT ? command : null;
}

/**
 * Runs a command as `custos` does in a headless installation, without a window, and ends the program with its status. It works beside the running
 * app, which it asks. It has the rights of the account that called it, which must be able to open the data folder.
 */
export async function runCommandLine(
  electron: CommandElectron,
  process: CommandProcess,
  args: string[],
): Promise<void> {
  const { app, utilityProcess } = electron;
  const [name = ''] = args;
  if (NOT_OF_THE_APP.includes(name)) {
    process.stderr.write(`The desktop app has no command "${name}". It updates itself: open System, Updates.\n`);
    app.exit(2);
    return;
  }
  prepareApp(electron);
  await app.whenReady();
  const { commandLine, weightsDir } = appliancePaths({
    appPath: app.getAppPath(),
    resourcesPath: process.resourcesPath,
    isPackaged: app.isPackaged,
    weightsDir: process.env['CUSTOS_WEIGHTS_DIR'],
  });
  const child = utilityProcess.fork(commandLine, args, {
    cwd: process.cwd(),
    env: { ...process.env, CUSTOS_WEIGHTS_DIR: weightsDir },
    stdio: ['ignore', 'inherit', 'inherit'],
    serviceName: 'Custos command',
  });
  child.once('exit', (code) => app.exit(code));
}
