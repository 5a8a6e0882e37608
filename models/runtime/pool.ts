import { EngineError } from '../ports.ts';
import type { ManagedEngine } from './managed.ts';
import { COLLECT } from './messages.ts';
import { currentMeter, type Meter } from './meter.ts';
import { type SlotOptions, WorkerSlot } from './slot.ts';

export interface PoolOptions extends SlotOptions {
  /** Worker threads at most, at least 1. */
  size: number;
  /**
   * So many of them are there from the start, the others once a call has waited for longer than `patienceMs`: each thread that works now and
   * then compiles and collects for itself what one could do for all. All of them unless given.
   */
  warmSize?: number;
  /** `PATIENCE_MS` unless given. */
  patienceMs?: number;
  /** `REST_MS` unless given. */
  restMs?: number;
  /** `HELD_BYTES_MAX` unless given. */
  heldBytesMax?: number;
  /** Calls that may wait; one more throws `timeout` at once. */
  queueMax: number;
}

export interface CallOptions<Answer = unknown> {
  timeoutMs: number;
  /** Buffers that move to the worker; the caller cannot use them afterwards. */
  transfer?: ArrayBuffer[];
  /** What the answer must be: a worker that gives another one is replaced, and `nonsense` thrown. Absent: it may be anything. */
  isAnswer?: (answer: unknown) => answer is Answer;
  /**
   * It is taken before the calls that wait, behind those that go first themselves: a short call on whose answer a verification's record waits.
   * The others still get their turn: a verification makes one such call for each of its pictures and none beside, and few verifications run at once.
   */
  goesFirst?: boolean;
}

/** Several times what a quiet machine takes for a verification's calls of one engine, and less than a page of scanned print takes. */
const PATIENCE_MS = 500;
/** A thread that has had no call for so long collects its garbage. */
const REST_MS = 5_000;
/** A thread that holds more after that is replaced: WebAssembly never gives back what it has grown by, and libraries keep what they know of a file. */
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
 * Worker threads behind one queue, first come first served but for calls that go first. Threads start at the first call or at `warm()`, more of
 * them when calls wait for long; one that hangs or dies is replaced. A pool whose workers cannot load throws `unavailable` and tries to load
 * again at the next call, so that it mends itself once the cause is gone.
 */
export class WorkerPool implements ManagedEngine {
  readonly #options: PoolOptions;
  readonly #queue: Queued[] = [];
  readonly #idle: WorkerSlot[] = [];
  /** When those that were called lately will have rested. */
  readonly #rests = new Map<WorkerSlot, NodeJS.Timeout>();
  readonly #all = new Set<WorkerSlot>();
  readonly #loads = new Set<Promise<void>>();
  #wanted: number;
  /** When a thread was last loaded: what waited for that did not wait for others' calls. */
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

  /** Whether no thread was started: none was needed yet. */
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

  /** At the end, or behind the last call that goes first, all of which stand at the head. */
  #enqueue(queued: Queued): void {
    const others = queued.options.goesFirst ? this.#queue.findIndex(({ options }) => !options.goesFirst) : -1;
    this.#queue.splice(others === -1 ? this.#queue.length : others, 0, queued);
  }

  /** Gives waiting calls to idle workers, and starts workers while there are calls for them. */
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

  /** The call at the head. Where it has waited for too long, one thread more is wanted. */
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

  /** The next call has it. Where none comes for long, it collects its garbage, and is replaced where it holds more than `heldBytesMax` even then. */
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

  /** A new worker at once, so that the next call does not wait for the models. */
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
    // A new one holds what it must: to replace it would mend nothing.
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

/** Without the answer, which may hold what was read. */
export function nonsenseError(name: string): EngineError {
  return new EngineError('nonsense', `The ${name} engine answered what cannot be.`);
}

function closedError(name: string): EngineError {
  return new EngineError('crashed', `The ${name} engine was closed.`);
}
