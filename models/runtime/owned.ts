import type { RasterImage } from '../ports.ts';

/**
 * Returns a copy in a separate buffer, to be named in `transfer`. A view would be posted with the whole buffer under
 * it, and moving that would take it from the caller.
 */
export function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/**
 * Frees the memory of `bytes` at once, if nothing else is in it: V8 collects a whole thread's garbage as soon as about
 * 60 MB of native memory have accumulated. No code may read `bytes` afterwards: it is empty.
 */
export function dropBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * Returns a raster with its own pixels and the buffer to name in `transfer`; the caller's raster stays intact. Pixels
 * in shared memory have no owner: they are read in place.
 */
export function ownedRaster(image: RasterImage): { input: RasterImage; transfer: ArrayBuffer[] } {
  if (image.pixels.buffer instanceof SharedArrayBuffer) return { input: image, transfer: [] };
  const pixels = ownedBytes(image.pixels);
  return { input: { width: image.width, height: image.height, pixels }, transfer: [pixels.buffer] };
}
