import { EngineError } from '../ports.ts';
import type { ManagedEngine } from './managed.ts';
import { COLLECT } from './messages.ts';
import { currentMeter, type Meter } from './meter.ts';
import { type SlotOptions, WorkerSlot } from './slot.ts';

export interface PoolOptions extends SlotOptions {
  /** Worker threads at most, at least 1. */
  size: number;
  /**
   * How many of them exist from the start; the others start once a call has waited for longer than `patienceMs`: each
   * thread that works only sometimes compiles and collects garbage for itself. By default all of them.
   */
  warmSize?: number;
  /** Default: `PATIENCE_MS`. */
  patienceMs?: number;
  /** Default: `REST_MS`. */
  restMs?: number;
  /** Default: `HELD_BYTES_MAX`. */
  heldBytesMax?: number;
  /** Calls that may wait; a further call throws `timeout` at once. */
  queueMax: number;
}

export interface CallOptions<Answer = unknown> {
  timeoutMs: number;
  /** Buffers that move to the worker; the caller cannot use them afterwards. */
  transfer?: ArrayBuffer[];
  /** The check of the answer: a worker that returns another one is replaced, and the call throws `nonsense`. Absent: any answer is valid. */
  isAnswer?: (answer: unknown) => answer is Answer;
  /**
   * It goes before the waiting calls, after others that go first: a short call whose answer a verification's record waits for. The others still get
   * their turn: a verification makes only one such call per picture, and few verifications run at once.
   */
  goesFirst?: boolean;
}

/** Several times longer than a verification's calls of one engine take on an idle machine, and shorter than a page of scanned text takes. */
const PATIENCE_MS = 500;
/** A thread without a call for this long collects its garbage. */
const REST_MS = 5_000;
/** A thread that holds more after that is replaced: WebAssembly never returns memory, and libraries keep data about files. */
const HELD_BYTES_MAX = 96 * 2 ** 20;
const COLLECT_TIMEOUT_MS = 30_000;

interface Queued {
  sinceMs: number;
  operation: string;
  input: unknown;
  options: CallOptions;
  meter: Meter | undefined;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/**
 * Worker threads behind one queue, first come first served except for calls that go first. Threads start at the first call or at `warm()`, and more
 * of them when calls wait for long; a thread that hangs or dies is replaced. If workers cannot load, the pool throws `unavailable` and tries again at
 * the next call, so it recovers automatically once the cause is gone.
 */
export class WorkerPool implements ManagedEngine {
  readonly #options: PoolOptions;
  readonly #queue: Queued[] = [];
  readonly #idle: WorkerSlot[] = [];
  /** The rest timers of threads that were called lately. */
  readonly #rests = new Map<WorkerSlot, NodeJS.Timeout>();
  readonly #all = new Set<WorkerSlot>();
  readonly #loads = new Set<Promise<void>>();
  #wanted: number;
  /** When a thread was last loaded: waiting for that does not count as waiting for others' calls. */
  #servingSinceMs = 0;
  #loaded = false;
  #problem: string | null = null;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#wanted = options.warmSize ?? options.size;
  }

  /** Runs `operation` in a worker. Throws `EngineError`. The time limit counts from when a worker takes the call. */
  call<Answer>(operation: string, input: unknown, options: CallOptions<Answer>): Promise<Answer> {
    const { name, queueMax } = this.#options;
    if (this.#closed) return Promise.reject(closedError(name));
    if (this.#queue.length >= queueMax) {
      return Promise.reject(new EngineError('timeout', `Too many calls wait for the ${name} engine. Try again later.`));
    }
    return new Promise<Answer>((resolve, reject) => {
      const settle = resolve as (output: unknown) => void;
      const sinceMs = performance.now();
      this.#enqueue({ sinceMs, operation, input, options, meter: currentMeter(), resolve: settle, reject });
      this.#pump();
    });
  }

  async warm(): Promise<void> {
    while (!this.#closed && this.#all.size < this.#wanted) this.#addSlot();
    await Promise.all(this.#loads);
    if (this.#problem !== null) throw new EngineError('unavailable', this.#problem);
  }

  ready(): boolean {
    return this.#loaded && this.#problem === null && !this.#closed;
  }

  problem(): string | null {
    return this.#problem;
  }

  /** Returns whether no thread was started, because none was needed yet. */
  unused(): boolean {
    return this.#all.size === 0 && !this.#loaded && this.#problem === null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = closedError(this.#options.name);
    this.#rejectQueue(error);
    await Promise.all([...this.#all].map((slot) => slot.end(error)));
    for (const timer of this.#rests.values()) clearTimeout(timer);
    this.#rests.clear();
    this.#all.clear();
    this.#idle.length = 0;
  }

  /** Adds the call at the end, or after the last call that goes first; those are all at the head. */
  #enqueue(queued: Queued): void {
    const others = queued.options.goesFirst ? this.#queue.findIndex(({ options }) => !options.goesFirst) : -1;
    this.#queue.splice(others === -1 ? this.#queue.length : others, 0, queued);
  }

  /** Assigns waiting calls to idle workers, and starts workers while there are calls for them. */
  #pump(): void {
    while (this.#queue.length > 0) {
      const slot = this.#idle.pop();
      if (slot === undefined) break;
      clearTimeout(this.#rests.get(slot));
      this.#rests.delete(slot);
      if (slot.ended) this.#all.delete(slot);
      else void this.#run(slot, this.#next());
    }
    while (this.#queue.length > this.#loads.size && this.#all.size < this.#wanted) this.#addSlot();
  }

  /** Returns the call at the head. If it has waited for too long, one more thread is needed. */
  #next(): Queued {
    const queued = this.#queue.shift() as Queued;
    const { size, patienceMs = PATIENCE_MS } = this.#options;
    const isLate = performance.now() - Math.max(queued.sinceMs, this.#servingSinceMs) > patienceMs;
    if (isLate && this.#wanted < size && this.#loads.size === 0) this.#wanted += 1;
    return queued;
  }

  async #run(slot: WorkerSlot, queued: Queued): Promise<void> {
    const { operation, input, options, meter } = queued;
    try {
      const { timeoutMs, transfer = [], isAnswer } = options;
      const output = await slot.callMetered(meter, { operation, input }, timeoutMs, transfer);
      if (isAnswer?.(output) === false) {
        const nonsense = nonsenseError(this.#options.name);
        await slot.end(nonsense);
        throw nonsense;
      }
      queued.resolve(output);
    } catch (error) {
      queued.reject(error);
    }
    if (this.#closed) return;
    if (slot.ended) this.#replace(slot);
    else this.#rest(slot, this.#options.heldBytesMax ?? HELD_BYTES_MAX);
    this.#pump();
  }

  /**
   * The thread waits for the next call. After a long wait it collects its garbage, and is replaced if it then still holds more than `heldBytesMax`.
   */
  #rest(slot: WorkerSlot, heldBytesMax: number): void {
    this.#idle.push(slot);
    const timer = setTimeout(() => void this.#tidy(slot, heldBytesMax), this.#options.restMs ?? REST_MS);
    this.#rests.set(slot, timer.unref());
  }

  async #tidy(slot: WorkerSlot, heldBytesMax: number): Promise<void> {
    this.#rests.delete(slot);
    this.#idle.splice(this.#idle.indexOf(slot), 1);
    const collected = slot.call({ operation: COLLECT, input: null }, COLLECT_TIMEOUT_MS, []);
    const heldBytes = await collected.catch(() => Number.POSITIVE_INFINITY);
    if (Number(heldBytes) > heldBytesMax) await slot.end(closedError(this.#options.name));
    if (this.#closed) return;
    if (slot.ended) this.#replace(slot);
    else this.#idle.push(slot);
    this.#pump();
  }

  /** Starts a new worker at once, so that the next call does not wait for the models. */
  #replace(slot: WorkerSlot): void {
    this.#all.delete(slot);
    this.#addSlot();
  }

  #addSlot(): void {
    const slot = new WorkerSlot(this.#options);
    this.#all.add(slot);
    const load: Promise<void> = slot.load().then(
      () => this.#slotLoaded(slot, load),
      (failure: EngineError) => this.#slotFailed(slot, load, failure),
    );
    this.#loads.add(load);
  }

  #slotLoaded(slot: WorkerSlot, load: Promise<void>): void {
    this.#loads.delete(load);
    if (this.#closed) return;
    this.#loaded = true;
    this.#servingSinceMs = performance.now();
    this.#problem = null;
    // A new thread holds what it must: replacing it would not help.
    this.#rest(slot, Number.POSITIVE_INFINITY);
    this.#pump();
  }

  #slotFailed(slot: WorkerSlot, load: Promise<void>, failure: EngineError): void {
    this.#loads.delete(load);
    this.#all.delete(slot);
    if (this.#closed || this.#all.size > 0) return;
    this.#problem = failure.message;
    this.#rejectQueue(failure);
  }

  #rejectQueue(error: EngineError): void {
    for (const queued of this.#queue.splice(0)) queued.reject(error);
  }
}

/** Leaves out the answer, which may hold what was read. */
export function nonsenseError(name: string): EngineError {
  return new EngineError('nonsense', `The ${name} engine returned an impossible answer.`);
}

function closedError(name: string): EngineError {
  return new EngineError('crashed', `The ${name} engine was closed.`);
}
