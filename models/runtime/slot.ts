import type { Worker } from 'node:worker_threads';
import { EngineError } from '../ports.ts';
import { type MemoryLimits, roomFor, watchMemory } from '../threads/memory.ts';
import { startThread } from '../threads/start.ts';
import type { WorkerCall, WorkerReport } from './messages.ts';
import { type Meter, meterWorker } from './meter.ts';
import { OFFLINE_ARGUMENTS } from './offline.ts';

/** A call that takes more memory ends the thread and throws `crashed`; outside V8's heap, where large files unpack, `bad_input`. */
export interface SlotOptions extends MemoryLimits {
  /** For messages: `image`, `pdf`, ... */
  name: string;
  script: URL;
  data: unknown;
  loadTimeoutMs: number;
}

interface Waiting {
  settle(report: WorkerReport): void;
  reject(error: EngineError): void;
}

/** One worker thread and the one report that is awaited from it. A slot that ended is never reused. */
export class WorkerSlot {
  readonly #options: SlotOptions;
  readonly #worker: Worker;
  #waiting: Waiting | null = null;
  #ended = false;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#worker = startThread(options.script, {
      name: options.name,
      workerData: options.data,
      stdout: true,
      stderr: true,
      execArgv: OFFLINE_ARGUMENTS,
      ...roomFor(options),
    });
    this.#silence();
    this.#worker.on('message', (report: WorkerReport) => this.#take()?.settle(report));
    this.#worker.on('messageerror', () => void this.end(this.#crash()));
    this.#worker.on('error', (cause) => void this.end(this.#crash(cause)));
    this.#worker.on('exit', () => void this.end(this.#crash()));
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Resolves when the worker's models are loaded; throws `unavailable` if they cannot be. */
  async load(): Promise<void> {
    const { name, loadTimeoutMs } = this.#options;
    try {
      const report = await this.#next(
        loadTimeoutMs,
        new EngineError('timeout', `The ${name} engine took too long to load.`),
      );
      if (report.kind === 'ready') return;
      if (report.kind === 'broken') throw new EngineError('unavailable', report.problem);
      throw this.#crash();
    } catch (error) {
      const cause = error instanceof EngineError ? error : this.#crash();
      await this.end(cause);
      if (cause.failure === 'unavailable') throw cause;
      const why = cause.cause instanceof Error ? cause.cause.message : cause.message;
      throw new EngineError('unavailable', `The ${name} engine could not be loaded (${why}). Start Custos again.`);
    }
  }

  /** Does the same as `call`; adds the thread's cost to `meter`. */
  callMetered(meter: Meter | undefined, ...call: Parameters<WorkerSlot['call']>): Promise<unknown> {
    return meterWorker(this.#worker, meter, () => this.call(...call));
  }

  /** Runs one operation. After `timeoutMs` the thread is ended, whatever it is doing, and the call throws `timeout`. */
  async call(call: WorkerCall, timeoutMs: number, transfer: ArrayBuffer[]): Promise<unknown> {
    const tooLate = new EngineError('timeout', `The ${this.#options.name} engine did not finish in ${timeoutMs} ms.`);
    const next = this.#next(timeoutMs, tooLate);
    const unwatch = this.#watch();
    this.#worker.postMessage(call, transfer);
    const report = await next.finally(unwatch);
    if (report.kind === 'done') return report.output;
    if (report.kind === 'failed') throw new EngineError(report.failure, report.message);
    throw this.#crash();
  }

  /** Ends the thread at once; the call in progress throws `error`. */
  async end(error: EngineError): Promise<void> {
    const first = !this.#ended;
    this.#ended = true;
    this.#take()?.reject(error);
    if (first) await this.#worker.terminate();
  }

  /** Returns the function that ends the watch. */
  #watch(): () => void {
    const { name } = this.#options;
    const tooLarge = new EngineError('bad_input', `The file takes more memory than the ${name} engine may have.`);
    return watchMemory(this.#worker, this.#options, (where) => {
      void this.end(where === 'outside' ? tooLarge : this.#crash());
    });
  }

  #next(timeoutMs: number, tooLate: EngineError): Promise<WorkerReport> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.end(tooLate), timeoutMs);
      this.#waiting = {
        settle: (report) => {
          clearTimeout(timer);
          resolve(report);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      if (this.#ended) this.#take()?.reject(this.#crash());
    });
  }

  #take(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  /** The output of libraries may hold parts of the input, so it is discarded. */
  #silence(): void {
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
  }

  #crash(cause?: unknown): EngineError {
    return new EngineError('crashed', `The worker of the ${this.#options.name} engine ended unexpectedly.`, cause);
  }
}
