import { setEnvironmentData, Worker, type WorkerOptions } from 'node:worker_threads';
import { besideModule } from './beside.ts';
import { GATE, Gate } from './gate.ts';

/** A thread in native code for longer hangs and is no longer waited for. */
const WAIT_MS = 10_000;
const GUARD = ['--import', besideModule(import.meta.url, 'guard-natives').href];
/** The modules loaded first in this process: Node passes them on automatically if a thread gets no arguments. Other options are not per thread. */
const LOADED_FIRST = process.execArgv.flatMap((arg, at, all) =>
  arg === '--import' ? [arg, all[at + 1] ?? ''] : arg.startsWith('--import=') ? [arg] : [],
);

/** Code passed as text would run before the guard. */
export type ThreadOptions = Omit<WorkerOptions, 'eval'>;

/**
 * Starts a thread whose native code is never interrupted: `terminate` ends it once it has left native code. A thread
 * that hangs there is abandoned after a few seconds, and ended if it ever leaves. Every thread is started here.
 */
export function startThread(script: URL | string, { execArgv = LOADED_FIRST, ...options }: ThreadOptions = {}): Worker {
  const gate = new Gate();
  const thread = newWorker(script, { ...options, execArgv: [...GUARD, ...execArgv] }, gate);
  const terminate = thread.terminate.bind(thread);
  thread.once('exit', () => gate.forget());
  thread.terminate = async () => {
    if (await gate.close(WAIT_MS)) return terminate();
    thread.unref();
    void gate.close(Number.POSITIVE_INFINITY).then(terminate);
    return 1;
  };
  return thread;
}

/** The gate is passed separately from the thread's own data, which a library's script may inspect. */
function newWorker(script: URL | string, options: ThreadOptions, gate: Gate): Worker {
  setEnvironmentData(GATE, gate.shared as never);
  try {
    return new Worker(script, options);
  } catch (error) {
    gate.forget();
    throw error;
  } finally {
    setEnvironmentData(GATE);
  }
}
