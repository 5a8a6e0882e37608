import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('./headless-client.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const STOP_TIMEOUT_MS = 60_000;
/** Any user except root; the number needs no account. */
export const USER = 54_323;
const AS_USER = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];
/** Where the installation and the writable folder are mounted. */
export const HOME = '/mnt/custos';
export const STATE = '/srv';
const ENVIRONMENT = [
  'PATH=/usr/bin:/bin',
  `HOME=${STATE}`,
  `CUSTOS_DATA_DIR=${STATE}/data`,
  `CUSTOS_MASTER_KEY_FILE=${STATE}/key/master.key`,
];

/**
 * What the unit does for the service, by hand: a network with only the loopback, and everything read-only except its own folders. There are no homes,
 * /tmp is its own, the user is another one without root's rights, and output goes to a log.
 */
const SANDBOX = `set -eu
ip link set lo up
mount --bind "$1" /mnt
mount --bind "$2" ${STATE}
for place in $(cut -d' ' -f5 /proc/self/mountinfo | sort -u); do
  case $place in
    ${STATE}|/dev*|/proc*|/sys*) ;;
    # Some lie below others and cannot be reached; that it holds is looked at below.
    *) mount -o remount,bind,ro "$place" 2> /dev/null || : ;;
  esac
done
for place in /tmp /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs $place; done
for place in /home /root; do mount -t tmpfs -o mode=000,ro tmpfs $place; done
if touch /etc/custos-was-here 2> /dev/null || touch /mnt/was-here 2> /dev/null; then echo 'the sandbox holds nothing' >&2; exit 9; fi
cd ${STATE}
umask 077
exec env -i ${ENVIRONMENT.join(' ')} RUNTIME_DIRECTORY=${STATE}/run CUSTOS_SHOW_SECRETS=off CUSTOS_PORT=0 \\
  ${AS_USER.join(' ')} --bounding-set=-all --inh-caps=-all --no-new-privs ${HOME}/custos start`;

/** Whether root on this machine can give a program its own mounts and network. */
export function canSandbox(): boolean {
  try {
    const script = 'ip link set lo up && mount -t tmpfs tmpfs /tmp && mount -o remount,bind,ro /';
    execFileSync('unshare', ['--mount', '--net', '--propagation', 'private', 'sh', '-c', script], { stdio: 'ignore' });
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

/** A headless appliance that runs as the unit runs it. */
export interface Sandboxed {
  base: string;
  /** Everything that it has printed so far. */
  printed(): string;
  /** Runs a command of its command line as its user. Returns the exit code too. */
  custos(...args: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Runs `headless-client.ts` in its network. Returns the client's output. */
  client(...args: string[]): Promise<string>;
  /** Asks it to end and waits. Returns its exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Makes the folder that the appliance may write to, as systemd makes a service's folders. */
export function makeState(folder: string): string {
  const state = join(folder, 'state');
  for (const path of ['', 'data', 'key', 'run', 'backup']) {
    mkdirSync(join(state, path), { mode: 0o700 });
    chownSync(join(state, path), USER, USER);
  }
  chmodSync(folder, 0o755);
  return state;
}

/**
 * Starts the unpacked installation below `place` with `state` as its only writable folder. Waits until its engines are loaded.
 *
 * @param place holds `custos/`
 */
export async function startSandboxed(place: string, state: string): Promise<Sandboxed> {
  const args = ['--mount', '--net', '--propagation', 'private', 'sh', '-c', SANDBOX, 'sh', place, state];
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  await untilPrinted(child, () => printed, /Press Ctrl-C to stop/);
  const inside = ['-t', String(child.pid), '--net'];
  return {
    base: /running at (http:\S+)/.exec(printed)?.[1] ?? '',
    printed: () => printed,
    async custos(...asked) {
      const program = [...AS_USER, 'env', '-i', ...ENVIRONMENT, `${HOME}/custos`, ...asked];
      try {
        const { stdout, stderr } = await run('nsenter', [...inside, '--mount', '--wd=/', ...program]);
        return { code: 0, out: stdout, err: stderr };
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, out: stdout, err: stderr };
      }
    },
    async client(...asked) {
      return (await run('nsenter', [...inside, process.execPath, CLIENT, ...asked])).stdout;
    },
    stop: () => stop(child),
    kill: () => void child.kill('SIGKILL'),
  };
}

async function untilPrinted(child: ChildProcess, printed: () => string, awaited: RegExp): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!awaited.test(printed())) {
    if (performance.now() > deadlineMs) child.kill('SIGKILL');
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`it ended before it was ready: ${printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const [code] = (await ended) as [number | null];
  clearTimeout(cut);
  return code;
}
