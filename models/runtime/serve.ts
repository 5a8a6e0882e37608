import { parentPort, workerData } from 'node:worker_threads';
import { EngineError } from '../ports.ts';
import { collectGarbage } from './garbage.ts';
import { COLLECT, type WorkerCall, type WorkerReport } from './messages.ts';

/** The result of an operation; `transfer` names the buffers that move to the caller instead of being copied. */
export interface Served {
  output: unknown;
  transfer?: ArrayBuffer[];
}

/** Operations of a worker by name. `input` is the input of `WorkerPool.call`. */
export type Operations = Record<string, (input: never) => Promise<Served>>;

/**
 * Makes this thread a worker of a `WorkerPool`: `load` gets the pool's `data`, loads the models and returns the
 * operations. An error of `load` becomes `unavailable`; an error of an operation becomes `bad_input` unless it is an
 * `EngineError`. A library's own message is not passed on, because it may hold input.
 */
export function serveOperations<Data>(load: (data: Data) => Promise<Operations>): void {
  const port = parentPort;
  if (port === null) throw new EngineError('unavailable', 'A worker script was started outside a worker thread.');
  const report = (message: WorkerReport, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  load(workerData as Data).then(
    (own) => {
      const operations = { ...own, [COLLECT]: async () => ({ output: collectGarbage() }) };
      port.on('message', (call: WorkerCall) => void runOperation(operations, call, report));
      report({ kind: 'ready' });
    },
    (error: unknown) => report({ kind: 'broken', problem: describeLoadFailure(error) }),
  );
}

async function runOperation(
  operations: Operations,
  call: WorkerCall,
  report: (message: WorkerReport, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const operation = operations[call.operation];
    if (operation === undefined) throw new EngineError('unavailable', `There is no operation ${call.operation}.`);
    const served = await operation(call.input as never);
    report({ kind: 'done', output: served.output }, served.transfer);
  } catch (error) {
    report({ kind: 'failed', ...describeFailure(error, call.operation) });
  }
}

function describeFailure(error: unknown, operation: string): Pick<EngineError, 'failure' | 'message'> {
  if (error instanceof EngineError) return { failure: error.failure, message: error.message };
  const name = error instanceof Error ? error.name : typeof error;
  return { failure: 'bad_input', message: `The file cannot be processed (${operation}: ${name}).` };
}

/** A load failure concerns our own files, never a client's, so the message may be shown in full. */
function describeLoadFailure(error: unknown): string {
  return error instanceof Error ? error.message : 'The engine could not be loaded.';
}
