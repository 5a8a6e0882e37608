import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { NaiveRequest, NaiveWorkers } from './naive/process.ts';
import type { NaiveFiles, NaiveResult } from './naive/verify.ts';

const FOLDER = new URL('naive/', import.meta.url);

/** The naive assembly in its own process. */
export interface NaiveVerifier extends AsyncDisposable {
  pid: number;
  verify(files: NaiveFiles, lastName: string): Promise<NaiveResult>;
}

/** Starts it and waits until its models are loaded. Its language data goes to `folder`. */
export async function startNaiveVerifier(folder: string, workers: NaiveWorkers = 'new'): Promise<NaiveVerifier> {
  const child = fork(fileURLToPath(new URL('process.ts', FOLDER)), [join(folder, `naive-${workers}`), workers]);
  await once(child, 'message');
  const waiting = new Map<number, (result: NaiveResult) => void>();
  child.on('message', ({ id, result }: { id: number; result: NaiveResult }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let next = 0;
  return {
    pid: child.pid ?? 0,
    verify: (files, lastName) =>
      new Promise((resolve) => {
        const id = next++;
        waiting.set(id, resolve);
        const [front, back, selfie] = [files.front, files.back, files.selfie].map((file) => file.toString('base64'));
        child.send({ id, front, back, selfie, lastName } as NaiveRequest);
      }),
    [Symbol.asyncDispose]: () => end(child, () => child.disconnect()),
  };
}

/** The naive upload route in its own process. */
export interface NaiveUpload extends AsyncDisposable {
  base: string;
  pid: number;
}

export async function startNaiveUpload(folder: string): Promise<NaiveUpload> {
  const script = fileURLToPath(new URL('upload.ts', FOLDER));
  const child = spawn(process.execPath, [script, join(folder, 'naive-uploads')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [base] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { base, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => end(child, () => child.stdin.end()) };
}

async function end(child: ChildProcess, ask: () => void): Promise<void> {
  const ended = once(child, 'exit');
  ask();
  await ended;
}
