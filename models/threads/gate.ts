/**
 * Native code must not be interrupted. A thread that is ended while an addon is loaded or called can take down the whole process: better-sqlite3 and
 * onnxruntime then throw where nothing can be thrown any more, and canvas frees memory that was never counted. So a thread records when it enters and
 * leaves native code. Code that ends the thread first closes the gate and waits until the thread is out, which takes as long as one call.
 */

/** The key under which a thread finds its gate (`getEnvironmentData`). */
export const GATE = 'custos.gate';

/** The state that both sides share: how many calls are nested, and whether the gate is closed. */
const INSIDE = 0;
const CLOSED = 1;
const FIELDS = 2;
/** The polling interval: first the one, later the other. */
const POLL_MS = 2;
const LATE_POLL_MS = 100;
/** An exiting process waits no longer than this for all of its threads. */
const EXIT_WAIT_MS = 10_000;

/** The gates of threads that have not ended. */
const gates = new Set<Gate>();

/** The side that ends the thread. The thread gets `shared`. */
export class Gate {
  readonly shared = new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);
  readonly #fields = new Int32Array(this.shared);

  constructor() {
    if (gates.size === 0) process.once('exit', closeAll);
    gates.add(this);
  }

  /** Stops further entries. Resolves to whether the thread left, or has ended, in time. With an infinite time it does not keep a process alive. */
  async close(withinMs: number): Promise<boolean> {
    this.shut();
    const startMs = performance.now();
    while (gates.has(this) && this.#inside() > 0) {
      const waitedMs = performance.now() - startMs;
      if (waitedMs >= withinMs) return false;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, waitedMs < LATE_POLL_MS ? POLL_MS : LATE_POLL_MS);
        if (withinMs === Number.POSITIVE_INFINITY) timer.unref();
      });
    }
    return true;
  }

  shut(): void {
    Atomics.store(this.#fields, CLOSED, 1);
  }

  /** The thread has ended. */
  forget(): void {
    gates.delete(this);
    if (gates.size === 0) process.off('exit', closeAll);
  }

  /** Blocks this thread until the other one is out. */
  waitAtOnce(withinMs: number): void {
    const endMs = performance.now() + withinMs;
    for (let inside = this.#inside(); inside > 0 && performance.now() < endMs; inside = this.#inside())
      Atomics.wait(this.#fields, INSIDE, inside, endMs - performance.now());
  }

  #inside(): number {
    return Atomics.load(this.#fields, INSIDE);
  }
}

/** Closes all gates: a process that exits ends its threads too, wherever they are. */
function closeAll(): void {
  const endMs = performance.now() + EXIT_WAIT_MS;
  for (const gate of gates) gate.shut();
  for (const gate of gates) gate.waitAtOnce(endMs - performance.now());
}

/** The thread's side. */
export interface Passage {
  /** Enters. If the gate is closed, the thread never enters: it blocks here until it is ended. */
  enter(): void;
  leave(): void;
}

/** Returns the passage through the gate that a thread was given. Nested calls enter together. */
export function passageOf(shared: SharedArrayBuffer): Passage {
  const fields = new Int32Array(shared);
  const leave = (): void => {
    if (Atomics.sub(fields, INSIDE, 1) === 1 && Atomics.load(fields, CLOSED) === 1) Atomics.notify(fields, INSIDE);
  };
  return {
    enter() {
      if (Atomics.add(fields, INSIDE, 1) > 0 || Atomics.load(fields, CLOSED) === 0) return;
      leave();
      // `terminate` stops the running JavaScript; code that the same turn of the event loop calls next is not stopped again, so it must stop itself.
      for (;;) process.exit(1);
    },
    leave,
  };
}
