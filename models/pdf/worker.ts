import { serveOperations } from '../runtime/serve.ts';
import { inspectPdf } from './inspect.ts';
import type { PdfWorkerData } from './options.ts';
import { probePdf } from './probe.ts';
import { renderPdf } from './render.ts';

serveOperations(async (limits: PdfWorkerData) => {
  await probePdf(limits);
  return {
    inspect: async (file: Uint8Array) => ({ output: await inspectPdf(file, limits) }),
    render: async (file: Uint8Array) => {
      const output = await renderPdf(file, limits);
      return { output, transfer: [output.pixels.buffer as ArrayBuffer] };
    },
  };
});
