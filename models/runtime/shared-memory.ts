/** New memory is rounded up to a multiple of this, so that it also holds pictures of similar size. */
const STEP_BYTES = 2 ** 21;
/** The most memory that is kept for later pictures; the rest is freed. */
const FREE_BYTES_MAX = 96 * 2 ** 20;

/**
 * Memory that all threads share, lent to one picture after another: sending it to a worker copies nothing, and it costs
 * neither the system nor the threads' garbage collectors any work. Returned memory is wiped.
 */
export class SharedMemory {
  /** The largest last. */
  #free: SharedArrayBuffer[] = [];

  /** Returns the largest free memory; null if there is none. */
  take(): SharedArrayBuffer | null {
    return this.#free.pop() ?? null;
  }

  /** The caller must be certain that no code reads it any more. */
  giveBack(memory: SharedArrayBuffer): void {
    const held = this.#free.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (held + memory.byteLength > FREE_BYTES_MAX) return;
    // In words, which takes an eighth of the time: V8 writes shared memory byte by byte.
    new BigUint64Array(memory).fill(0n);
    this.#free.push(memory);
    this.#free.sort((a, b) => a.byteLength - b.byteLength);
  }
}

/** Returns the bytes in `memory` if they fit, otherwise in new shared memory. */
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
