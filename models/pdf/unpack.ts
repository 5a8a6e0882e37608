import { brotliDecompressSync, inflateSync, type ZlibOptions } from 'node:zlib';

const UNPACK: Readonly<Record<string, (bytes: Uint8Array, options: ZlibOptions) => Uint8Array>> = {
  deflate: inflateSync,
  brotli: brotliDecompressSync,
};
/** How much is unpacked at once: pieces from 8 MiB on return to the system as soon as they are free (`main/launch/memory.mjs`). */
const PIECE_BYTES_MIN = 64 * 1024;
const PIECE_BYTES_MAX = 16 * 2 ** 20;
const RATIO = 16;

/**
 * Makes pdf.js, which passes a stream as a whole, unpack it in few large pieces. Node's own `DecompressionStream` makes pieces of 16 kB: for a file
 * that unpacks to hundreds of megabytes, these are so fragmented that the allocator keeps all of it (measured: 1,100 MiB for a file of 96 kB).
 */
export function unpackInPieces(): void {
  class Unpacking extends TransformStream<Uint8Array, Uint8Array> {
    constructor(name: string) {
      const unpack = UNPACK[name];
      if (unpack === undefined) throw new TypeError(`There is no unpacking of "${name}".`);
      super({
        transform(bytes, controller) {
          const chunkSize = Math.min(PIECE_BYTES_MAX, Math.max(PIECE_BYTES_MIN, bytes.length * RATIO));
          controller.enqueue(unpack(bytes, { chunkSize }));
        },
      });
    }
  }
  Object.assign(globalThis, { DecompressionStream: Unpacking });
}
