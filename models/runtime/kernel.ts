import { readFileSync } from 'node:fs';
import type { KernelFunctions } from '../kernels/functions.d.mts';
import { EngineError } from '../ports.ts';

/** The output of `models/kernels/build.mjs` for `models/kernels/assembly`. */
const FOLDER = new URL('../kernels/', import.meta.url);
/** Bytes of WebAssembly's vectors; every allocation begins at a multiple of this. */
const ALIGNMENT = 16;
/** The least memory at the start that is reserved for a kernel's own numbers. */
const PAGE_BYTES = 65_536;
/** An instance that a large picture has made larger than this is dropped afterwards, because its memory never shrinks. */
const KEPT_BYTES_MAX = 64 * 2 ** 20;

/** How many pixels at a time go through a kernel's memory, and stay in the processor's cache; and how many bytes after them it may read. */
const CHUNK_PIXELS = 16_384;
const SLACK_BYTES = 48;

type KernelName = keyof KernelFunctions;

/**
 * Loops over pixels, compiled to WebAssembly with vectors of sixteen bytes. `models/kernels/assembly` documents each function; their addresses are
 * those that `take` and `put` of one scratch return. Addresses, counts and pixels are integers.
 */
export class Kernel<Name extends KernelName> {
  readonly #name: Name;
  #module: WebAssembly.Module | null = null;
  readonly #free: Scratch<Name>[] = [];

  /** `name` is that of a file of `models/kernels`, which is read on first use. */
  constructor(name: Name) {
    this.#name = name;
  }

  /** Returns an exclusive instance with empty memory, until it is disposed of; it may be held across an await. */
  borrow(): Scratch<Name> {
    return this.#free.pop() ?? new Scratch<Name>(this.#load(), (scratch) => this.#free.push(scratch));
  }

  /** Throws `EngineError('unavailable')` if the file is missing or damaged. */
  #load(): WebAssembly.Module {
    try {
      this.#module ??= new WebAssembly.Module(readFileSync(new URL(`${this.#name}.wasm`, FOLDER)));
      return this.#module;
    } catch (error) {
      const problem = `The program models/kernels/${this.#name}.wasm is missing or damaged. Install Custos again.`;
      throw new EngineError('unavailable', problem, error);
    }
  }
}

/**
 * A kernel's functions and their memory. Copying a picture into it costs as much as a pass over it: for a single pass
 * it is better to copy a few rows at a time.
 */
export class Scratch<Name extends KernelName> implements Disposable {
  readonly run: KernelFunctions[Name];
  readonly #memory: WebAssembly.Memory;
  readonly #giveBack: (scratch: Scratch<Name>) => void;
  readonly #begin: number;
  #end: number;

  constructor(module: WebAssembly.Module, giveBack: (scratch: Scratch<Name>) => void) {
    const { memory, ...functions } = new WebAssembly.Instance(module, {}).exports;
    this.run = functions as KernelFunctions[Name];
    this.#memory = memory as WebAssembly.Memory;
    this.#giveBack = giveBack;
    this.#begin = Math.max(PAGE_BYTES, this.#memory.buffer.byteLength);
    this.#end = this.#begin;
  }

  /** Allocates this many bytes with undefined content: the caller must fill them. */
  take(bytes: number): number {
    const at = this.#end;
    this.#end = at + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }

  /** Allocates a copy of `bytes`. */
  put(bytes: Uint8Array): number {
    const at = this.take(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  /** Returns a view of the memory at an address. The view is valid until the next `take` or `put`, and until the scratch is disposed of. */
  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, at, length);
  }

  integers(at: number, length: number): Int32Array {
    return new Int32Array(this.#memory.buffer, at, length);
  }

  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.#memory.buffer, at, length);
  }

  /**
   * Passes a picture's colours, three bytes per pixel, through the memory, `chunkPixels` at a time: `use` gets their
   * address, the number of pixels, and the number already passed.
   */
  passPixels(
    pixels: Uint8Array,
    use: (at: number, count: number, before: number) => void,
    chunkPixels = CHUNK_PIXELS,
  ): void {
    const at = this.take(3 * chunkPixels + SLACK_BYTES);
    const colours = this.bytes(at, 3 * chunkPixels);
    for (let from = 0; from < pixels.length; from += 3 * chunkPixels) {
      const some = pixels.subarray(from, from + 3 * chunkPixels);
      colours.set(some);
      use(at, some.length / 3, from / 3);
    }
    this.release(at);
  }

  /** Frees everything that was allocated after `at`, an address that `take` returned. */
  release(at: number): void {
    this.#end = at;
  }

  /** Returns the instance. */
  [Symbol.dispose](): void {
    this.#end = this.#begin;
    if (this.#memory.buffer.byteLength <= KEPT_BYTES_MAX) this.#giveBack(this);
  }
}
