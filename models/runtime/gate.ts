/**
 * Some native code must not be interrupted: a thread that is ended inside of onnxruntime takes the whole process with it
 * (its binding throws where nothing can be thrown any more). So its thread says when it goes in and comes out, and
 * whoever ends it closes the gate and waits until it is out. What waits is short: one net takes some milliseconds.
 */

const INSIDE = 0;
const CLOSED = 1;
const FIELDS = 2;
/** A net that takes longer hangs; the thread is then left alone, since nothing can end it. */
const WAIT_MS = 10_000;
const POLL_MS = 2;

const open = new Set<Gate>();

/** The side of the thread that ends the other. `shared` is what the other one is given. */
export class Gate {
  readonly shared = new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);
  readonly #fields = new Int32Array(this.shared);

  constructor() {
    watchExit();
    open.add(this);
  }

  /** Lets nobody in any more. Resolves to whether nobody is inside, or the thread is gone, so that it can be ended. */
  async close(isGone: () => boolean): Promise<boolean> {
    this.#shut();
    for (let waitedMs = 0; this.#isInside() && !isGone(); waitedMs += POLL_MS) {
      if (waitedMs >= WAIT_MS) return false;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return true;
  }

  /** As `close`, without a turn of the event loop: the process itself is about to end. */
  closeAtOnce(): void {
    this.#shut();
    Atomics.wait(this.#fields, INSIDE, 1, WAIT_MS);
  }

  #shut(): void {
    open.delete(this);
    Atomics.store(this.#fields, CLOSED, 1);
  }

  #isInside(): boolean {
    return Atomics.load(this.#fields, INSIDE) === 1;
  }
}

let watched = false;
/** A process that ends by itself ends its threads too, wherever they are. */
function watchExit(): void {
  if (watched) return;
  watched = true;
  process.once('exit', () => {
    for (const gate of open) gate.closeAtOnce();
  });
}

/** Does `work`, which goes into native code, while the gate is open; once it is closed, nothing is done ever again. */
export type Passage = <T>(work: () => Promise<T>) => Promise<T>;

/** The side of the thread that is ended. It does one thing at a time. */
export function passageOf(shared: SharedArrayBuffer): Passage {
  const fields = new Int32Array(shared);
  const leave = (): void => {
    Atomics.store(fields, INSIDE, 0);
    Atomics.notify(fields, INSIDE);
  };
  return async (work) => {
    Atomics.store(fields, INSIDE, 1);
    if (Atomics.load(fields, CLOSED) === 1) {
      leave();
      return new Promise<never>(() => undefined);
    }
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
