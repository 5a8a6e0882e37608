import { setEnvironmentData, Worker, type WorkerOptions } from 'node:worker_threads';
import { besideModule } from './beside.ts';
import { GATE, Gate } from './gate.ts';

/** What is in native code for longer hangs: nobody waits for it any more. */
const WAIT_MS = 10_000;
const GUARD = ['--import', besideModule(import.meta.url, 'guard-natives').href];
/** What was loaded first in this process: Node hands it on by itself where a thread gets no arguments. Other options are not a thread's own. */
const LOADED_FIRST = process.execArgv.flatMap((arg, at, all) =>
  arg === '--import' ? [arg, all[at + 1] ?? ''] : arg.startsWith('--import=') ? [arg] : [],
);

/** Code given as text would run before the guard. */
export type ThreadOptions = Omit<WorkerOptions, 'eval'>;

/**
 * Starts a thread whose native code is never interrupted: `terminate` ends it once it is out of it. One that hangs there is left alone after
 * some seconds, and ended if it ever comes out. Every thread is started here.
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

/** The gate goes beside the thread's own data, which a library's script may look at. */
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
