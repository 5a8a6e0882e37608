import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { must } from '../../../server/lib/assert.ts';

/** The calls by which Node and SQLite change the disk, in any thread. */
const CALLS = 'pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir';

/** The `at`th call of one kind, counted over all threads. */
export interface SystemCall {
  call: string;
  at: number;
}

/** Traces a process from now on with strace(1), in all of its threads. */
export interface Tracer {
  /** Resolves when strace is attached. */
  attached: Promise<void>;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
}

/** Why no process can be killed within a system call here, or null. */
export function whyNoTracing(): string | null {
  if (process.platform !== 'linux') return 'strace is of Linux alone';
  // A process that strace did not start itself, as in the tests.
  const probe = spawn('sleep', ['5'], { stdio: 'ignore' });
  try {
    const { error, stderr } = spawnSync('timeout', ['-s', 'INT', '0.5', 'strace', '-p', String(probe.pid)]);
    if (error) return 'timeout or strace is not installed';
    return String(stderr).includes('attached') ? null : 'strace may not follow a process here';
  } finally {
    probe.kill();
  }
}

/** Writes the calls of a process to a file. */
export const listCalls = (pid: number, file: string): Tracer => trace(pid, ['-e', `trace=${CALLS}`, '-o', file]);

/** Kills a process as it enters this call, before the system executes it. */
export const killAtCall = (pid: number, { call, at }: SystemCall): Tracer =>
  trace(pid, ['-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${at}`, '-o', '/dev/null']);

/** The calls that `listCalls` wrote, each as a possible kill. */
export function readCalls(file: string): SystemCall[] {
  const seen = new Map<string, number>();
  const calls: SystemCall[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined || call === undefined) continue;
    const at = (seen.get(`${thread} ${call}`) ?? 0) + 1;
    seen.set(`${thread} ${call}`, at);
    calls.push({ call, at });
  }
  return calls;
}

function trace(pid: number, args: string[]): Tracer {
  const strace = spawn('strace', ['-f', ...args, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
  return { attached: untilAttached(strace), ended: once(strace, 'exit').then(() => {}) };
}

async function untilAttached({ stderr }: ChildProcess): Promise<void> {
  const output = must(stderr, 'it is piped');
  for await (const line of createInterface({ input: output })) {
    if (!line.includes('attached')) continue;
    output.resume();
    return;
  }
  throw new Error('strace did not follow the process');
}
