import { serveOperations } from '../runtime/serve.ts';
import { guardDecoders } from './decoders.ts';
import { inspectPdf } from './inspect.ts';
import type { PdfWorkerData, RenderInput, TextInput } from './options.ts';
import { probePdf } from './probe.ts';
import { renderPdf } from './render.ts';
import { readPdfText } from './text.ts';
import { unpackInPieces } from './unpack.ts';

serveOperations(async (limits: PdfWorkerData) => {
  guardDecoders();
  unpackInPieces();
  await probePdf(limits);
  return {
    inspect: async (file: Uint8Array) => ({ output: await inspectPdf(file, limits) }),
    render: async ({ file, page }: RenderInput) => {
      const output = await renderPdf(file, limits, page);
      return { output, transfer: [output.pixels.buffer as ArrayBuffer] };
    },
    text: async ({ file, limits: bounds }: TextInput) => ({ output: await readPdfText(file, bounds, limits) }),
  };
});
