import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { tempFolder } from './folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 45_000;
const POLL_MS = 50;
/** On these signals the appliance is stopped and its folder is removed too. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const SIGNALLED = 130;

/** An appliance in a process and a folder of its own, for one demonstration or measurement. */
export interface ApplianceProcess extends AsyncDisposable {
  /** Its base address, without a slash at the end. */
  base: string;
  /** The first key, as the first start prints it: live, all scopes. */
  key: string;
  /** The one-time code for the first administrator. */
  setupCode: string;
  pid: number;
  /** A folder for the caller's own files; removed with the appliance. */
  folder: string;
  /** From the start of the process until it prints its address, and until the first 200 of /readyz. */
  listenMs: number;
  startMs: number;
  /** Runs one command of the command line against the appliance and returns its output. Throws if the command fails. */
  command(...args: string[]): Promise<string>;
}

/** The program to start with its arguments; `cwd` is its working folder. */
export interface ProgramTree {
  cwd: string;
  server: readonly [string, ...string[]];
  cli: readonly [string, ...string[]];
}

/** The sources of this clone. */
export const CLONE: ProgramTree = {
  cwd: ROOT,
  server: [process.execPath, 'server/process.ts'],
  cli: [process.execPath, 'server/cli.ts'],
};

/**
 * Starts the server as a person does on a bare machine, and waits until /readyz answers 200.
 *
 * @param settings environment variables; undefined removes a variable that the environment or a default sets
 * @param fill puts records into the folder before the first start
 * @param tree which program; by default this clone's sources
 * @param knownKey a key of the folder that `fill` put there: only a first start prints one
 */
export async function startApplianceProcess(
  settings: Record<string, string | undefined> = {},
  fill: (places: { folder: string; dataDir: string; masterKeyFile: string }) => unknown = () => {},
  tree: ProgramTree = CLONE,
  knownKey?: string,
): Promise<ApplianceProcess> {
  const folder = tempFolder();
  const [dataDir, masterKeyFile] = [join(folder.path, 'data'), join(folder.path, 'master.key')];
  await fill({ folder: folder.path, dataDir, masterKeyFile });
  const environment = {
    ...process.env,
    CUSTOS_DATA_DIR: dataDir,
    CUSTOS_MASTER_KEY_FILE: masterKeyFile,
    // The key's place when no setting names one.
    XDG_CONFIG_HOME: join(folder.path, 'config'),
    CUSTOS_PORT: '0',
    CUSTOS_LISTS_DIR: tmpdir(),
    ...settings,
  };
  const beginMs = performance.now();
  const [program, ...args] = tree.server;
  const child = spawn(program, args, {
    cwd: tree.cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async (): Promise<void> => {
    for (const signal of SIGNALS) process.off(signal, endOnSignal);
    await stopChild(child);
    folder[Symbol.dispose]();
  };
  const endOnSignal = (): void => void end().finally(() => process.exit(SIGNALLED));
  for (const signal of SIGNALS) process.once(signal, endOnSignal);
  try {
    const announced = await readAnnouncement(child, knownKey);
    const { base } = announced;
    const listenMs = performance.now() - beginMs;
    await waitUntilReady(base, child);
    return {
      ...announced,
      pid: child.pid ?? 0,
      folder: folder.path,
      listenMs,
      startMs: performance.now() - beginMs,
      command: (...args) => runCommand(tree, args, environment),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Reads the address and the secrets from the output of the first start. Later output is read and dropped. */
async function readAnnouncement(
  child: ChildProcess,
  knownKey: string | undefined,
): Promise<{ base: string; key: string; setupCode: string }> {
  if (!child.stdout) throw new Error('the appliance has no output to read');
  let base: string | undefined;
  let key = knownKey;
  for await (const line of createInterface({ input: child.stdout })) {
    base ??= /running at (http:\S+)/.exec(line)?.[1];
    key ??= /API key.*?: (\S+)$/.exec(line)?.[1];
    const setupCode = /Setup code for the first administrator.*?: (\S+)$/.exec(line)?.[1];
    if (base && key && setupCode) {
      child.stdout.resume();
      return { base, key, setupCode };
    }
  }
  throw new Error('the appliance ended before it said where it answers');
}

async function waitUntilReady(base: string, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs && child.exitCode === null) {
    const answer = await fetch(`${base}/readyz`);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('the appliance did not become ready; its own message is above');
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(cut);
}

async function runCommand(tree: ProgramTree, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [program, ...first] = tree.cli;
  const child = spawn(program, [...first, ...args], {
    cwd: tree.cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`custos ${args[0]} ended with ${code}`);
  return Buffer.concat(chunks).toString();
}
