import { z } from 'zod';
import { EngineError } from '../ports.ts';
import { accepting, POSITIVE } from './answers.ts';
import type { ManagedEngine } from './managed.ts';
import type { Backend } from './nets.ts';
import type { CallOptions, WorkerPool } from './pool.ts';

/** The requested backend: a specific one, or the fastest that returns the right answer. */
export type BackendChoice = Backend | 'auto';

/** Why a backend is not used; a sentence for a person. */
export interface Refusal {
  backend: Backend;
  reason: string;
}

export interface BackendsOptions {
  /** For messages: `face`. */
  name: string;
  choice: BackendChoice;
  /** The possible backends of the engine, in the order in which they are tried; all by default. */
  candidates?: readonly Backend[];
  /** Creates a pool whose workers compute with this backend, and whose operation `probe` returns a `Probe`. */
  createPool(backend: Backend): BackendPool;
  probeTimeoutMs: number;
  /** Called each time a backend is chosen, with the reasons against the others. */
  onChosen?(backend: Backend, refused: readonly Refusal[]): void;
}

/** The pool that receives a backend's calls. */
export type BackendPool = ManagedEngine & Pick<WorkerPool, 'call'>;

/** The result of a worker's own test, which throws if the answers are wrong. */
export interface Probe {
  /** The time for one picture. */
  tookMs: number;
}

export interface BackendCall<Answer> extends Pick<CallOptions<Answer>, 'isAnswer'> {
  operation: string;
  /** Created again for each attempt, because buffers move to the worker. */
  input(): { input: unknown; transfer: ArrayBuffer[] };
  timeoutMs: number;
}

interface Chosen {
  backend: Backend;
  pool: BackendPool;
}

/** The order in which they are tried; of equally fast ones the first is chosen. */
const BACKENDS: readonly Backend[] = ['gpu', 'native', 'wasm'];
/**
 * It is always available, and there is no fallback after it. It is slower than the native backend (4 to 15 times, by
 * net), and trying it takes over a second of CPU time, so it is not even started if another works.
 */
const LAST: Backend = 'wasm';

/**
 * One engine behind several backends. At first, they are started and tested in turn, and the fastest with the right answer stays; WebAssembly only if
 * no other works. A backend that fails during its work is out until the next start: the next best repeats its calls, and callers do not notice. If a
 * specific backend was requested, it is used or none is.
 */
export class Backends implements ManagedEngine {
  readonly #options: BackendsOptions;
  readonly #refused = new Map<Backend, string>();
  #chosen: Chosen | null = null;
  #choosing: Promise<Chosen> | null = null;
  #problem: string | null = null;
  #closed = false;

  constructor(options: BackendsOptions) {
    this.#options = options;
  }

  /** Returns the backend in use; null before one was chosen. */
  backend(): Backend | null {
    return this.#chosen?.backend ?? null;
  }

  /** Returns why the other backends are not in use. */
  refused(): Refusal[] {
    return [...this.#refused].map(([backend, reason]) => ({ backend, reason }));
  }

  /** Does the same as `WorkerPool.call`; replaces a backend that fails and repeats the call. */
  async call<Answer>({ operation, input: make, timeoutMs, isAnswer }: BackendCall<Answer>): Promise<Answer> {
    for (;;) {
      const chosen = await this.#choose();
      const { input, transfer } = make();
      try {
        return await chosen.pool.call(operation, input, { timeoutMs, transfer, ...(isAnswer && { isAnswer }) });
      } catch (error) {
        if (!this.#isBackendsFault(chosen, error)) throw error;
        await this.#drop(chosen, error as EngineError);
      }
    }
  }

  async warm(): Promise<void> {
    const { pool } = await this.#choose();
    await pool.warm();
  }

  ready(): boolean {
    return this.#chosen?.pool.ready() === true;
  }

  problem(): string | null {
    return this.#problem ?? this.#chosen?.pool.problem() ?? null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#choosing?.catch(() => undefined);
    await this.#chosen?.pool.close();
  }

  /** Returns whether the failure cannot be due to the picture. A picture may take too long with any backend, but a graphics processor may hang. */
  #isBackendsFault({ backend, pool }: Chosen, error: unknown): boolean {
    if (!(error instanceof EngineError) || this.#closed) return false;
    if (this.#options.choice !== 'auto' || backend === LAST) return false;
    if (this.#chosen?.pool !== pool) return true;
    return (
      error.failure === 'crashed' ||
      error.failure === 'nonsense' ||
      error.failure === 'unavailable' ||
      (error.failure === 'timeout' && backend === 'gpu')
    );
  }

  async #drop({ backend, pool }: Chosen, error: EngineError): Promise<void> {
    if (this.#chosen?.pool !== pool) return;
    this.#chosen = null;
    this.#refused.set(backend, `It failed during use: ${error.message}`);
    await pool.close();
  }

  #choose(): Promise<Chosen> {
    if (this.#chosen !== null) return Promise.resolve(this.#chosen);
    this.#choosing ??= this.#findBest().finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  async #findBest(): Promise<Chosen> {
    const working: (Chosen & Probe)[] = [];
    for (const backend of this.#candidates()) {
      // A stop waits only for the backend that is being tested.
      if (this.#closed || (backend === LAST && working.length > 0)) break;
      const tried = await this.#try(backend);
      if (tried !== null) working.push(tried);
    }
    const [best, ...others] = working.toSorted((a, b) => a.tookMs - b.tookMs);
    await Promise.all(others.map(({ pool }) => pool.close()));
    if (best === undefined) throw this.#noneWorks();
    this.#chosen = best;
    this.#problem = null;
    this.#options.onChosen?.(best.backend, this.refused());
    return best;
  }

  /** Returns those that were not refused; all of them again if none is left, because the cause may be gone by now. */
  #candidates(): readonly Backend[] {
    const { choice, candidates = BACKENDS } = this.#options;
    const all = choice === 'auto' ? candidates : [choice];
    const left = all.filter((backend) => !this.#refused.has(backend));
    if (left.length > 0) return left;
    this.#refused.clear();
    return all;
  }

  async #try(backend: Backend): Promise<(Chosen & Probe) | null> {
    const { createPool, probeTimeoutMs } = this.#options;
    const pool = createPool(backend);
    try {
      const probe = await pool.call('probe', null, { timeoutMs: probeTimeoutMs, isAnswer: isProbe });
      if (this.#closed) throw new EngineError('crashed', `The ${this.#options.name} engine was closed.`);
      return { backend, pool, tookMs: probe.tookMs };
    } catch (error) {
      this.#refused.set(backend, error instanceof Error ? error.message : 'It cannot be started.');
      await pool.close();
      return null;
    }
  }

  #noneWorks(): EngineError {
    const { choice } = this.#options;
    const reasons = this.refused().map(({ backend, reason }) => `${backend}: ${reason}`);
    this.#problem =
      choice === 'auto'
        ? (this.#refused.get(LAST) ?? reasons.join(' '))
        : `CUSTOS_BACKEND asks for "${choice}", which cannot work here (${this.#refused.get(choice)}). Set it to "auto".`;
    return new EngineError('unavailable', this.#problem);
  }
}

const isProbe = accepting<Probe>(z.object({ tookMs: POSITIVE }));
