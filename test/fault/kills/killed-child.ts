import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { must } from '../../../server/lib/assert.ts';

const MOMENTS = new URL('moments.ts', import.meta.url).href;
export const FAKE_SERVER = fileURLToPath(new URL('../killed-server.ts', import.meta.url));
export const REAL_SERVER = fileURLToPath(new URL('../../../server/process.ts', import.meta.url));

/** The server was killed before it answered. */
export class Gone extends Error {}

/** A server in its own process that is killed with SIGKILL, by itself at a counted moment or from here. */
export interface KilledChild {
  pid: number;
  /** Its port. Throws `Gone` if it was killed before it listened. */
  listening(): Promise<number>;
  /** Counts moments from now on, and dies at this one; 0: only counts. */
  arm(dieAt: number): Promise<void>;
  /** The number of moments since then. */
  moments(): Promise<number>;
  /** Lets a waiting server work on jobs. */
  work(): void;
  /** Kills it if it is still alive, and waits for its end. Throws unless SIGKILL ended it. */
  kill(): Promise<void>;
  /** Ends it normally. Throws if that fails. */
  stop(): Promise<void>;
  /** Resolves when it has ended. */
  gone: Promise<void>;
}

/** @param env of the child; with `KILLED_AT` it counts from the start of the process */
export function startChild(script: string, env: Record<string, string>): KilledChild {
  const child = spawn(process.execPath, ['--import', MOMENTS, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const gone = ended.then(() => {});
  const port = readPort(child);
  const ask = async (order: object): Promise<number> => {
    const answered = once(child, 'message') as Promise<[{ moments: number }]>;
    child.send(order, () => {});
    return Promise.race([answered.then(([{ moments }]) => moments), gone.then(() => Promise.reject(new Gone()))]);
  };
  return {
    pid: must(child.pid, 'it was started'),
    gone,
    async listening() {
      const told = await Promise.race([port, gone.then(() => null)]);
      if (told === null) throw new Gone();
      return told;
    },
    async arm(dieAt) {
      await ask({ arm: dieAt });
    },
    moments: () => ask({ count: true }),
    work: () => void child.send('work', () => {}),
    async stop() {
      child.kill('SIGTERM');
      expect(await ended, 'it ends in order').toEqual([0, null]);
    },
    async kill() {
      child.kill('SIGKILL');
      const [code, signal] = await ended;
      expect(signal, `it ended by itself with ${code}, not by the kill`).toBe('SIGKILL');
    },
  };
}

/** Null if it ended before it printed a port. */
async function readPort({ stdout }: ChildProcess): Promise<number | null> {
  const lines = createInterface({ input: must(stdout, 'it is piped') });
  for await (const line of lines) {
    const [, port] = /^(?:port |Custos is running at http:\/\/127\.0\.0\.1:)(\d+)$/.exec(line) ?? [];
    if (port === undefined) continue;
    must(stdout, 'it is piped').resume();
    return Number(port);
  }
  return null;
}
