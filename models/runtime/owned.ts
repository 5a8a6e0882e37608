import type { RasterImage } from '../ports.ts';

/**
 * A copy in a buffer of its own, to be named in `transfer`. A view posted as it is would be copied with the whole
 * buffer under it, and moving that would take it from the caller.
 */
export function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/**
 * Gives the memory of `bytes` back at once, where they are all that lies in it: native memory makes V8 look through a whole thread for garbage as
 * soon as some 60 MB of it have gathered. Nobody may look at `bytes` afterwards: they are none.
 */
export function dropBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/**
 * A raster with pixels of its own and the buffer to name in `transfer`; the caller's raster stays whole. Pixels in memory that all threads
 * see are nobody's own: they are read where they lie.
 */
export function ownedRaster(image: RasterImage): { input: RasterImage; transfer: ArrayBuffer[] } {
  if (image.pixels.buffer instanceof SharedArrayBuffer) return { input: image, transfer: [] };
  const pixels = ownedBytes(image.pixels);
  return { input: { width: image.width, height: image.height, pixels }, transfer: [pixels.buffer] };
}
