/** New memory is rounded up to this, so that it also holds pictures of about the same size. */
const STEP_BYTES = 2 ** 21;
/** What lies ready for the next pictures; more than that is let go. */
const FREE_BYTES_MAX = 96 * 2 ** 20;

/**
 * Memory that all threads see, lent to one picture after another: sent to a worker it is not copied, and neither the system nor the garbage
 * collectors of the threads have work with it. What comes back is wiped.
 */
export class SharedMemory {
  /** The largest last. */
  #free: SharedArrayBuffer[] = [];

  /** The largest that lies ready; null if none does. */
  take(): SharedArrayBuffer | null {
    return this.#free.pop() ?? null;
  }

  /** Whoever gives it back must know that nobody reads it any more. */
  giveBack(memory: SharedArrayBuffer): void {
    const held = this.#free.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (held + memory.byteLength > FREE_BYTES_MAX) return;
    // In words, an eighth of the work: byte by byte is how V8 writes memory that threads share.
    new BigUint64Array(memory).fill(0n);
    this.#free.push(memory);
    this.#free.sort((a, b) => a.byteLength - b.byteLength);
  }
}

/** The bytes in `memory` where they fit, else in new memory that all threads see. */
export function toShared(bytes: Uint8Array, memory: SharedArrayBuffer | null): Uint8Array<SharedArrayBuffer> {
  const { length } = bytes;
  const fits = memory !== null && memory.byteLength >= length;
  const shared = new Uint8Array(
    fits ? memory : new SharedArrayBuffer(STEP_BYTES * Math.ceil(length / STEP_BYTES)),
    0,
    length,
  );
  shared.set(bytes);
  return shared;
}
