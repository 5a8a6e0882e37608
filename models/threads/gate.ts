/**
 * Native code must not be interrupted. A thread that is ended while an addon is loaded or called can take the whole process with it: better-sqlite3
 * and onnxruntime then throw where nothing can be thrown any more, and canvas gives back memory that was never counted. So a thread notes when it
 * goes in and comes out, and whoever ends it closes the gate first and waits until it is out. That takes as long as one call.
 */

/** What a thread finds its gate by (`getEnvironmentData`). */
export const GATE = 'custos.gate';

/** What both sides see: how many calls are inside one another, and whether the gate is closed. */
const INSIDE = 0;
const CLOSED = 1;
const FIELDS = 2;
/** Between two looks: at first the one, later the other. */
const POLL_MS = 2;
const LATE_POLL_MS = 100;
/** A process that exits waits no longer than this for all of its threads. */
const EXIT_WAIT_MS = 10_000;

/** Of threads that have not ended. */
const gates = new Set<Gate>();

/** The side of whoever ends the thread. `shared` is what the thread is given. */
export class Gate {
  readonly shared = new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);
  readonly #fields = new Int32Array(this.shared);

  constructor() {
    if (gates.size === 0) process.once('exit', closeAll);
    gates.add(this);
  }

  /** Lets nobody in any more. Resolves to whether the thread came out, or is gone, within the time. Where that has no end, it holds no process up. */
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

  /** Holds up this thread until the other one is out. */
  waitAtOnce(withinMs: number): void {
    const endMs = performance.now() + withinMs;
    for (let inside = this.#inside(); inside > 0 && performance.now() < endMs; inside = this.#inside())
      Atomics.wait(this.#fields, INSIDE, inside, endMs - performance.now());
  }

  #inside(): number {
    return Atomics.load(this.#fields, INSIDE);
  }
}

/** A process that ends by itself ends its threads too, wherever they are. */
function closeAll(): void {
  const endMs = performance.now() + EXIT_WAIT_MS;
  for (const gate of gates) gate.shut();
  for (const gate of gates) gate.waitAtOnce(endMs - performance.now());
}

/** The side of the thread. */
export interface Passage {
  /** Goes in. Where the gate is closed, the thread stays outside for good: it stops here until it is ended. */
  enter(): void;
  leave(): void;
}

/** The way through the gate that was given to a thread. What is called while something is inside goes in with it. */
export function passageOf(shared: SharedArrayBuffer): Passage {
  const fields = new Int32Array(shared);
  const leave = (): void => {
    if (Atomics.sub(fields, INSIDE, 1) === 1 && Atomics.load(fields, CLOSED) === 1) Atomics.notify(fields, INSIDE);
  };
  return {
    enter() {
      if (Atomics.add(fields, INSIDE, 1) > 0 || Atomics.load(fields, CLOSED) === 0) return;
      leave();
      // `terminate` stops the JavaScript that runs; what the same turn of the event loop calls next is not stopped again, but stops itself.
      for (;;) process.exit(1);
    },
    leave,
  };
}
