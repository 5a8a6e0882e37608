import { existsSync, writeFileSync } from 'node:fs';
import { threadName } from 'node:worker_threads';
import type { DecodeInput } from '../../../models/image/options.ts';
import type { PdfTextLimits, RasterImage } from '../../../models/ports.ts';
import { type Operations, serveOperations } from '../../../models/runtime/serve.ts';
import { fakeEngines } from '../../support/fake-engines.ts';
import { type Fault, type FaultyContent, isNonsense, makeNonsense, type Port } from './faults.ts';

/**
 * A worker of every engine, selected by the name of its thread. It finds in a picture what the picture's content lists,
 * and fails as the content asks. The threads, the pools and the code in front of them are the product's own.
 */
const fakes = fakeEngines();

/** Reads the content out of a file or of pixels, which contain other bytes too. */
function contentOf(bytes: Uint8Array): FaultyContent {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return JSON.parse(text.subarray(text.indexOf('{')).toString()) as FaultyContent;
}

/** As many pixels as a picture has: the content, then blanks. */
function asPicture(image: RasterImage): RasterImage {
  const pixels = Buffer.alloc(image.width * image.height * 3, ' ');
  pixels.set(image.pixels);
  return { ...image, pixels };
}

async function serve(port: Port, bytes: Uint8Array, work: () => Promise<unknown>): Promise<{ output: unknown }> {
  const { fault } = contentOf(bytes);
  const answer = await work();
  if (fault?.port !== port || !happens(fault)) return { output: answer };
  return { output: await misbehave(fault, answer) };
}

function happens({ once }: Fault): boolean {
  if (once === undefined) return true;
  if (existsSync(once)) return false;
  writeFileSync(once, '');
  return true;
}

async function misbehave({ kind, once }: Fault, answer: unknown): Promise<unknown> {
  if (isNonsense(kind)) return makeNonsense(kind, answer);
  switch (kind) {
    case 'hangs':
      // The first one stays busy for ever, the others only wait for ever. Busy ones would delay the work beside them.
      if (once !== undefined) for (;;);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return undefined;
    case 'exits':
      return process.exit(3);
    case 'hoards_memory': {
      const kept: unknown[] = [];
      // Fills memory step by step: one large request kills the process (engine-loads.test.ts).
      for (;;) kept.push(new Array(1_000_000).fill(kept.length));
    }
    case 'throws_later':
      setImmediate(() => {
        throw new Error('secret input');
      });
      return new Promise(() => undefined);
    case 'throws':
      throw new TypeError('secret input');
  }
}

const OPERATIONS: Readonly<Record<string, Operations>> = {
  image: {
    inspect: async (head: Uint8Array) => ({ output: await fakes.image.inspect(head) }),
    decode: ({ file }: DecodeInput) =>
      serve('decode', file, async () => {
        const { image, ...rest } = await fakes.image.decode(file);
        return { image: asPicture(image), ...rest };
      }),
    measure: ({ image }: { image: RasterImage }) => serve('quality', image.pixels, () => fakes.quality.measure(image)),
    measureText: async () => ({ output: null }),
  },
  pdf: {
    inspect: async (file: Uint8Array) => ({ output: await fakes.pdf.inspect(file) }),
    render: ({ file, page }: { file: Uint8Array; page: number }) =>
      serve('render', file, async () => asPicture(await fakes.pdf.render(file, page))),
    text: async ({ file, limits }: { file: Uint8Array; limits: PdfTextLimits }) => ({
      output: await fakes.pdf.text(file, limits),
    }),
  },
  text: {
    read: ({ image }: { image: RasterImage }) =>
      serve('text', image.pixels, async () => ({ lines: (await fakes.text.read(image)).lines, turn: 0, by: 'native' })),
  },
  secondText: {
    read: ({ image }: { image: RasterImage }) =>
      serve('second_text', image.pixels, async () => ({ lines: (await fakes.secondText.read(image)).lines, turn: 0 })),
  },
  mrz: { read: (image: RasterImage) => serve('zone', image.pixels, () => fakes.mrz.read(image)) },
  barcode: { read: (image: RasterImage) => serve('barcode', image.pixels, () => fakes.barcode.read(image)) },
  face: {
    recognise: ({ image }: { image: RasterImage }) => serve('face', image.pixels, () => fakes.face.recognise(image)),
  },
};

serveOperations(async () => ({
  probe: async () => ({ output: { tookMs: 1 } }),
  ...OPERATIONS[threadName ?? ''],
}));
