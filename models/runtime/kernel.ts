import { readFileSync } from 'node:fs';
import type { KernelFunctions } from '../kernels/functions.d.mts';
import { EngineError } from '../ports.ts';

/** What `models/kernels/build.mjs` compiled of `models/kernels/assembly`. */
const FOLDER = new URL('../kernels/', import.meta.url);
/** Bytes of WebAssembly's vectors; whatever is taken begins at a multiple of them. */
const ALIGNMENT = 16;
/** What is left to a kernel's own numbers at the beginning of its memory, where they do not fill more. */
const PAGE_BYTES = 65_536;
/** An instance that a large picture has made larger than this is let go afterwards, since such memory never shrinks. */
const KEPT_BYTES_MAX = 64 * 2 ** 20;

/** So many pixels at a time go through a kernel's memory, and stay in the processor's cache; it may read so many bytes behind them. */
const CHUNK_PIXELS = 16_384;
const SLACK_BYTES = 48;

type KernelName = keyof KernelFunctions;

/**
 * Loops over pixels, compiled to WebAssembly with vectors of sixteen bytes. Each function is described in `models/kernels/assembly`; where they take
 * places in memory, those are what `take` and `put` of one scratch have given. Places, counts and pixels are whole numbers.
 */
export class Kernel<Name extends KernelName> {
  readonly #name: Name;
  #module: WebAssembly.Module | null = null;
  readonly #free: Scratch<Name>[] = [];

  /** `name` is that of a file of `models/kernels`, which is read when it is first needed. */
  constructor(name: Name) {
    this.#name = name;
  }

  /** An instance of its own with empty memory, until it is disposed of; it may be held while something is awaited. */
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
 * A kernel's functions and the memory that they work in. Copying a picture into it costs as much as a pass over it: what is passed over
 * once is better put there a few rows at a time.
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

  /** A place for so many bytes, which hold anything: what takes it must fill it. */
  take(bytes: number): number {
    const at = this.#end;
    this.#end = at + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }

  /** A place that holds a copy of `bytes`. */
  put(bytes: Uint8Array): number {
    const at = this.take(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  /** What is at a place now. The view ends with the next `take` or `put`, and with the scratch. */
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
   * Leads a picture's colours, three bytes a pixel, through the memory, `chunkPixels` at a time: `use` is told where they are, how many pixels they
   * are, and how many went before.
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

  /** Forgets everything that was taken after `at`, a place that `take` gave. */
  release(at: number): void {
    this.#end = at;
  }

  /** Gives the instance back. */
  [Symbol.dispose](): void {
    this.#end = this.#begin;
    if (this.#memory.buffer.byteLength <= KEPT_BYTES_MAX) this.#giveBack(this);
  }
}
