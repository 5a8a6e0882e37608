import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { must } from '../../../server/lib/assert.ts';
import type { InnerFigures, ProbeAsk } from './probe.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const urlOf = (file: string): string => new URL(file, import.meta.url).href;
const STOP_TIMEOUT_MS = 60_000;
const READY_TIMEOUT_MS = 300_000;
const POLL_MS = 50;

/** A live key with all scopes: the first start takes it from the environment. */
export const ENTRY_KEY = `sk_live_${'s'.repeat(43)}`;

/** The real entry, `server/process.ts`, as a process. Its folder outlives it. */
export interface EntryProcess {
  base: string;
  pid: number;
  child: ChildProcess;
  /** From its start until it prints its address. */
  listenMs: number;
  /** The figures that it reports. */
  figures(): Promise<InnerFigures>;
  /** Moves its clock. */
  advance(ms: number): Promise<void>;
  /** Waits until /readyz answers 200. */
  ready(): Promise<void>;
  /** Asks it to end and waits. Throws if it ends in another way. */
  stop(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
}

export interface EntryOptions {
  /** The folder of its data and its master key. */
  folder: string;
  engines?: 'fake' | 'real';
  /** How far its clock is ahead. */
  aheadMs?: number;
  settings?: Record<string, string>;
  /** Called when it prints its address. */
  onListening?: (pid: number) => void;
}

/** The settings that tell such a process, or `loadConfig`, where the data is. */
export const placesOf = (folder: string) => ({
  CUSTOS_DATA_DIR: join(folder, 'data'),
  CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key'),
  CUSTOS_LISTS_DIR: join(folder, 'lists'),
});

/** Starts the process and waits until it prints its address. Throws if it ends before. */
export async function startEntry(options: EntryOptions): Promise<EntryProcess> {
  const { folder, engines = 'fake', aheadMs = 0, settings = {}, onListening } = options;
  const beginMs = performance.now();
  const child = fork(join(ROOT, 'server/process.ts'), [], {
    cwd: ROOT,
    execArgv: [
      '--expose-gc',
      ...['--import', urlOf('probe.ts')],
      ...(engines === 'fake' ? ['--import', urlOf('fake-engines-hook.ts')] : []),
    ],
    env: {
      ...process.env,
      ...placesOf(folder),
      CUSTOS_API_KEY: ENTRY_KEY,
      CUSTOS_TEST_AHEAD_MS: String(aheadMs),
      XDG_CONFIG_HOME: join(folder, 'config'),
      CUSTOS_PORT: '0',
      CUSTOS_REQUESTS_PER_MINUTE: '1000000',
      CUSTOS_CREATES_PER_MINUTE: '1000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const pid = child.pid ?? 0;
  const base = await readBase(child);
  onListening?.(pid);
  const listenMs = performance.now() - beginMs;
  const ask = async <Answer>(asked: ProbeAsk): Promise<Answer> => {
    const [answer] = await Promise.all([once(child, 'message'), child.send(asked)]);
    return answer[0] as Answer;
  };
  return {
    base,
    pid,
    child,
    listenMs,
    figures: () => ask({ ask: 'figures' }),
    advance: async (ms) => void (await ask({ ask: 'advance', ms })),
    ready: () => waitUntilReady(base, child),
    async stop() {
      const code = await end(child, 'SIGTERM');
      if (code !== 0) throw new Error(`the server was asked to end, and ended with ${code}`);
    },
    async kill() {
      await end(child, 'SIGKILL');
    },
  };
}

async function readBase(child: ChildProcess): Promise<string> {
  const output = must(child.stdout, 'its output is read');
  for await (const line of createInterface({ input: output })) {
    const base = /running at (http:\S+)/.exec(line)?.[1];
    if (base === undefined) continue;
    output.resume();
    return base;
  }
  throw new Error('the server ended before it said where it answers');
}

async function waitUntilReady(base: string, child: ChildProcess): Promise<void> {
  const untilMs = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < untilMs && child.exitCode === null) {
    const answer = await fetch(`${base}/readyz`);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await sleep(POLL_MS);
  }
  throw new Error('the server did not become ready');
}

/** Its exit code, or the signal that ended it. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const cut = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const [code, by] = (await ended) as [number | null, string | null];
  clearTimeout(cut);
  return code ?? by ?? 'nothing';
}
