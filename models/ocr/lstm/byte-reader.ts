import { EngineError } from '../../ports.ts';

/** Returns the error for faulty language data; `reader.ts` adds which. */
export function unfit(what: string, cause?: unknown): EngineError {
  return new EngineError('unavailable', what, cause);
}

/** Reads Tesseract's little-endian numbers in sequence. Throws `EngineError('unavailable')` if the bytes end too early. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    return this.#bytes.readInt8(this.#take(1));
  }

  whole(): number {
    return this.#bytes.readInt32LE(this.#take(4));
  }

  /** Reads a whole number from 0 to `max`. */
  size(max: number): number {
    const value = this.whole();
    if (value < 0 || value > max) throw unfit('a size in it is out of bounds');
    return value;
  }

  /** Reads an offset in a file: 64 bits, signed. */
  offset(): number {
    return Number(this.#bytes.readBigInt64LE(this.#take(8)));
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  /** Returns the next `length` bytes in place, not copied. */
  bytes(length: number): Buffer {
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** Reads a text preceded by its length. */
  text(): string {
    return this.bytes(this.size(TEXT_BYTES_MAX)).toString('latin1');
  }

  skip(length: number): void {
    this.#take(length);
  }

  #take(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw unfit('it ends too early');
    this.#at += length;
    return from;
  }
}

/** Names of layers and the like. */
const TEXT_BYTES_MAX = 4096;
