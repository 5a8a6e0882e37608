import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { JpxImage } from 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs';
import sharp from 'sharp';
import { EngineError, type RasterImage } from '../ports.ts';
import type { PictureWorkerData } from './options.ts';

/** pdf.js has OpenJPEG's program in its own package; nothing is downloaded. */
const PROGRAMS = join(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'), '..', 'wasm');

JpxImage.setOptions({
  useWasm: true,
  useWorkerFetch: false,
  wasmUrl: `${PROGRAMS}/`,
  getHandler: () => ({ sendWithPromise: (_, { filename }) => readFile(join(PROGRAMS, filename)) }),
});

/**
 * Decodes a JPEG 2000 file or codestream, as chips of passports hold the face, to an sRGB raster that is reduced to the working size. Throws `bad_input` for one that cannot be decoded
 * or has more than `imagePixelsMax` pixels. Each call has its own decoder, so that memory that one file damaged is never used for another.
 */
export async function decodeJpeg2000(file: Uint8Array, limits: PictureWorkerData): Promise<RasterImage> {
  const size = sizeOf(file);
  if (!size) throw new EngineError('bad_input', 'The file is no JPEG 2000 picture of one or three colours.');
  if (size.pixels > limits.imagePixelsMax) throw new EngineError('bad_input', 'The JPEG 2000 picture is too large.');
  const { width, height, channels } = size;
  const samples = await new JpxImage().decode(file).catch(() => null);
  if (samples?.length !== width * height * channels) {
    throw new EngineError('bad_input', 'The JPEG 2000 picture is damaged and cannot be decoded.');
  }
  const side = limits.workingSidePixelsMax;
  const { data, info } = await sharp(samples, { raw: { width, height, channels } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

interface Size {
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  /** Of the largest codestream in the file: which one the decoder reads is its own choice. */
  pixels: number;
}

/** The start of a codestream and the marker of its size (ITU-T T.800, A.4.1 and A.5.1). */
const START = Buffer.of(0xff, 0x4f, 0xff, 0x51);
const SIZE_BYTES = 42;

function sizeOf(bytes: Uint8Array): Size | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first: Size | null = null;
  for (let at = file.indexOf(START); at >= 0; at = file.indexOf(START, at + 1)) {
    if (at + SIZE_BYTES > file.length) break;
    const [right, bottom] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const [width, height] = [right - file.readUInt32BE(at + 16), bottom - file.readUInt32BE(at + 20)];
    const channels = file.readUInt16BE(at + 40);
    if (width < 1 || height < 1 || (channels !== 1 && channels !== 3 && channels !== 4)) return null;
    first ??= { width, height, channels, pixels: 0 };
    first.pixels = Math.max(first.pixels, right * bottom);
  }
  return first;
}
